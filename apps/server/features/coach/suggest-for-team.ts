import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { suggestTrades as suggestTradesCall } from "@first-bounce/contract/team/coach";
import { findOpenSlots } from "@first-bounce/rules/coach/open-slots";
import { type SuggestionInput, suggestTradeChanges, suggestTrades } from "@first-bounce/rules/coach/suggest-trades";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { createLockCheck } from "@first-bounce/rules/lockout/locked-players";
import {
	getActionRoundId,
	requireStartedTeam,
	type SeasonContext,
	type TeamState,
} from "@first-bounce/rules/team/team-state";
import { makeTrades } from "@first-bounce/rules/trades/make-trades";
import { countTradesLeft, listPlayersTradedIn, type TradePair } from "@first-bounce/rules/trades/trade";
import { accept, buildRuling, type Ruling, type Violation } from "@first-bounce/rules/violation";
import { getSeasonOutlook, type SeasonOutlook } from "../projections/season-outlook.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { TeamRow } from "../team/team-row.ts";
import { buildSeasonContext, buildTeamState } from "../team/team-state.ts";

export interface SuggestionRequest {
	readonly row: TeamRow;
	readonly now: SeasonTime;
	readonly options: BodyOf<typeof suggestTradesCall>;
}
export type Suggestions = SuccessOf<typeof suggestTradesCall>;

/** Suggests trades that a team may make besides those that its manager has prepared; null if the request was aborted. */
export function suggestForTeam(
	{ row, now, options }: SuggestionRequest,
	season: SeasonSnapshot,
	outlook: SeasonOutlook,
	isAborted: () => boolean = () => false,
): Ruling<Suggestions> | null {
	const currentContext = buildSeasonContext(season, now, row);
	const { roundId, roundIds } = outlook;
	const context = buildRoundContext(currentContext, outlook);
	const earlierPlans = (options.plannedTrades ?? []).filter((plan) => plan.roundId < roundId);
	const plannedTeam = applyPlans(buildTeamState(row, season), earlierPlans, currentContext, season);
	const ruling = checkPreparedTrades(plannedTeam, options.tradePairs, context);
	if (!ruling.ok) return ruling;
	const team = ruling.value;
	const { tradePairs, keepIds, banIds, waitIds, aim } = options;
	const inByOut = new Map(tradePairs.map(({ playerInId, playerOutId }) => [playerOutId, playerInId]));
	const teamIds = new Set(listPlayerIds(team.lineup).map((id) => inByOut.get(id) ?? id));
	const getCost = (id: number) => context.getPlayer(id)?.cost ?? 0;
	const netCost = tradePairs.reduce((sum, pair) => sum + getCost(pair.playerInId) - getCost(pair.playerOutId), 0);
	const tradedIn = listPlayersTradedIn(roundId, team.trades);
	const tradesLeft = countTradesLeft(team.trades, roundId, season.rules) - tradePairs.length;
	const availablePlayers = [...outlook.players.values()].filter(({ facts }) => context.getPlayer(facts.player.id));
	const input: SuggestionInput = {
		rules: season.rules,
		team: availablePlayers.filter(({ facts }) => teamIds.has(facts.player.id)),
		pool: availablePlayers.filter(({ facts }) => !teamIds.has(facts.player.id)),
		openSlots: findOpenSlots(season.rules, team.lineup, createLockCheck(team, context)),
		keep: new Set([...keepIds, ...tradedIn, ...inByOut.values()]),
		ban: new Set([...banIds, ...inByOut.keys()]),
		waiting: waitIds.filter((id) => !teamIds.has(id)),
		aim,
		bank: team.bank - netCost,
		tradesLeft,
		pointsPerDollar: outlook.pointsPerDollar,
		isAborted,
		isLegal: (pairs) => makeTrades(team, [...tradePairs, ...pairs], context).ok,
	};
	const suggestions = suggestTrades(input);
	// A change is not part of the trades that are being prepared.
	const changes = tradePairs.length === 0 ? suggestTradeChanges(input, team, context) : [];
	if (isAborted()) return null;
	return accept({
		roundId,
		roundIds: [...roundIds],
		tradesLeft,
		suggestions: suggestions.map(({ trades, ...suggestion }) => ({ ...suggestion, trades: [...trades] })),
		changes: changes.map(({ trades, ...suggestion }) => ({ ...suggestion, trades: [...trades] })),
	});
}

/** The season as expected in the outlook's round: earlier rounds complete, nobody locked, prices as projected. */
function buildRoundContext(current: SeasonContext, { roundId, players }: SeasonOutlook): SeasonContext {
	if (roundId === getActionRoundId(current)) return current;
	return {
		...current,
		now: Number.NEGATIVE_INFINITY,
		rounds: current.rounds.map((round) => (round.id < roundId ? { ...round, status: "complete" as const } : round)),
		getPlayer: (id) => current.getPlayer(id) && players.get(id)?.facts.player,
	};
}

/** Builds the team after the trades planned for earlier rounds. Plans that are not legal are skipped. */
function applyPlans(
	saved: TeamState | null,
	plannedTrades: NonNullable<SuggestionRequest["options"]["plannedTrades"]>,
	current: SeasonContext,
	season: SeasonSnapshot,
): TeamState | null {
	return plannedTrades
		.toSorted((a, b) => a.roundId - b.roundId)
		.reduce((team, { roundId, tradePairs }) => {
			const outlook = getSeasonOutlook(season, roundId);
			const traded = outlook && makeTrades(team, tradePairs, buildRoundContext(current, outlook));
			if (!traded?.ok) return team;
			// Trades that are not stored get negative ids.
			const newTrades = traded.value.newTrades.map((trade, index) => ({ ...trade, id: -1 - index }));
			return { ...traded.value.team, trades: [...(team?.trades ?? []), ...newTrades] };
		}, saved);
}

/** Whether further trades can resolve a violation: prepared trades that cost too much, or a new player without a slot. */
const isRepairable = ({ code }: Violation): boolean => code === "over-salary-cap" || code === "no-place";

/** Returns the team without the prepared trades, or their violations that no further trade can resolve. */
function checkPreparedTrades(saved: TeamState | null, pairs: readonly TradePair[], context: SeasonContext) {
	const team = requireStartedTeam(saved, context);
	if (!team.ok || pairs.length === 0) return team;
	const traded = makeTrades(team.value, pairs, context);
	if (traded.ok) return team;
	const violations = traded.violations.filter((violation) => !isRepairable(violation));
	return buildRuling(violations, team.value);
}
