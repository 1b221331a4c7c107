import type { TradeReason } from "@first-bounce/contract/draft/trades";
import { applyMoves } from "@first-bounce/rules/draft/squad-moves";
import { countStoppingVotes, isTradeDue, type TradeManager } from "@first-bounce/rules/draft/trade-review";
import {
	findTradeProblems,
	isPastTradeDeadline,
	listTradePlayers,
	type TradeProblem,
} from "@first-bounce/rules/draft/trades";
import { hasRoundStarted } from "@first-bounce/rules/round/round";
import pLimit from "p-limit";
import { Refusal } from "../../../../plugins/refusal.ts";
import type { DraftServices } from "../room.ts";
import {
	changeSquads,
	createLeagueLockCheck,
	type LockedSquads,
	type SquadMove,
	withLockedSquads,
} from "../squads/change-squads.ts";
import {
	findTrade,
	listLeaguesWithOldOffers,
	listOpenTrades,
	listReviewedTrades,
	type TradeRow,
	updatePickOwner,
	updateTrade,
} from "./queries.ts";
import { endTrade, getParties, notifyTeams, publishTrade } from "./trade-actions.ts";
import { findDecider, listTradeManagers, loadTradeContext } from "./trade-context.ts";

/** How many leagues are worked on at the same time. */
const limitLeagues = pLimit(4);

/** Ends an accepted trade without making it, and tells both managers and the league. */
async function end(
	locked: LockedSquads,
	row: TradeRow,
	state: "stopped" | "failed",
	reason: TradeReason,
): Promise<void> {
	await endTrade(locked, row, state, reason);
	await notifyTeams(locked, row, [{ what: state, teamIds: getParties(row) }]);
	await publishTrade(locked, row.id, state);
}

export const stop = (locked: LockedSquads, row: TradeRow, reason: TradeReason): Promise<void> =>
	end(locked, row, "stopped", reason);

/** Why a trade cannot be made any more, in what its managers are told. */
function buildFailure(problem: TradeProblem): TradeReason {
	switch (problem.code) {
		case "not-owned":
			return { code: "not-owned", teamId: problem.teamId, playerId: problem.playerId };
		case "pick-not-owned":
			return { code: "pick-not-owned", teamId: problem.teamId };
		case "no-room":
			return { code: "no-room", teamId: problem.teamId };
		default:
			return { code: "not-possible" };
	}
}

/** Lists who moves in a trade. Who is dropped goes first, so that there is room. */
function listMoves({ from, to }: TradeRow): SquadMove[] {
	const sides = [
		[from, to],
		[to, from],
	] as const;
	return [
		...sides.flatMap(([own]) =>
			own.dropIds.map((playerId) => ({
				playerId,
				fromTeamId: own.teamId,
				toTeamId: null,
				kind: "dropped" as const,
			})),
		),
		...sides.flatMap(([own, other]) =>
			own.playerIds.map((playerId) => ({
				playerId,
				fromTeamId: own.teamId,
				toTeamId: other.teamId,
				kind: "traded" as const,
			})),
		),
	];
}

/** Gives the picks and players of a trade to their new teams. False if locked players leave no place yet. */
async function make(locked: LockedSquads, row: TradeRow): Promise<boolean> {
	const { trx, league, wallNow } = locked;
	const { context } = await loadTradeContext(trx, locked, row.id);
	const [problem] = findTradeProblems(row, context, "execute");
	if (problem) {
		await end(locked, row, "failed", buildFailure(problem));
		return true;
	}
	const moves = listMoves(row);
	const result = applyMoves(locked.squads, { moves }, locked.context);
	if (!result.ok && result.problem.code === "lineup-locked") return false;
	if (!result.ok) {
		const { problem: found } = result;
		await end(
			locked,
			row,
			"failed",
			"teamId" in found && found.teamId !== null ? { code: "no-room", teamId: found.teamId } : { code: "not-possible" },
		);
		return true;
	}
	for (const [own, other] of [[row.from, row.to] as const, [row.to, row.from] as const])
		for (const pick of own.picks) await updatePickOwner(trx, league.id, pick, other.teamId);
	// Before the squads change, which ends the offers of which a part has moved.
	await updateTrade(trx, row.id, { state: "executed", decided_at: new Date(wallNow) });
	const change = { kind: "trade" as const, userId: null, teamId: row.from_team_id, data: { tradeId: row.id } };
	const { id } = await changeSquads(locked, change, moves);
	await updateTrade(trx, row.id, { change_id: id });
	await notifyTeams(locked, row, [{ what: "executed", teamIds: getParties(row) }]);
	await publishTrade(locked, row.id, "executed");
	return true;
}

