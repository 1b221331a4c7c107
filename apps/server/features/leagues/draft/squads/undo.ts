import type { SuccessOf } from "@first-bounce/contract/call";
import type { undoChange as undoCall } from "@first-bounce/contract/draft/squads";
import type { listTransactions as listTransactionsCall } from "@first-bounce/contract/draft/waivers";
import {
	checkUndo,
	countNeededVotes,
	listChangedTeams,
	listReverseInjured,
	listReverseMoves,
	type UndoableChange,
	type UndoProblem,
} from "@first-bounce/rules/draft/undo-change";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { type Refusal, refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../../league-row.ts";
import { requireRight } from "../../members/league-transaction.ts";
import { listSeats, type SeatRow } from "../queries.ts";
import { type DraftServices, findOwnSeat } from "../room.ts";
import { buildPerson, getReadableDraft, type ReadServices } from "../seat-view.ts";
import { withSettledSquads } from "../settle.ts";
import { changeSquads, type LockedSquads } from "./change-squads.ts";
import { requireOwnTeam } from "./free-agency.ts";
import { type ChangeAuthor, notifyChangedTeams } from "./notify-changes.ts";
import { type ChangeRow, getTransaction, listChangesSince, listTransactions } from "./transactions.ts";
import {
	deleteProposal,
	insertProposal,
	listProposals,
	markUndone,
	type ProposalRow,
	refundBid,
	returnTradedPicks,
	saveVote,
} from "./undo-queries.ts";

type UndoResult = SuccessOf<typeof undoCall>;

export const buildUndoableChange = (row: ChangeRow): UndoableChange => ({
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

/** Takes a change back, with the bid and the picks that it moved. */
export async function applyUndo(locked: LockedSquads, row: ChangeRow, by: ChangeAuthor): Promise<string> {
	const { trx } = locked;
	const change = buildUndoableChange(row);
	const changeId = String(row.id);
	const { injuredPlayerId } = change;
	// Before the squads change, which ends the offers of which a part has moved.
	if (row.kind === "trade" && !(await returnTradedPicks(trx, changeId))) throw refuse(409, "undo-pick-moved");
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
		listReverseMoves(change).map((move) => ({ ...move, kind: "undone" as const })),
	);
	await markUndone(trx, changeId, id);
	await deleteProposal(trx, changeId);
	if (row.kind === "waivers" && row.team_id !== null && row.data.bid) await refundBid(trx, row.team_id, row.data.bid);
	await notifyChangedTeams(locked, { changeId: id, what: "done" }, listChangedTeams(change), by);
	return id;
}

/** The teams whose managers vote on an undo that a user has proposed. */
const listVoters = (seats: readonly SeatRow[], proposerId: UserId | null): TeamId[] =>
	seats
		.filter(({ user_id, is_active }) => user_id !== null && user_id !== proposerId && is_active === true)
		.map(({ team_id }) => team_id);

/** Counts the votes for a proposal, as the user sees it. */
function buildProposal(row: ProposalRow, seats: readonly SeatRow[], userId: UserId | null) {
	const voters = listVoters(seats, row.user_id);
	const ownTeamId = findOwnSeat(seats, userId)?.team_id;
	return {
		person: buildPerson(row.user_id, row),
		reason: row.reason,
		agreed: row.team_ids.filter((teamId) => voters.includes(teamId)).length,
		needed: countNeededVotes(voters.length),
		hasAgreed: ownTeamId === undefined || !voters.includes(ownTeamId) ? null : row.team_ids.includes(ownTeamId),
	};
}

/**
 * How many other managers must agree to an undo that a user asks for: none unless it concerns her own team. Where nobody else
 * manages a team, nobody is harmed.
 */
function countVotesFor(
	teamIds: readonly TeamId[],
	{ seats, userId }: { readonly seats: readonly SeatRow[]; readonly userId: UserId | null },
): number {
	const ownTeamId = findOwnSeat(seats, userId)?.team_id;
	const voters = listVoters(seats, userId).length;
	return ownTeamId !== undefined && teamIds.includes(ownTeamId) && voters > 0 ? countNeededVotes(voters) : 0;
}

async function findProposal({ trx, league }: LockedSquads, changeId: string): Promise<ProposalRow | undefined> {
	return (await listProposals(trx, league.id)).find((row) => String(row.change_id) === changeId);
}

/** Undoes a change until the next match starts. One that concerns the team of who asks is put to the vote of the other managers. */
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
		if (countVotesFor(listChangedTeams(buildUndoableChange(row)), { seats, userId }) > 0) {
			await insertProposal(trx, {
				change_id: changeId,
				league_id: leagueId,
				user_id: userId,
				reason,
				at: new Date(wallNow),
			});
			await notifyChangedTeams(locked, { changeId, what: "vote" }, listVoters(seats, userId), { userId });
			const proposal = await findProposal(locked, changeId);
			return { transaction: null, proposal: proposal ? buildProposal(proposal, seats, userId) : null };
		}
		const id = await applyUndo(locked, row, { userId, reason });
		return { transaction: await getTransaction(trx, leagueId, id), proposal: null };
	});

/** Votes for a proposed undo, or takes the vote back. The last vote that is needed undoes the change. */
export const agreeToUndo = (
	services: DraftServices,
	userId: UserId,
	leagueId: number,
	{ changeId, agrees }: { readonly changeId: string; readonly agrees: boolean },
): Promise<UndoResult> =>
	withSettledSquads(services, leagueId, userId, async (locked) => {
		const { trx, seats, wallNow } = locked;
		const teamId = requireOwnTeam(locked, userId);
		const row = await loadUndoable(locked, changeId);
		const proposed = await findProposal(locked, changeId);
		if (!proposed) throw refuse(404, "undo-not-proposed");
		if (!listVoters(seats, proposed.user_id).includes(teamId)) throw refuse(409, "undo-own-vote");
		await saveVote(trx, { change_id: changeId, team_id: teamId, at: new Date(wallNow) }, agrees);
		const proposal = buildProposal((await findProposal(locked, changeId)) ?? proposed, seats, userId);
		if (proposal.agreed < proposal.needed) return { transaction: null, proposal };
		const { reason, user_id: proposerId } = proposed;
		const id = await applyUndo(locked, row, {
			userId: proposerId,
			reason,
			data: { votes: proposal.agreed },
			actorId: userId,
		});
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
				...(mayUndo ? { mayUndo, votesNeeded: countVotesFor(listChangedTeams(change), { seats, userId }) } : {}),
				...(proposal ? { proposal: buildProposal(proposal, seats, userId) } : {}),
			};
		}),
	};
}
