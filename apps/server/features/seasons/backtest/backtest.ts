import type { Dollars, PlayerId, Points, RoundId } from "@first-bounce/rules/ids";
import type { Loop } from "@first-bounce/rules/instructions/instruction";
import type { Lineup, PlayersByLine } from "@first-bounce/rules/lineup/lineup";
import { sum } from "@first-bounce/rules/numbers";
import { computeRange } from "@first-bounce/rules/projections/estimate";
import { findRound, listSquadMatches } from "@first-bounce/rules/round/round";
import { computeBankUnderCap } from "@first-bounce/rules/salary/salary";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { TeamState } from "@first-bounce/rules/team/team-state";
import type { NewTrade } from "@first-bounce/rules/trades/trade";
import type { ImportedPlayer, SeasonData } from "../import/files/season-data.ts";
import { arrangeTeam, carryOutLoop, pickTeam, tradePlayers } from "./coach-decisions.ts";
import { createRoundOutlook, type OutlookOptions, type RoundOutlook } from "./round-outlook.ts";
import { type SeasonBeforeRound, SeasonHistory } from "./season-history.ts";

/**
 * `autofill` picks a team and never trades; `coach` makes the trades that the coach suggests each week; `planner` makes
 * trades for up to five rounds ahead. Each of them sets field, captains and emergencies every week.
 */
export const STRATEGIES = ["autofill", "planner", "coach"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface BacktestOptions extends Omit<OutlookOptions, "rules"> {
	readonly strategy: Strategy;
	/** The team of the first round; null to have one picked. */
	readonly start: StartTeam | null;
}

export interface StartTeam {
	readonly lineup: Lineup;
	/** Players whom the season does not list. They never play, and cost the floor price. */
	readonly unknownPlayers: readonly ImportedPlayer[];
}

interface BacktestRound {
	readonly round: RoundId;
	readonly lineup: PlayersByLine;
	readonly bench: PlayersByLine;
	readonly utility: PlayerId;
	readonly captain: PlayerId;
	readonly viceCaptain: PlayerId;
	readonly emergencies: readonly PlayerId[];
	readonly trades: readonly { readonly in: PlayerId; readonly out: PlayerId }[];
	readonly bank: Dollars;
	readonly points: Points;
}

interface BacktestProjection {
	readonly round: RoundId;
	readonly player: PlayerId;
	readonly estimate: Points;
	readonly low: Points;
	readonly high: Points;
}

export interface BacktestResult {
	readonly total: Points;
	readonly rounds: readonly BacktestRound[];
	/** For each round, the players named in its teams. */
	readonly projections: readonly BacktestProjection[];
}

/** The weights of the rounds that the planner considers, starting with the current one. */
const PLANNER_ROUND_WEIGHTS = [1, 0.7, 0.5, 0.3, 0.2];

/** Gets the season's rules with the strategy's coach settings. */
function getStrategyRules(rules: SeasonRules, strategy: Strategy): SeasonRules {
	if (strategy !== "planner") return rules;
	return { ...rules, coach: { ...rules.coach, roundWeights: PLANNER_ROUND_WEIGHTS } };
}

/**
 * Plays a past season. Each round's decisions use only what was known before it and the teams announced for it. Returns
 * null if the salary cap is too low for a team.
 */
export function runBacktest(season: SeasonData, options: BacktestOptions): BacktestResult | null {
	const { strategy, start } = options;
	const rules = getStrategyRules(season.rules, strategy);
	const history = new SeasonHistory(season, start?.unknownPlayers ?? []);
	const rounds: BacktestRound[] = [];
	const projections: BacktestProjection[] = [];
	let team: TeamState | null = null;
	for (const roundId of season.rounds) {
		const seasonBefore = history.getSeasonBefore(roundId);
		const outlook = createRoundOutlook(seasonBefore, { ...options, rules });
		const decision: RoundDecision | null = team
			? playRound(team, seasonBefore, outlook, { rules, strategy })
			: startSeason(seasonBefore, outlook, { rules, strategy, start });
		if (!decision) return null;
		const getPlayerRound = history.createPlayerRoundLookup(roundId);
		team = carryOutLoop(decision.team, decision.loop, getPlayerRound, seasonBefore, rules);
		const scored = scoreLineup(
			team.lineup,
			getPlayerRound,
			(id) => seasonBefore.players.get(id)?.position ?? [],
			rules,
		);
		rounds.push(formatRound(roundId, team, decision.trades, scored.points));
		projections.push(...listProjections(seasonBefore, outlook, rules));
		history.addRound(roundId);
	}
	return { total: sum(rounds.map(({ points }) => points)), rounds, projections };
}

interface RoundDecision {
	readonly team: TeamState;
	readonly trades: readonly NewTrade[];
	readonly loop: Loop | null;
}

interface StrategyContext {
	readonly rules: SeasonRules;
	readonly strategy: Strategy;
}

/** Starts the first round with the given team as it is, or with one that is picked under the salary cap. */
function startSeason(
	season: SeasonBeforeRound,
	outlook: RoundOutlook,
	{ rules, strategy, start }: StrategyContext & Pick<BacktestOptions, "start">,
): RoundDecision | null {
	const lineup = start?.lineup ?? pickTeam(outlook, rules, strategy === "autofill" ? "round" : "season");
	if (!lineup) return null;
	const bank = computeBankUnderCap(lineup, rules, (id) => season.players.get(id));
	const team: TeamState = { lineup, bank, startRoundId: season.roundId, trades: [] };
	return { ...(start ? { team, loop: null } : arrangeTeam(team, season, outlook, rules)), trades: [] };
}

function playRound(
	teamBefore: TeamState,
	season: SeasonBeforeRound,
	outlook: RoundOutlook,
	{ rules, strategy }: StrategyContext,
): RoundDecision {
	const traded =
		strategy === "autofill" ? { team: teamBefore, trades: [] } : tradePlayers(teamBefore, season, outlook, rules);
	return { ...arrangeTeam(traded.team, season, outlook, rules), trades: traded.trades };
}

function formatRound(round: RoundId, { lineup, bank }: TeamState, trades: readonly NewTrade[], points: Points) {
	const { field, bench, utilityId, captainId, viceCaptainId, emergency } = lineup;
	return {
		round,
		lineup: field,
		bench,
		utility: utilityId,
		captain: captainId,
		viceCaptain: viceCaptainId,
		emergencies: emergency,
		trades: trades.map(({ playerInId, playerOutId }) => ({ in: playerInId, out: playerOutId })),
		bank,
		points,
	};
}

/** Lists the estimates for the round, summed over both matches in a double game week. */
function listProjections(
	{ roundId, namedPlayers, players, rounds }: SeasonBeforeRound,
	{ estimates }: RoundOutlook,
	rules: SeasonRules,
): BacktestProjection[] {
	const round = findRound(rounds, roundId);
	return [...players.values()].flatMap(({ id, squadId }): BacktestProjection[] => {
		const perMatch = estimates.get(id);
		if (!round || perMatch === undefined || !namedPlayers.has(id)) return [];
		const estimate = perMatch * listSquadMatches(squadId, round).length;
		return [{ round: roundId, player: id, estimate, ...computeRange(estimate, rules) }];
	});
}
