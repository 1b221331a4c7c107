import type { SuccessOf } from "@first-bounce/contract/call";
import type { undoChange as undoCall } from "@first-bounce/contract/draft/squads";
import type { listTransactions as listTransactionsCall } from "@first-bounce/contract/draft/waivers";
import {
	checkUndo,
	findNextBounce,
	listChangedTeams,
	listReverseInjured,
	listReverseMoves,
	type UndoableChange,
	type UndoProblem,
} from "@first-bounce/rules/draft/undo-change";
import type { UserId } from "@first-bounce/rules/ids";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { type Refusal, refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../../league-row.ts";
import { requireRight } from "../../members/league-transaction.ts";
import { postChangeCard } from "../draft-cards.ts";
import { listSeats } from "../queries.ts";
import { type DraftServices, findOwnSeat } from "../room.ts";
import { getReadableDraft, type ReadServices } from "../seat-view.ts";
import { withSettledSquads } from "../waivers/run-waivers.ts";
import { changeSquads, type LockedSquads } from "./change-squads.ts";
import { applyProposedCorrection, listLosers } from "./correct.ts";
import { requireOwnTeam } from "./free-agency.ts";
import { buildProposal, findProposal, listVoters, propose } from "./proposals.ts";
import { type ChangeRow, getTransaction, listChangesSince, listTransactions } from "./transactions.ts";
import {
	deleteProposal,
	findInterest,
	listProposals,
	markUndone,
	type ProposalRow,
	refundBid,
	returnTradedPicks,
	saveVote,
} from "./undo-queries.ts";

type UndoResult = SuccessOf<typeof undoCall>;

const buildUndoableChange = (row: ChangeRow): UndoableChange => ({
	kind: row.kind,
	teamId: row.team_id,
	at: row.season_at.getTime(),
	isUndone: row.undone_by !== null,
	moves: row.moves.map(({ player_id, from_team_id, to_team_id }) => ({
		playerId: player_id,
		fromTeamId: from_team_id,
		toTeamId: to_team_id,
	})),
	injuredPlayerId: row.data.injuredPlayerId ?? null,
});

/** Why a change cannot be undone, given the changes from it on; null if it can, as far as locks and places allow. */
function findUndoProblem(
	[row, ...later]: readonly [ChangeRow, ...ChangeRow[]],
	{
		league,
		season,
		now,
	}: { readonly league: Pick<LeagueRow, "start_id">; readonly season: SeasonSnapshot; readonly now: number },
): UndoProblem | null {
	const context = { rounds: season.rounds, startRoundId: league.start_id, now };
	return checkUndo(buildUndoableChange(row), later.map(buildUndoableChange), context);
}

function refuseUndo(problem: UndoProblem, season: SeasonSnapshot): Refusal {
	if (problem.code !== "moved-again") return refuse(409, `undo-${problem.code}`);
	return refuse(409, "undo-moved-again", { name: season.players.get(problem.playerId)?.name ?? "" });
}

/** Loads a change of a locked league; refuses one that cannot be undone. */
export async function loadUndoable(locked: LockedSquads, changeId: string): Promise<ChangeRow> {
	const [row, ...later] = await listChangesSince(locked.trx, locked.league.id, changeId);
	if (!row || String(row.id) !== changeId) throw refuse(404, "undo-unknown");
	const problem = findUndoProblem([row, ...later], locked);
	if (problem) throw refuseUndo(problem, locked.season);
	return row;
}

/** Loads an entry of the log that is put to the vote: a change to undo, or a correction that is proposed. */
async function loadProposed(locked: LockedSquads, changeId: string): Promise<ChangeRow> {
	const [row] = await listChangesSince(locked.trx, locked.league.id, changeId);
	if (!row?.data.proposedMoves || String(row.id) !== changeId) return loadUndoable(locked, changeId);
	const { season, league, now } = locked;
	const bounce = findNextBounce(
		season.rounds.filter(({ id }) => id >= league.start_id),
		row.season_at.getTime(),
	);
	if (bounce !== null && bounce <= now) throw refuse(409, "undo-after-lock");
	return row;
}

/** Takes a change back, with the bid and the picks that it moved. */
export async function applyUndo(
	locked: LockedSquads,
	row: ChangeRow,
	by: { readonly userId: UserId | null; readonly reason: string; readonly data?: Readonly<Record<string, unknown>> },
): Promise<string> {
	const { trx } = locked;
	const change = buildUndoableChange(row);
	const changeId = String(row.id);
	const { injuredPlayerId } = change;
	const moves = listReverseMoves(change);
	const { id } = await changeSquads(
		locked,
		{
			kind: "undo",
			userId: by.userId,
			teamId: row.team_id,
			reason: by.reason,
			data: { ...by.data, undoneId: changeId, ...(injuredPlayerId === null ? {} : { injuredPlayerId }) },
			injured: listReverseInjured(change),
		},
		moves.map((move) => ({ ...move, kind: "undone" as const })),
	);
	await markUndone(trx, changeId, id);
	await deleteProposal(trx, changeId);
	await postChangeCard(locked, id, { action: "undo", moves, by });
	if (row.kind === "waivers" && row.team_id !== null && row.data.bid) await refundBid(trx, row.team_id, row.data.bid);
	if (row.kind === "trade" && !(await returnTradedPicks(trx, changeId))) throw refuse(409, "undo-pick-moved");
	return id;
}

/**
 * Whether the change concerns who wants to undo it: her team is part of it, or has claimed one of its players, so that an undo
 * would bring her within reach.
 */
async function findOwnInterest({ trx, seats }: LockedSquads, row: ChangeRow, userId: UserId) {
	const teamId = findOwnSeat(seats, userId)?.team_id;
	if (teamId === undefined) return null;
	const change = buildUndoableChange(row);
	const { runRoundId, run } = row.data;
	const playerIds = change.moves.map(({ playerId }) => playerId);
	const claimed = await findInterest(trx, teamId, { playerIds, runRoundId, run });
	return listChangedTeams(change).includes(teamId) ? "own" : claimed;
}

/** What the log keeps of who undoes or corrects: the team that does not get the players whom it takes from others. */
const buildAuthor = (
	{ seats }: Pick<LockedSquads, "seats">,
	userId: UserId | null,
	data: Readonly<Record<string, unknown>> = {},
) => {
	const byTeamId = findOwnSeat(seats, userId)?.team_id;
	return { userId, data: byTeamId === undefined ? data : { ...data, byTeamId } };
};

/**
 * Undoes a change until the next match starts. One that concerns who asks is put to the vote of the other managers; if there are
 * none, nobody is harmed.
 */
export const undoChange = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	{ changeId, reason }: { readonly changeId: string; readonly reason: string },
): Promise<UndoResult> =>
	withSettledSquads(services, leagueId, userId, async (locked) => {
		const { trx, league, seats, wallNow } = locked;
		requireRight(league, "runDraft");
		const row = await loadUndoable(locked, changeId);
		const interest = await findOwnInterest(locked, row, userId);
		if (interest !== null && listVoters(seats, { user_id: userId, at: new Date(wallNow) }).length > 0)
			return { transaction: null, proposal: await propose(locked, changeId, { userId, reason }) };
		const id = await applyUndo(locked, row, { ...buildAuthor(locked, userId), reason });
		return { transaction: await getTransaction(trx, leagueId, id), proposal: null };
	});

