import type { BodyOf } from "@first-bounce/contract/call";
import type { correctSquads as correctCall } from "@first-bounce/contract/draft/squads";
import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import { applyMoves, type PlayerMove } from "@first-bounce/rules/draft/squad-moves";
import { listChangedTeams } from "@first-bounce/rules/draft/undo-change";
import type { PlayerId, TeamId, UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../../plugins/refusal.ts";
import { requireRight } from "../../members/league-transaction.ts";
import { postChangeCard } from "../draft-cards.ts";
import type { SeatRow } from "../queries.ts";
import { findOwnSeat } from "../room.ts";
import { defineSquadAction, type SettledSquads } from "../settle.ts";
import { areSquadsFinal, buildMoveRefusal, changeSquads, type LockedSquads, saveSquads } from "./change-squads.ts";
import { type ChangeAuthor, getReasonToShow, listVoters, notifyChangedTeams, propose } from "./proposals.ts";
import type { SquadMove } from "./queries.ts";
import { type ChangeRow, getTransaction } from "./transactions.ts";
import { deleteProposal } from "./undo-queries.ts";

export interface CorrectionMove {
	readonly playerId: PlayerId;
	/** Null for none. */
	readonly toTeamId: TeamId | null;
}

/** Builds the moves of a correction. Refuses unknown teams, and players who are already where they should be. */
function buildMoves({ seats, season, squads }: LockedSquads, moves: readonly CorrectionMove[]): SquadMove[] {
	const teamIds = seats.map(({ team_id }) => team_id);
	return moves.map(({ playerId, toTeamId }) => {
		const fromTeamId = squads.owners.get(playerId) ?? null;
		if (toTeamId !== null && !teamIds.includes(toTeamId)) throw refuse(404, "team-unknown");
		if (fromTeamId === toTeamId)
			throw refuse(422, "correct-nothing", { name: season.players.get(playerId)?.name ?? String(playerId) });
		return { playerId, fromTeamId, toTeamId, kind: "corrected" };
	});
}

/** Moves players to the teams of a correction, and logs it. Squads stay legal, and locked players stay where they are. */
export const applyCorrection = (
	locked: LockedSquads,
	moves: readonly CorrectionMove[],
	by: ChangeAuthor,
): Promise<string> => saveCorrection(locked, buildMoves(locked, moves), by);

const listTeams = (moves: readonly PlayerMove[]): TeamId[] => listChangedTeams({ teamId: null, moves });

/** The team of all these moves; null if they belong to several. */
function findTeam(moves: readonly PlayerMove[]): TeamId | null {
	const [teamId = null, ...others] = listTeams(moves);
	return others.length === 0 ? teamId : null;
}

async function saveCorrection(locked: LockedSquads, moves: readonly SquadMove[], by: ChangeAuthor): Promise<string> {
	const { id } = await changeSquads(locked, { kind: "correction", teamId: findTeam(moves), ...by }, moves);
	await postChangeCard(locked, id, { action: "correction", moves, by });
	await notifyChangedTeams(locked, { changeId: id, stage: "done" }, listTeams(moves), by);
	return id;
}

/** Makes a correction to which enough managers have agreed. */
export async function applyProposedCorrection(
	locked: LockedSquads,
	{ id, data }: Pick<ChangeRow, "id" | "data">,
	by: ChangeAuthor,
): Promise<string> {
	const moves = (data.proposedMoves ?? []).map((move): SquadMove => ({ ...move, kind: "corrected" }));
	requireUnreserved(locked, moves);
	const correctionId = await saveCorrection(locked, moves, by);
	await deleteProposal(locked.trx, String(id));
	return correctionId;
}

const listManaged = (seats: readonly SeatRow[]): TeamId[] =>
	seats.filter(({ user_id, is_active }) => user_id !== null && is_active === true).map(({ team_id }) => team_id);

/** The teams with a manager that lose players by moves. */
export const listLosers = (seats: readonly SeatRow[], moves: readonly PlayerMove[]): TeamId[] =>
	listManaged(seats).filter((teamId) => moves.some(({ fromTeamId }) => fromTeamId === teamId));

/** Refuses to move players who are reserved for an accepted trade, which must be stopped first. */
export function requireUnreserved({ reserved, season }: LockedSquads, moves: readonly PlayerMove[]): void {
	const kept = moves.find(({ playerId }) => reserved.has(playerId));
	if (kept) throw refuse(422, "correct-reserved", { name: season.players.get(kept.playerId)?.name ?? "" });
}

/**
 * Whether moves take a player from a manager, give a manager a player of another team, or take a player from waivers, whom others
 * may be about to claim.
 */
function needsAgreement(
	{ seats, season, waivers: { getState } }: SettledSquads,
	moves: readonly PlayerMove[],
): boolean {
	const managed = listManaged(seats);
	return moves.some(({ playerId, fromTeamId, toTeamId }) => {
		if (fromTeamId !== null) return managed.includes(fromTeamId) || (toTeamId !== null && managed.includes(toTeamId));
		const player = season.players.get(playerId);
		return player !== undefined && getState(player).state === "waivers";
	});
}

/** Puts a correction to the vote, as an entry of the log that moves nobody. It must be possible with the present squads. */
async function proposeCorrection(
	locked: LockedSquads,
	moves: readonly SquadMove[],
	by: { readonly userId: UserId; readonly reason: string },
): Promise<DraftTransaction> {
	const { trx, league, squads, context } = locked;
	if (areSquadsFinal(locked)) throw refuse(409, "season-complete");
	const result = applyMoves(squads, { moves }, context);
	if (!result.ok) throw buildMoveRefusal(result.problem, locked);
	const proposedMoves = moves.map(({ playerId, fromTeamId, toTeamId }) => ({ playerId, fromTeamId, toTeamId }));
	const change = { kind: "correction" as const, teamId: findTeam(moves), ...by, data: { proposedMoves } };
	const id = String((await saveSquads(locked, squads, [{ change, moves: [] }]))[0]);
	const proposal = await propose(locked, id, by);
	const transaction = await getTransaction(trx, league.id, id);
	return proposal ? { ...transaction, proposal } : transaction;
}

/**
 * Corrects squads for whoever runs the league. Nobody corrects the squad of her own team, and nobody takes players from a manager
 * or from waivers without the agreement of that manager or half of the others.
 */
export const correctSquads = defineSquadAction(
	async (locked, userId, { moves, reason: sentReason }: BodyOf<typeof correctCall>) => {
		const { trx, league, seats, wallNow } = locked;
		requireRight(league, "runDraft");
		const ownTeamId = findOwnSeat(seats, userId)?.team_id;
		const built = buildMoves(locked, moves);
		const isOwn = built.some(
			({ fromTeamId, toTeamId }) => ownTeamId !== undefined && [fromTeamId, toTeamId].includes(ownTeamId),
		);
		if (isOwn) throw refuse(409, "correct-own");
		requireUnreserved(locked, built);
		const reason = await getReasonToShow(locked, userId, sentReason);
		const hasVoters = listVoters(seats, { user_id: userId, at: new Date(wallNow) }).length > 0;
		if (hasVoters && needsAgreement(locked, built))
			return { transaction: await proposeCorrection(locked, built, { userId, reason }) };
		const data = ownTeamId === undefined ? {} : { byTeamId: ownTeamId };
		const id = await saveCorrection(locked, built, { userId, reason, data });
		return { transaction: await getTransaction(trx, league.id, id) };
	},
);
