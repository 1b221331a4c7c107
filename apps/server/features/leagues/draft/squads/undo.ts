import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { agreeToUndo as agreeCall, undoTransaction as undoCall } from "@first-bounce/contract/draft/squads";
import type { listTransactions as listTransactionsCall } from "@first-bounce/contract/draft/waivers";
import { listWaiverOrderAfter } from "@first-bounce/rules/draft/claims";
import {
	checkUndo,
	countNeededVotes,
	hasBounceSince,
	listChangedTeams,
	listReverseInjured,
	listReverseMoves,
	type UndoableChange,
	type UndoProblem,
} from "@first-bounce/rules/draft/undo-change";
import type { RoundId, SeasonTime, TeamId, UserId } from "@first-bounce/rules/ids";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import type { Db } from "../../../../db/tables/tables.ts";
import { type Refusal, refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import type { LeagueRow } from "../../league-row.ts";
import { requireRight } from "../../members/league-transaction.ts";
import { postChangeCard } from "../draft-cards.ts";
import { listSeats } from "../queries.ts";
import { findOwnSeat, requireOwnSeat } from "../room.ts";
import { getReadableDraft, type ReadServices } from "../seat-view.ts";
import { defineSquadAction } from "../settle.ts";
import { saveWaiverRanks } from "../waivers/queries.ts";
import { changeSquads, type LockedSquads } from "./change-squads.ts";
import { applyProposedCorrection, listLosers, requireUnreserved } from "./correct.ts";
import {
	buildProposal,
	type ChangeAuthor,
	findProposal,
	getReasonToShow,
	listVoters,
	mayVote,
	notifyChangedTeams,
	propose,
} from "./proposals.ts";
import { type ChangeRow, getTransaction, listChangesSince, listTransactions } from "./transactions.ts";
import {
	canReturnTradedPicks,
	deleteProposal,
	findLastFormerChange,
	findLastRunForUndo,
	listClaimsOfTeam,
	listProposals,
	markUndone,
	type ProposalRow,
	refundBid,
	returnTradedPicks,
	saveVote,
} from "./undo-queries.ts";

export const buildUndoableChange = (row: ChangeRow): UndoableChange => ({
	id: Number(row.id),
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

/** Loads what decides whether changes of a league's squads can be undone. */
export const loadUndoContext = async (
	db: Db,
	{ id, start_id: startRoundId }: Pick<LeagueRow, "id" | "start_id">,
	{ season, now }: { readonly season: Pick<SeasonSnapshot, "rounds">; readonly now: SeasonTime },
) => ({ rounds: season.rounds, startRoundId, lastFormerId: await findLastFormerChange(db, id), now });

function buildUndoRefusal(problem: UndoProblem, season: SeasonSnapshot): Refusal {
	if (problem.code !== "moved-again") return refuse(409, `undo-${problem.code}`);
	return refuse(409, "undo-moved-again", { name: season.players.get(problem.playerId)?.name ?? "" });
}

/** Loads a change of a locked league; refuses one that cannot be undone. */
export async function loadUndoable(locked: LockedSquads, changeId: string): Promise<ChangeRow> {
	const { trx, league, season } = locked;
	const [row, ...later] = await listChangesSince(trx, league.id, changeId);
	if (!row || String(row.id) !== changeId) throw refuse(404, "undo-unknown");
	const context = await loadUndoContext(trx, league, locked);
	const problem = checkUndo(buildUndoableChange(row), later.map(buildUndoableChange), context);
	if (problem) throw buildUndoRefusal(problem, season);
	if (row.kind === "trade" && !(await canReturnTradedPicks(trx, changeId))) throw refuse(409, "undo-pick-moved");
	return row;
}

/** Loads an entry of the log that is put to the vote: a change to undo, or a correction that is proposed. */
async function loadProposed(locked: LockedSquads, changeId: string): Promise<ChangeRow> {
	const [row] = await listChangesSince(locked.trx, locked.league.id, changeId);
	if (!row?.data.proposedMoves || String(row.id) !== changeId) return loadUndoable(locked, changeId);
	const { season, league, now } = locked;
	const locks = { rounds: season.rounds, startRoundId: league.start_id, now };
	if (hasBounceSince(row.season_at.getTime(), locks)) throw refuse(409, "undo-after-lock");
	return row;
}

/** Gives a bid back and, if no run has happened since, the place in the priority. */
async function returnClaim(
	{ trx, league, draft }: LockedSquads,
	{ id, team_id: teamId, data }: ChangeRow,
): Promise<void> {
	if (teamId !== null && data.bid) await refundBid(trx, teamId, data.bid);
	const run =
		draft.waiver_priority === "reverse-ladder" ? undefined : await findLastRunForUndo(trx, league.id, String(id));
	if (run) await saveWaiverRanks(trx, listWaiverOrderAfter(run.teamIds, run.winnerIds));
}

/** Undoes a change, with the bid and the picks that it moved. */
export async function applyUndo(locked: LockedSquads, row: ChangeRow, by: ChangeAuthor): Promise<string> {
	const { trx } = locked;
	const change = buildUndoableChange(row);
	const changeId = String(row.id);
	const { injuredPlayerId } = change;
	const moves = listReverseMoves(change);
	// Done before the squads change, because that ends all offers of which a part has moved.
	if (row.kind === "trade") await returnTradedPicks(trx, changeId);
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
	if (row.kind === "waivers") await returnClaim(locked, row);
	await notifyChangedTeams(locked, { changeId: id, stage: "done" }, listChangedTeams(change), by);
	return id;
}

/**
 * Finds what a manager who wants to undo a change has to do with it: her team is part of it, or it claimed one of its players in
 * the same run (`decided`) or claims one now (`pending`), so that the undo would help her. Only what a run has decided may be
 * shown to others.
 */
function findInterest(
	{ moves, teamId }: UndoableChange,
	run: { readonly roundId: RoundId | null; readonly run: string | null },
	own: OwnTeam | null,
): "own" | "decided" | "pending" | null {
	if (!own) return null;
	if (listChangedTeams({ moves, teamId }).includes(own.teamId)) return "own";
	const claims = own.claims.filter(
		({ player_id, state, round_id, run: name }) =>
			moves.some(({ playerId }) => playerId === player_id) &&
			(state === "pending" || (round_id === run.roundId && name === run.run)),
	);
	if (claims.length === 0) return null;
	return claims.some(({ state }) => state !== "pending") ? "decided" : "pending";
}

/** The team of the manager who wants to undo a change, with its claims. */
interface OwnTeam {
	readonly teamId: TeamId;
	readonly claims: Awaited<ReturnType<typeof listClaimsOfTeam>>;
}

async function loadOwnTeam(
	db: Db,
	{ seats, userId, fromRoundId }: Pick<LockedSquads, "seats"> & { userId: UserId | null; fromRoundId: RoundId },
): Promise<OwnTeam | null> {
	const teamId = findOwnSeat(seats, userId)?.team_id;
	return teamId === undefined ? null : { teamId, claims: await listClaimsOfTeam(db, teamId, fromRoundId) };
}

async function findInterestIn({ trx, seats }: LockedSquads, row: ChangeRow, userId: UserId) {
	const own = await loadOwnTeam(trx, { seats, userId, fromRoundId: row.round_id });
	const { runRoundId = null, run = null } = row.data;
	return findInterest(buildUndoableChange(row), { roundId: runRoundId, run }, own);
}

/** Builds the author of an undo or a correction for the log, with the author's team. */
const buildAuthor = (
	{ seats }: Pick<LockedSquads, "seats">,
	userId: UserId | null,
	data: Readonly<Record<string, unknown>> = {},
) => {
	const byTeamId = findOwnSeat(seats, userId)?.team_id;
	return { userId, data: byTeamId === undefined ? data : { ...data, byTeamId } };
};

/**
 * Undoes a change, which is possible until the next match starts. If it concerns the caller's own team, the other managers vote
 * on it; if there are none, it is undone at once.
 */
export const undoTransaction = defineSquadAction(
	async (locked, userId, { changeId, reason: sentReason }: BodyOf<typeof undoCall>) => {
		const { trx, league, seats, wallNow } = locked;
		requireRight(league, "runDraft");
		const row = await loadUndoable(locked, changeId);
		requireUnreserved(locked, buildUndoableChange(row).moves);
		const interest = await findInterestIn(locked, row, userId);
		const reason = await getReasonToShow(locked, userId, sentReason);
		if (interest !== null && listVoters(seats, { user_id: userId, at: new Date(wallNow) }).length > 0)
			return { transaction: null, proposal: await propose(locked, changeId, { userId, reason }) };
		const id = await applyUndo(locked, row, { ...buildAuthor(locked, userId), reason });
		return { transaction: await getTransaction(trx, league.id, id), proposal: null };
	},
);

/** Applies a proposal to which enough managers have agreed; returns the id of the new change. */
async function applyProposal(
	locked: LockedSquads,
	row: ChangeRow,
	{ proposed, votes, actorId }: { readonly proposed: ProposalRow; readonly votes: number; readonly actorId: UserId },
): Promise<string> {
	const { reason, user_id: userId } = proposed;
	if (row.data.proposedMoves)
		return applyProposedCorrection(locked, row, { ...buildAuthor(locked, userId, { votes }), reason, actorId });
	requireUnreserved(locked, buildUndoableChange(row).moves);
	const hadClaim = userId !== null && (await findInterestIn(locked, row, userId)) === "decided";
	const data = { votes, ...(hadClaim ? { hadClaim } : {}) };
	return applyUndo(locked, row, { ...buildAuthor(locked, userId, data), reason, actorId });
}

/**
 * Votes for a proposal, or takes the vote back. The last vote needed applies it. A correction needs only the votes of the
 * managers who lose a player by it.
 */
export const agreeToUndo = defineSquadAction(async (locked, userId, { changeId, agrees }: BodyOf<typeof agreeCall>) => {
	const { trx, league, seats, wallNow } = locked;
	const { team_id: teamId } = requireOwnSeat(seats, userId);
	const row = await loadProposed(locked, changeId);
	const proposed = await findProposal(locked, changeId);
	if (!proposed) throw refuse(404, "undo-not-proposed");
	if (!mayVote(seats, proposed, teamId)) throw refuse(409, "undo-own-vote");
	await saveVote(trx, { change_id: changeId, team_id: teamId, at: new Date(wallNow) }, agrees);
	const voted = (await findProposal(locked, changeId)) ?? proposed;
	const proposal = buildProposal(voted, seats, userId);
	const losers = listLosers(seats, row.data.proposedMoves ?? []);
	const isAgreed = losers.length > 0 && losers.every((id) => voted.team_ids.includes(id));
	if (proposal.agreed < proposal.needed && !isAgreed) return { transaction: null, proposal };
	const id = await applyProposal(locked, row, { proposed, votes: proposal.agreed, actorId: userId });
	return { transaction: await getTransaction(trx, league.id, id), proposal: null };
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
	const own = await loadOwnTeam(db, { seats, userId, fromRoundId: page.transactions.at(-1)?.roundId ?? 0 });
	const voters = listVoters(seats, { user_id: userId, at: new Date(clocks.wallNow()) }).length;
	const context = await loadUndoContext(db, league, { season: seasons.current(), now: clocks.seasonNow() });
	const mayRun = hasRight(league.role, "runDraft");
	const newer = mayRun && query.before !== undefined ? await listChangesSince(db, leagueId, query.before) : [];
	const later = newer.map(buildUndoableChange);
	const changes = page.transactions.map((transaction) => ({
		...transaction,
		id: Number(transaction.id),
		at: Date.parse(transaction.seasonTime),
		isUndone: transaction.undoneBy !== null,
	}));
	return {
		...page,
		transactions: page.transactions.map((transaction, index) => {
			const change = changes[index];
			const mayUndo = mayRun && change && checkUndo(change, [...changes.slice(0, index), ...later], context) === null;
			const votesNeeded = change && findInterest(change, transaction, own) && voters > 0 ? countNeededVotes(voters) : 0;
			// A proposal lapses when a match starts.
			const isLapsed = change !== undefined && hasBounceSince(change.at, context);
			const proposal = isLapsed ? undefined : proposals.find(({ change_id }) => String(change_id) === transaction.id);
			return {
				...transaction,
				...(mayUndo ? { mayUndo, votesNeeded } : {}),
				...(proposal ? { proposal: buildProposal(proposal, seats, userId) } : {}),
			};
		}),
	};
}
