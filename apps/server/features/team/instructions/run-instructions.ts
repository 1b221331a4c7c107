import type { PlayerId, SeasonTime } from "@first-bounce/rules/ids";
import { applyInstruction } from "@first-bounce/rules/instructions/apply-instruction";
import { findInstructionTrigger, type InstructionTrigger, isLoop } from "@first-bounce/rules/instructions/instruction";
import { findLoopShortfall } from "@first-bounce/rules/instructions/loop";
import { findCurrentRound, getSquadStatus, isMatchExpected } from "@first-bounce/rules/round/round";
import { DID_NOT_PLAY } from "@first-bounce/rules/scoring/player-round";
import { accept, forbid, type Violation } from "@first-bounce/rules/violation";
import pLimit from "p-limit";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import { createRunner, type Runner } from "../../jobs/runner.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
import { applyTeamAction } from "../actions/apply-team-action.ts";
import type { TeamServices } from "../load-team.ts";
import { buildInstructionSeason } from "../team-state.ts";
import {
	areAlternatives,
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

/**
 * Finds the players whose matches of the current round are complete while the round is not. Matches called off ahead of time are
 * not waited for.
 */
function listFinished(season: SeasonSnapshot): readonly SnapshotPlayer[] {
	const round = findCurrentRound(season.rounds);
	if (!round || round.status === "complete" || season.isArchived || !season.rules.instructions.isAllowed) return [];
	const expected = { ...round, matches: round.matches.filter(isMatchExpected) };
	return [...season.players.values()].filter(({ squadId }) => getSquadStatus(squadId, expected) === "complete");
}

/** What triggers an instruction now, and why a loop's vice captain has not scored enough; null if it is not due. */
function findCause(
	instruction: DueInstruction,
	season: SeasonSnapshot,
	now: SeasonTime,
): { readonly trigger: InstructionTrigger; readonly shortfall: Violation | null } | null {
	const { playerId, roundId } = instruction;
	// The round may have been published since the instruction was read.
	if (findCurrentRound(season.rounds)?.id !== roundId) return null;
	if (!isLoop(instruction)) {
		const trigger = listTriggers(season, now).get(playerId);
		return trigger ? { trigger, shortfall: null } : null;
	}
	const player = listFinished(season).find(({ id }) => id === playerId);
	if (!player) return null;
	const points = player.scores.get(roundId);
	const playerRound = points === undefined ? DID_NOT_PLAY : { state: "played" as const, points };
	return { trigger: "match-complete", shortfall: findLoopShortfall(instruction, playerRound) };
}

/** Runs one instruction. Skips it if it is no longer due, has run, or was changed or deleted meanwhile. */
async function runInstruction(
	services: TeamServices,
	instruction: DueInstruction,
): Promise<"done" | "failed" | "skipped"> {
	const { id, userId, playerId } = instruction;
	const at = services.clocks.seasonNow();
	let trigger: InstructionTrigger | undefined;
	try {
		await applyTeamAction(services, { userId }, { action: "instruction" }, ({ row, season, team, context }) => {
			const found = findCause(instruction, season, context.now);
			trigger = found?.trigger;
			if (!found || !trigger) throw refuse(409, "instruction-over");
			if (found.shortfall) return forbid(found.shortfall);
			const applied = applyInstruction(team, instruction, buildInstructionSeason(season, context.now, row));
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

/** Runs a team's instructions in order, and returns how many have run. */
async function runTeamInstructions(services: TeamServices, instructions: readonly DueInstruction[]): Promise<number> {
	const handled: DueInstruction[] = [];
	let count = 0;
	for (const instruction of instructions) {
		if (handled.some((other) => areAlternatives(other, instruction))) continue;
		const outcome = await runInstruction(services, instruction);
		// Another process is running this team's instructions.
		if (outcome === "skipped") return count;
		if (outcome === "done") handled.push(instruction);
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
	const out = [...listTriggers(season, services.clocks.seasonNow()).keys()];
	const finished = listFinished(season).map(({ id }) => id);
	if (out.length === 0 && finished.length === 0) return 0;
	const key = { seasonId: season.seasonId, roundId: round.id };
	const due = await listDueInstructions(services.db, key, { out, finished });
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
