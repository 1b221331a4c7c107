import type { TradeReason } from "@first-bounce/contract/draft/trades";
import { applyMoves } from "@first-bounce/rules/draft/squad-moves";
import { countStoppingVotes, isTradeDue, type TradeManager } from "@first-bounce/rules/draft/trade-review";
import {
	findTradeProblems,
	isPastTradeDeadline,
	listTradePlayers,
	type TradeProblem,
	type TradeSide,
} from "@first-bounce/rules/draft/trades";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import type { Db } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { forEachLeague } from "../for-each-league.ts";
import type { DraftServices } from "../room.ts";
import {
	areSquadsFinal,
	changeSquads,
	createLeagueLockCheck,
	type LockedSquads,
	withLockedSquads,
} from "../squads/change-squads.ts";
import type { SquadMove } from "../squads/queries.ts";
import type { AcceptedTrade } from "../squads/squads-column.ts";
import {
	findTrade,
	listLeaguesWithDueOffers,
	listOpenTrades,
	listReviewedTrades,
	type TradeRow,
	updatePickOwner,
	updateTrade,
} from "./queries.ts";
import { endTrade, getParties, notifyTeams, publishTrade } from "./trade-actions.ts";
import { findDecider, listTradeManagers, loadTradeContext } from "./trade-context.ts";

/** Ends an accepted trade without executing it, and tells both managers and the league. */
async function endAcceptedTrade(
	locked: LockedSquads,
	row: TradeRow,
	state: "stopped" | "failed",
	reason: TradeReason,
): Promise<void> {
	await endTrade(locked, row, state, reason);
	await notifyTeams(locked, row, state, getParties(row));
	await publishTrade(locked, row.id, state);
}

/** Stops a trade, which ends its review. */
export async function stopAcceptedTrade(locked: LockedSquads, row: TradeRow, reason: TradeReason): Promise<void> {
	await updateTrade(locked.trx, row.id, { review_ends_at: new Date(locked.now) });
	await endAcceptedTrade(locked, row, "stopped", reason);
}

/** Builds the reason that managers are told if a trade cannot be executed any more. */
function buildFailure(problem: TradeProblem): TradeReason {
	switch (problem.code) {
		case "not-owned":
		case "injured-place":
			return { code: problem.code, teamId: problem.teamId, playerId: problem.playerId };
		case "pick-not-owned":
		case "no-room":
			return { code: problem.code, teamId: problem.teamId };
		default:
			return { code: "not-possible" };
	}
}

/** Lists the moves of a trade. Drops come first, so that there is room for the others. */
function listMoves({ from, to }: TradeRow): SquadMove[] {
	const drop = ({ teamId, dropIds }: TradeSide) =>
		dropIds.map((playerId): SquadMove => ({ playerId, fromTeamId: teamId, toTeamId: null, kind: "dropped" }));
	const give = ({ teamId: fromTeamId, playerIds }: TradeSide, { teamId: toTeamId }: TradeSide) =>
		playerIds.map((playerId): SquadMove => ({ playerId, fromTeamId, toTeamId, kind: "traded" }));
	return [...drop(from), ...drop(to), ...give(from, to), ...give(to, from)];
}

/**
 * Gives the picks and players of a trade to their new teams, or ends the trade if that is impossible. Returns false if it has to
 * wait for locked players or another trade.
 */
async function executeTrade(locked: LockedSquads, row: TradeRow): Promise<boolean> {
	const { trx, league, wallNow } = locked;
	const { context: tradeContext } = await loadTradeContext(trx, locked, row.id);
	const fail = async (reason: TradeReason) => {
		await endAcceptedTrade(locked, row, "failed", reason);
		return true;
	};
	if (areSquadsFinal(locked)) return fail({ code: "not-possible" });
	const [problem] = findTradeProblems(row, tradeContext, "execute");
	if (problem) return fail(buildFailure(problem));
	const moves = listMoves(row);
	// Without the other accepted trades: the room that they need was checked when this one was accepted.
	const context = { ...locked.context, acceptedTrades: [] };
	const result = applyMoves(locked.squads, { moves }, context);
	if (!result.ok && result.problem.code === "lineup-locked") return false;
	if (!result.ok) {
		const { problem: found } = result;
		const teamId = "teamId" in found ? found.teamId : null;
		// Its room may come from an earlier accepted trade that still waits for a locked player.
		const waits = locked.accepted.some(
			({ id, moves: others }) =>
				id !== row.id && others.some((move) => teamId !== null && [move.fromTeamId, move.toTeamId].includes(teamId)),
		);
		if (waits) return false;
		return fail(teamId === null ? { code: "not-possible" } : { code: "no-room", teamId });
	}
	for (const [own, other] of [[row.from, row.to] as const, [row.to, row.from] as const])
		for (const pick of own.picks) await updatePickOwner(trx, league.id, pick, other.teamId);
	// Done before the squads change, because that ends all offers any part of which has moved.
	await updateTrade(trx, row.id, { state: "executed", decided_at: new Date(wallNow) });
	const change = { kind: "trade" as const, userId: null, teamId: row.from_team_id, data: { tradeId: row.id } };
	const { id } = await changeSquads({ ...locked, context }, change, moves);
	await updateTrade(trx, row.id, { change_id: id });
	await notifyTeams(locked, row, "executed", getParties(row));
	await publishTrade(locked, row.id, "executed");
	return true;
}

