import type { SuccessOf } from "@first-bounce/contract/call";
import type { Language } from "@first-bounce/contract/languages";
import type { InstructionFields, InstructionView, listInstructions } from "@first-bounce/contract/team/instructions";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { findInstructionConflicts, type InstructionConflict } from "@first-bounce/rules/instructions/apply-instruction";
import { isLoop } from "@first-bounce/rules/instructions/instruction";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { createLockCheck } from "@first-bounce/rules/lockout/locked-players";
import { findCurrentRound, hasBye } from "@first-bounce/rules/round/round";
import type { SeasonContext, TeamState } from "@first-bounce/rules/team/team-state";
import { buildRuling, type Violation } from "@first-bounce/rules/violation";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { formatErrorMessage } from "../../../i18n/error-messages.ts";
import { type Reason, refuse } from "../../../plugins/refusal.ts";
import { type LoadedTeam, loadTeam, type Manager, type TeamServices } from "../load-team.ts";
import { buildInstructionSeason, buildSeasonContext, buildTeamState } from "../team-state.ts";
import { buildReason, buildViolationRefusal } from "../violation-refusal.ts";
import {
	areAlternatives,
	deleteInstructionRow,
	type InstructionRow,
	insertInstruction,
	listInstructionRows,
	lockTeamRow,
	updateInstruction,
	updatePositions,
} from "./instruction-queries.ts";

export interface InstructionRequester extends Manager {
	readonly language: Language;
}

const formatReasons = (reasons: readonly Reason[], language: Language): string[] =>
	reasons.map(({ code, data }) => formatErrorMessage(language, code, data));

interface ViewContext {
	readonly conflicts: readonly InstructionConflict<number>[];
	/** Whether a waiting instruction can no longer run. */
	readonly isOver: (row: InstructionRow) => boolean;
	readonly format: (violations: readonly Violation[]) => string[];
	readonly language: Language;
}

function buildView(row: InstructionRow, context: ViewContext): InstructionView {
	const { id, playerId, replacement, captainId, minimumScore = null, state, cause, ranAt, actionId, reasons } = row;
	const isOver = state === "waiting" ? context.isOver(row) : reasons[0]?.code === "score-too-low";
	const conflict = context.conflicts.find((conflict) => conflict.id === id);
	return {
		id,
		playerId,
		replacement: replacement && { ...replacement },
		captainId,
		minimumScore,
		state: isOver ? "not-needed" : state,
		ran: cause && ranAt && { cause, at: ranAt.toISOString(), receiptId: actionId },
		reasons: formatReasons(reasons, context.language),
		conflict: conflict ? { withId: conflict.withId, reasons: context.format(conflict.violations) } : null,
	};
}

/** Gets the instructions for the current round, each with the reasons why it could not be carried out now. */
export async function getInstructions(
	services: TeamServices,
	{ userId, language }: InstructionRequester,
): Promise<SuccessOf<typeof listInstructions>> {
	const { row, season } = await loadTeam(services, { userId });
	const roundId = findCurrentRound(season.rounds)?.id ?? null;
	const rows = roundId === null ? [] : await listInstructionRows(services.db, { teamId: row.id, roundId });
	const context = buildInstructionSeason(season, services.clocks.seasonNow(), row);
	const team = buildTeamState(row, season);
	const isLocked = createLockCheck(team, context);
	const done = rows.filter(({ state }) => state === "done");
	// A loop waits for its vice captain's match, in which she is locked.
	const isOver = (row: InstructionRow) =>
		(!isLoop(row) && isLocked(row.playerId)) || done.some((other) => areAlternatives(other, row));
	const openInstructions = rows.filter((row) => row.state === "waiting" && !isOver(row));
	const format = (violations: readonly Violation[]) => {
		const reasons = violations.map((violation) => buildReason(violation, (id) => season.players.get(id)));
		return formatReasons(reasons, language);
	};
	const conflicts = findInstructionConflicts(team, openInstructions, context);
	const { isAllowed, limit } = season.rules.instructions;
	const viewContext = { conflicts, isOver, format, language };
	return { isAllowed, limit, roundId, instructions: rows.map((row) => buildView(row, viewContext)) };
}