/** Does what enough managers have agreed to; returns the id of the new change. */
async function applyProposal(
	locked: LockedSquads,
	row: ChangeRow,
	{ proposed, votes }: { readonly proposed: ProposalRow; readonly votes: number },
): Promise<string> {
	const { reason, user_id: userId } = proposed;
	if (row.data.proposedMoves)
		return applyProposedCorrection(locked, row, { ...buildAuthor(locked, userId, { votes }), reason });
	const hadClaim = userId !== null && (await findOwnInterest(locked, row, userId)) === "decided";
	const data = { votes, ...(hadClaim ? { hadClaim } : {}) };
	return applyUndo(locked, row, { ...buildAuthor(locked, userId, data), reason });
}

/**
 * Votes for a proposed undo or correction, or takes the vote back. The last vote that is needed does it; a correction needs no more
 * than those of the managers who lose a player by it.
 */
export const agreeToUndo = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	{ changeId, agrees }: { readonly changeId: string; readonly agrees: boolean },
): Promise<UndoResult> =>
	withSettledSquads(services, leagueId, userId, async (locked) => {
		const { trx, seats, wallNow } = locked;
		const teamId = requireOwnTeam(locked, userId);
		const row = await loadProposed(locked, changeId);
		const proposed = await findProposal(locked, changeId);
		if (!proposed) throw refuse(404, "undo-not-proposed");
		if (!listVoters(seats, proposed).includes(teamId)) throw refuse(409, "undo-own-vote");
		await saveVote(trx, { change_id: changeId, team_id: teamId, at: new Date(wallNow) }, agrees);
		const voted = (await findProposal(locked, changeId)) ?? proposed;
		const proposal = buildProposal(voted, seats, userId);
		const losers = listLosers(seats, row.data.proposedMoves ?? []);
		const isAgreed = losers.length > 0 && losers.every((id) => voted.team_ids.includes(id));
		if (proposal.agreed < proposal.needed && !isAgreed) return { transaction: null, proposal };
		const id = await applyProposal(locked, row, { proposed, votes: proposal.agreed });
		return { transaction: await getTransaction(trx, leagueId, id), proposal: null };
	});

/** Lists who came, went and moved in a league, with what the reader may undo and the proposals that are open. */
export async function listUndoableTransactions(
	services: ReadServices,
	userId: UserId | null,
	leagueId: number,
	query: { readonly before?: string | undefined; readonly limit: number },
): Promise<SuccessOf<typeof listTransactionsCall>> {
	const { db, seasons, clocks } = services;
	const page = await listTransactions(services, userId, leagueId, query);
	const { league } = await getReadableDraft(services, userId, leagueId);
	const proposals = await listProposals(db, leagueId);
	const seats = await listSeats(db, leagueId);
	const context = { rounds: seasons.current().rounds, startRoundId: league.start_id, now: clocks.seasonNow() };
	const changes = page.transactions.map((transaction) => ({
		...transaction,
		at: Date.parse(transaction.seasonTime),
		isUndone: transaction.undoneBy !== null,
	}));
	return {
		...page,
		transactions: page.transactions.map((transaction, index) => {
			const change = changes[index];
			const mayUndo =
				hasRight(league.role, "runDraft") && change && checkUndo(change, changes.slice(0, index), context) === null;
			const proposal = proposals.find(({ change_id }) => String(change_id) === transaction.id);
			return {
				...transaction,
				...(mayUndo ? { mayUndo } : {}),
				...(proposal ? { proposal: buildProposal(proposal, seats, userId) } : {}),
			};
		}),
	};
}