/** Executes an accepted trade if its review is over and none of its players is locked. Returns whether it is decided. */
export async function executeIfDue(
	locked: LockedSquads,
	row: TradeRow,
	managers: readonly TradeManager[],
): Promise<boolean> {
	const reviewEndsAt = row.review_ends_at?.getTime() ?? Infinity;
	if (row.state !== "accepted" || reviewEndsAt > locked.now) return false;
	// The votes may be enough now, because a manager has left.
	const stopping = countStoppingVotes(findDecider(locked, row, managers), row.votes);
	if (stopping) {
		await stopAcceptedTrade(locked, row, { code: "vote", ...stopping });
		return true;
	}
	if (!isTradeDue({ reviewEndsAt, playerIds: listTradePlayers(row) }, locked.now, locked.context.isLocked))
		return false;
	return executeTrade(locked, row);
}

/** Ends the offers of a league that nobody answered in time or before the trade deadline. */
async function expireOffers(locked: LockedSquads): Promise<void> {
	const { trx, league, draft, season, now, wallNow } = locked;
	const isPastDeadline = isPastTradeDeadline(draft.trade_deadline_round_id, season.rounds, now);
	for (const row of await listOpenTrades(trx, league.id)) {
		if (row.state !== "offered") continue;
		if (row.expires_at.getTime() <= wallNow) await endTrade(locked, row, "expired", { code: "time" });
		else if (isPastDeadline) await endTrade(locked, row, "expired", { code: "deadline" });
	}
}

/** Ends the due offers of all leagues. Safe to run twice and in several processes. */
export async function expireDueOffers(services: DraftServices, onError: (error: unknown) => void): Promise<void> {
	const { db, seasons, clocks } = services;
	const season = seasons.current();
	const now = clocks.seasonNow();
	const startedRoundId = season.rounds.findLast((round) => hasRoundStarted(round, now))?.id ?? 0;
	const due = await listLeaguesWithDueOffers(db, season.seasonId, { wallNow: clocks.wallNow(), startedRoundId });
	await forEachLeague(due, (leagueId) => withLockedSquads(services, leagueId, null, expireOffers), onError);
}

/** Lists the leagues with accepted trades whose review is over and in which nobody is locked. */
export async function listLeaguesWithDueTrades(
	db: Db,
	season: SeasonSnapshot,
	now: number,
): Promise<readonly number[]> {
	const reviewed = await listReviewedTrades(db, season.seasonId, now);
	const due = reviewed.filter(({ startId, playerIds }) => {
		const isLocked = createLeagueLockCheck(season, { start_id: startId }, now);
		return !playerIds.some(isLocked);
	});
	return [...new Set(due.map(({ leagueId }) => leagueId))];
}

/** The accepted trades whose review is over and in which nobody is locked, in the order in which their reviews ended. */
export const listDueTrades = ({ accepted, now, context }: LockedSquads): readonly AcceptedTrade[] =>
	accepted.filter(
		({ reviewEndsAt, moves }) => reviewEndsAt <= now && !moves.some(({ playerId }) => context.isLocked(playerId)),
	);

/** Executes or ends an accepted trade whose review is over. Returns whether it is decided, as `executeIfDue` does. */
export async function executeDueTrade(locked: LockedSquads, id: number): Promise<boolean> {
	const row = await findTrade(locked.trx, locked.league.id, id);
	return row !== undefined && executeIfDue(locked, row, await listTradeManagers(locked.trx, locked));
}
