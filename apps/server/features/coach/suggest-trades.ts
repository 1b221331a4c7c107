import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { suggestTrades } from "@first-bounce/contract/team/coach";
import { findOpenSlots } from "@first-bounce/rules/coach/open-slots";
import { adviseTrades } from "@first-bounce/rules/coach/trade-advice";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { createLockCheck } from "@first-bounce/rules/lockout/lock-check";
import { requireStartedTeam, type SeasonContext, type TeamState } from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { countTradesLeft, listPlayersTradedIn, type TradePair } from "@first-bounce/rules/trades/trade";
import { accept, buildRuling, type Ruling, type Violation } from "@first-bounce/rules/violation";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { TeamRow } from "../team/team-row.ts";
import { buildSeasonContext, buildTeamState } from "../team/team-state.ts";
import type { SeasonOutlook } from "./season-outlook.ts";

/** A team at a time, and what its manager wants. */
export interface TradeQuestion {
	readonly row: TeamRow;
	readonly now: SeasonTime;
	readonly options: BodyOf<typeof suggestTrades>;
}
export type TradeAnswer = SuccessOf<typeof suggestTrades>;

/** Suggests trades that the team may make beside those that its manager has prepared. */
export function suggestTeamTrades(
	{ row, now, options }: TradeQuestion,
	season: SeasonSnapshot,
	outlook: SeasonOutlook,
): Ruling<TradeAnswer> {
	const context = buildSeasonContext(season, now, row);
	const ruling = checkPreparedTrades(buildTeamState(row, season), options.tradePairs, context);
	if (!ruling.ok) return ruling;
	const team = ruling.value;
	const { tradePairs, keepIds, banIds, waitIds, aim } = options;
	const replacement = new Map(tradePairs.map(({ playerInId, playerOutId }) => [playerOutId, playerInId]));
	const teamIds = new Set(listPlayerIds(team.lineup).map((id) => replacement.get(id) ?? id));
	const costOf = (id: number) => context.players(id)?.cost ?? 0;
	const spent = tradePairs.reduce((sum, pair) => sum + costOf(pair.playerInId) - costOf(pair.playerOutId), 0);
	const tradedIn = listPlayersTradedIn(outlook.roundId, team.trades);
	const tradesLeft = countTradesLeft(team.trades, outlook.roundId, season.rules) - tradePairs.length;
	const everybody = [...outlook.players.values()].filter(({ facts }) => context.players(facts.player.id));
	const suggestions = adviseTrades({
		rules: season.rules,
		team: everybody.filter(({ facts }) => teamIds.has(facts.player.id)),
		pool: everybody.filter(({ facts }) => !teamIds.has(facts.player.id)),
		openSlots: findOpenSlots(season.rules, team.lineup, createLockCheck(team, context)),
		keep: new Set([...keepIds, ...tradedIn, ...replacement.values()]),
		ban: new Set([...banIds, ...replacement.keys()]),
		waiting: waitIds.filter((id) => !teamIds.has(id)),
		aim,
		bank: team.bank - spent,
		tradesLeft,
		pointsPerDollar: outlook.pointsPerDollar,
		isLegal: (pairs) => makeTrades(team, [...tradePairs, ...pairs], context).ok,
	});
	const { roundId, roundIds } = outlook;
	return accept({
		roundId,
		roundIds: [...roundIds],
		tradesLeft,
		suggestions: suggestions.map(({ trades, ...each }) => ({ ...each, trades: [...trades] })),
	});
}

/** What further trades can put right: the prepared ones cost too much, or a new player has no slot yet. */
const isReparable = ({ code }: Violation): boolean => code === "over-salary-cap" || code === "no-place";

/** The team before the prepared trades, if they could be made together with others. */
function checkPreparedTrades(
	saved: TeamState | null,
	pairs: readonly TradePair[],
	context: SeasonContext,
): Ruling<TeamState> {
	const team = requireStartedTeam(saved, context);
	if (!team.ok || pairs.length === 0) return team;
	const made = makeTrades(team.value, pairs, context);
	return made.ok
		? team
		: buildRuling(
				made.violations.filter((violation) => !isReparable(violation)),
				team.value,
			);
}