/** Makes an accepted trade if its review is over and nobody in it is locked. Whether it is decided then. */
export async function executeIfDue(
	locked: LockedSquads,
	row: TradeRow,
	managers: readonly TradeManager[],
): Promise<boolean> {
	const reviewEndsAt = row.review_ends_at?.getTime() ?? Infinity;
	if (row.state !== "accepted" || reviewEndsAt > locked.now) return false;
	// The votes may suffice since a manager left.
	const stopping = countStoppingVotes(findDecider(locked, row, managers), row.votes);
	if (stopping) {
		await stop(locked, row, { code: "vote", ...stopping });
		return true;
	}
	if (!isTradeDue({ reviewEndsAt, playerIds: listTradePlayers(row) }, locked.now, locked.context.isLocked))
		return false;
	return make(locked, row);
}

/** Ends the offers of a league that were not answered in time. */
async function expireOffers(locked: LockedSquads): Promise<void> {
	const { trx, league, draft, season, now, wallNow } = locked;
	const isPastDeadline = isPastTradeDeadline(draft.trade_deadline_round_id, season.rounds, now);
	for (const row of await listOpenTrades(trx, league.id)) {
		if (row.state !== "offered") continue;
		if (row.expires_at.getTime() <= wallNow) await endTrade(locked, row, "expired", { code: "time" });
		else if (isPastDeadline) await endTrade(locked, row, "expired", { code: "deadline" });
	}
}

/** Makes the reviewed trades of a league one after the other, the one whose review ended first at first. */
async function executeTrades(services: DraftServices, leagueId: number, ids: readonly number[]): Promise<void> {
	// Each sees the squads as the one before has left them.
	for (const id of ids)
		await withLockedSquads(services, leagueId, null, async (locked) => {
			const row = await findTrade(locked.trx, leagueId, id);
			if (row) await executeIfDue(locked, row, await listTradeManagers(locked.trx, locked));
		});
}

/**
 * Does what is due with trades: ends offers that nobody answered, and makes accepted trades whose review is over once nobody in
 * them is locked. A row says what has happened, so it is safe twice and in several processes.
 */
export async function runDueTrades(services: DraftServices, onError: (error: unknown) => void): Promise<void> {
	const { db, seasons, clocks } = services;
	const season = seasons.current();
	const now = clocks.seasonNow();
	const report = (error: unknown) => {
		// The league was deleted meanwhile.
		if (!(error instanceof Refusal && error.status === 404)) onError(error);
	};
	const startedRoundId = season.rounds.findLast((round) => hasRoundStarted(round, now))?.id ?? 0;
	const old = await listLeaguesWithOldOffers(db, season.seasonId, { wallNow: clocks.wallNow(), startedRoundId });
	const reviewed = await listReviewedTrades(db, season.seasonId, now);
	const due = reviewed.filter(({ startId, playerIds }) => {
		const isLocked = createLeagueLockCheck(season, { start_id: startId }, now);
		return !playerIds.some(isLocked);
	});
	const byLeague = Map.groupBy(due, ({ leagueId }) => leagueId);
	await Promise.all([
		...old.map((leagueId) =>
			limitLeagues(() => withLockedSquads(services, leagueId, null, expireOffers).catch(report)),
		),
		...[...byLeague].map(([leagueId, rows]) =>
			limitLeagues(() =>
				executeTrades(
					services,
					leagueId,
					rows.map(({ id }) => id),
				).catch(report),
			),
		),
	]);
}
