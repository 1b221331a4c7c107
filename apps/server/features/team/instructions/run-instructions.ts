import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { applyInstruction } from "@first-bounce/rules/instructions/apply-instruction";
import { findInstructionTrigger, type InstructionTrigger } from "@first-bounce/rules/instructions/instruction";
import { findCurrentRound } from "@first-bounce/rules/round/round";
import { accept } from "@first-bounce/rules/violation";
import pLimit from "p-limit";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import { createRunner, type Runner } from "../../jobs/runner.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { applyTeamAction } from "../actions/apply-team-action.ts";
import type { TeamServices } from "../load-team.ts";
import {
	type DueInstruction,
	listDueInstructions,
	listWrittenColumns,
	markInstructionFailed,
} from "./instruction-queries.ts";

const INTERVAL_MS = 2_000;
/** How many teams have their instructions run at the same time. */
const MAX_CONCURRENT_TEAMS = 16;

/** Finds the players whose instructions for the current round would run now, each with what triggers them. */
function listTriggers(season: SeasonSnapshot, now: SeasonTime): ReadonlyMap<PlayerId, InstructionTrigger> {
	const round = findCurrentRound(season.rounds);
	const triggers = new Map<PlayerId, InstructionTrigger>();
	if (!round || season.isArchived || !season.rules.instructions.isAllowed) return triggers;
	const players = [...season.players.values()];
	const announcedSquads = new Set(
		players.filter(({ availability }) => availability.selection === "named").map(({ squadId }) => squadId),
	);
	for (const player of players) {
		const situation = { round, rules: season.rules, now, isTeamAnnounced: announcedSquads.has(player.squadId) };
		const trigger = player.scores.has(round.id) ? null : findInstructionTrigger(player, situation);
		if (trigger) triggers.set(player.id, trigger);
	}
	return triggers;
}

/** Runs one instruction. Skips it if it is no longer due, has run, or was changed or deleted meanwhile. */
async function runInstruction(
	services: TeamServices,
	instruction: DueInstruction,
): Promise<"done" | "failed" | "skipped"> {
	const { id, roundId, userId, playerId } = instruction;
	const at = services.clocks.seasonNow();
	let trigger: InstructionTrigger | undefined;
	try {
		await applyTeamAction(services, { userId }, { action: "instruction" }, ({ season, team, context }) => {
			// The round may have been published since the instruction was read.
			const isInRound = findCurrentRound(season.rounds)?.id === roundId;
			trigger = isInRound ? listTriggers(season, context.now).get(playerId) : undefined;
			if (!trigger) throw refuse(409, "instruction-over");
			const applied = applyInstruction(team, instruction, context);
			if (!applied.ok) return applied;
			const cause = { instructionId: id, playerId, trigger };
			return accept({ ...applied.value, cause, instruction: listWrittenColumns(instruction) });
		});
		return "done";
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		if (error.reasons[0].code === "instruction-over") return "skipped";
		if (error.status !== 422 || !trigger) throw error;
		// If another process carried it out just before, it failed here for that reason only, and is not marked as failed.
		const failure = { at, cause: trigger, reasons: error.reasons };
		return (await markInstructionFailed(services.pool, instruction, failure)) ? "failed" : "skipped";
	}
}

/**
 * Runs a team's instructions in order, and returns how many have run. Once one for a player is done, others for the same
 * player are not needed.
 */
async function runTeamInstructions(services: TeamServices, instructions: readonly DueInstruction[]): Promise<number> {
	const handledPlayers = new Set<PlayerId>();
	let count = 0;
	for (const instruction of instructions) {
		if (handledPlayers.has(instruction.playerId)) continue;
		const outcome = await runInstruction(services, instruction);
		// Another process is running this team's instructions.
		if (outcome === "skipped") return count;
		if (outcome === "done") handledPlayers.add(instruction.playerId);
		count++;
	}
	return count;
}

/**
 * Runs all instructions that are due at this season time, and returns how many have run. Each is carried out and marked as
 * done by one statement, or marked as failed, so it is safe to run often and in several processes.
 */
export async function runDueInstructions(services: TeamServices): Promise<number> {
	const season = services.seasons.peek();
	const round = season && findCurrentRound(season.rounds);
	if (!round) return 0;
	const triggers = listTriggers(season, services.clocks.seasonNow());
	if (triggers.size === 0) return 0;
	const key = { seasonId: season.seasonId, roundId: round.id };
	const due = await listDueInstructions(services.pool, key, [...triggers.keys()]);
	const byTeam = Map.groupBy(due, ({ teamId }) => teamId);
	const limit = pLimit(MAX_CONCURRENT_TEAMS);
	// If one team fails, the others are still waited for, so that the next run does not begin before they have finished.
	const results = await Promise.allSettled(
		[...byTeam.values()].map((instructions) => limit(() => runTeamInstructions(services, instructions))),
	);
	return results.reduce((sum, result) => {
		if (result.status === "rejected") throw result.reason;
		return sum + result.value;
	}, 0);
}

/** Runs due instructions every two seconds. */
export const createInstructionRunner = (services: TeamServices, onError: (error: unknown) => void): Runner =>
	createRunner(async () => void (await runDueInstructions(services)), onError, INTERVAL_MS);