/** Lists the violations that the manager cannot resolve by changing the team before the instruction runs. */
function listProblems(team: TeamState, fields: InstructionFields, context: SeasonContext): readonly Violation[] {
	const { playerId, replacement, captainId, minimumScore } = fields;
	const chosenIds = [replacement?.playerId, captainId].filter((id) => typeof id === "number");
	const unknown = chosenIds.filter((id) => !context.getPlayer(id));
	const isLocked = createLockCheck(team, context);
	const round = findCurrentRound(context.rounds);
	const captain = minimumScore === null || captainId === null ? undefined : context.getPlayer(captainId);
	return [
		...(round && captain && hasBye(captain.squadId, round) ? [{ code: "has-bye", playerId: captain.id } as const] : []),
		...(listPlayerIds(team.lineup).includes(playerId) ? [] : [{ code: "not-in-team", playerId } as const]),
		...(chosenIds.includes(playerId) ? [{ code: "duplicate-player", playerId } as const] : []),
		...unknown.map((id) => ({ code: "unknown-player", playerId: id }) as const),
		...(isLocked(playerId) ? [{ code: "locked", playerId } as const] : []),
	];
}

interface InstructionChange extends LoadedTeam {
	readonly trx: Transaction<Tables>;
	readonly roundId: RoundId;
	readonly now: SeasonTime;
	readonly rows: readonly InstructionRow[];
}

/** Changes a team's instructions for the current round while the team's row is locked, and returns all of them. */
async function changeInstructions(
	services: TeamServices,
	requester: InstructionRequester,
	apply: (change: InstructionChange) => Promise<void>,
): Promise<SuccessOf<typeof listInstructions>> {
	const loaded = await loadTeam(services, requester);
	const roundId = findCurrentRound(loaded.season.rounds)?.id;
	if (!loaded.season.rules.instructions.isAllowed) throw refuse(403, "instructions-not-allowed");
	if (roundId === undefined) throw refuse(422, "no-round-left");
	await services.db.transaction().execute(async (trx) => {
		await lockTeamRow(trx, loaded.row.id);
		const rows = await listInstructionRows(trx, { teamId: loaded.row.id, roundId });
		await apply({ ...loaded, trx, roundId, rows, now: services.clocks.seasonNow() });
	});
	return getInstructions(services, requester);
}

function requireValidInstruction({ row, season, now }: InstructionChange, fields: InstructionFields): void {
	const team = buildTeamState(row, season);
	const context = buildSeasonContext(season, now, row);
	const violations: readonly Violation[] = team ? listProblems(team, fields, context) : [{ code: "no-line-up" }];
	const ruling = buildRuling(violations, null);
	if (!ruling.ok) throw buildViolationRefusal(ruling.violations, (id) => season.players.get(id));
}

/** Refuses an instruction that does not exist or is in none of these states. */
function requireInstruction({ rows }: InstructionChange, id: number, states: readonly InstructionRow["state"][]): void {
	const found = rows.find((row) => row.id === id);
	if (!found) throw refuse(404, "instruction-unknown");
	if (!states.includes(found.state)) throw refuse(409, "instruction-over");
}

export const createInstruction = (services: TeamServices, requester: InstructionRequester, fields: InstructionFields) =>
	changeInstructions(services, requester, async (change) => {
		const { trx, row, season, roundId, rows } = change;
		const { limit } = season.rules.instructions;
		requireValidInstruction(change, fields);
		if (rows.length >= limit) throw refuse(422, "too-many-instructions", { limit });
		const key = { teamId: row.id, roundId, seasonId: season.seasonId, wallAt: services.clocks.wallNow() };
		const ids = rows.map(({ id }) => id);
		await updatePositions(trx, ids);
		await insertInstruction(trx, { ...key, position: rows.length + 1 }, fields);
	});

export const changeInstruction = (
	services: TeamServices,
	requester: InstructionRequester,
	{ id, ...fields }: InstructionFields & { readonly id: number },
) =>
	changeInstructions(services, requester, async (change) => {
		requireInstruction(change, id, ["waiting"]);
		requireValidInstruction(change, fields);
		await updateInstruction(change.trx, id, fields);
	});

/** Deletes an instruction, unless it was carried out. */
export const removeInstruction = (services: TeamServices, requester: InstructionRequester, id: number) =>
	changeInstructions(services, requester, async (change) => {
		requireInstruction(change, id, ["waiting", "failed"]);
		await deleteInstructionRow(change.trx, id);
		const remainingIds = change.rows.map((row) => row.id).filter((other) => other !== id);
		await updatePositions(change.trx, remainingIds);
	});

/** Sets the order of the instructions. Refuses a list that does not have every instruction of the round once. */
export const reorderInstructions = (services: TeamServices, requester: InstructionRequester, ids: readonly number[]) =>
	changeInstructions(services, requester, async ({ trx, rows }) => {
		const isComplete = ids.length === rows.length && rows.every(({ id }) => ids.includes(id));
		if (!isComplete) throw refuse(409, "instructions-order");
		await updatePositions(trx, ids);
	});
