import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { forEachLeague } from "./for-each-league.ts";
import type { DraftServices } from "./room.ts";
import { type LockedSquads, withLockedSquads } from "./squads/change-squads.ts";
import { executeDueTrade, listDueTrades, listLeaguesWithDueTrades } from "./trades/execute-trade.ts";
import { executeRun, listLeaguesWithDueRuns } from "./waivers/run-waivers.ts";
import { findDueRun, getWaivers, type Waivers } from "./waivers/waivers.ts";

const MAX_ATTEMPTS = 4;
const DUE = Symbol("due");

/** Executes the trade or the waiver run that was due first. Returns whether more may be due. */
async function settleNext(locked: LockedSquads): Promise<boolean> {
	const waivers = getWaivers(locked);
	const [run, next] = waivers.comingRuns.filter(({ dueAt }) => dueAt <= locked.now);
	const trades = listDueTrades(locked);
	for (const { id, reviewEndsAt } of trades)
		if ((!run || reviewEndsAt <= run.dueAt) && (await executeDueTrade(locked, id))) return true;
	if (!run) return false;
	await executeRun(locked, waivers, run);
	return next !== undefined || trades.length > 0;
}

/** Does all that is due in a league, in the order in which it was due, each in a transaction of its own. */
export async function settleLeague(services: DraftServices, leagueId: number): Promise<void> {
	let isMore = true;
	while (isMore) isMore = await withLockedSquads(services, leagueId, null, settleNext);
}

/**
 * Executes the trades and waiver runs that are due in all leagues of the season. Safe to run twice and in several processes. A
 * league in which it fails is reported, and does not delay the others.
 *
 * @returns in how many leagues something was due
 */
export async function settleLeagues(services: DraftServices, onError: (error: unknown) => void): Promise<number> {
	const { db, seasons, clocks } = services;
	const [season, now] = [seasons.current(), clocks.seasonNow()];
	const withTrades = await listLeaguesWithDueTrades(db, season, now);
	const due = new Set([...withTrades, ...(await listLeaguesWithDueRuns(services, season, now))]);
	await forEachLeague(due, (leagueId) => settleLeague(services, leagueId), onError);
	return due.size;
}

/** Locked squads on which nothing is due. */
export interface SettledSquads extends LockedSquads {
	readonly waivers: Waivers;
}

/**
 * Runs an action on the squads of a league after everything that is due, so that nobody gets a player before a run or a trade
 * that should have happened. The user is null for an operator's action.
 */
export async function withSettledSquads<Result>(
	services: DraftServices,
	leagueId: number,
	userId: UserId | null,
	action: (settled: SettledSquads) => Promise<Result>,
): Promise<Result> {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const result = await withLockedSquads(services, leagueId, userId, async (locked) => {
			const waivers = getWaivers(locked);
			// A trade that still waits for a locked line-up does not block others.
			const isTradeDue = attempt === 0 && listDueTrades(locked).length > 0;
			return isTradeDue || findDueRun(waivers, locked.now) ? DUE : action({ ...locked, waivers });
		});
		if (result !== DUE) return result;
		await settleLeague(services, leagueId);
	}
	throw refuse(503, "busy");
}

/** Defines an action of a member of a league on its squads, after everything that is due. */
export const defineSquadAction =
	<Input extends unknown[], Result>(
		act: (settled: SettledSquads, userId: UserId, ...input: Input) => Promise<Result>,
	) =>
	(services: DraftServices, userId: UserId, leagueId: number, ...input: Input): Promise<Result> =>
		withSettledSquads(services, leagueId, userId, (settled) => act(settled, userId, ...input));
