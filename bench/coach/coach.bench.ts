import { isDeepStrictEqual } from "node:util";
import type { ProjectionsFile } from "@first-bounce/contract/stats/static-data";
import { runBacktest } from "../../apps/server/features/seasons/backtest/backtest.ts";
import { createRoundOutlook } from "../../apps/server/features/seasons/backtest/round-outlook.ts";
import { SeasonHistory } from "../../apps/server/features/seasons/backtest/season-history.ts";
import { readSeasonFolder } from "../../apps/server/features/seasons/import/files/read-season-folder.ts";
import type { SeasonData } from "../../apps/server/features/seasons/import/files/season-data.ts";
import shownFigures from "../../apps/web/screens/projections/season-2023.json" with { type: "json" };
import { autofill } from "../../packages/rules/autofill/autofill.ts";
import { computePointsPerDollar, computeWeightedPoints } from "../../packages/rules/coach/coach-player.ts";
import { type AdvisedPlayer, suggestTrades } from "../../packages/rules/coach/suggest-trades.ts";
import type { PlayerId } from "../../packages/rules/ids.ts";
import {
	buildLineupFromIds,
	createEmptyLineup,
	listPlayerIds,
	listSlotIds,
} from "../../packages/rules/lineup/slots.ts";
import { computeAverage } from "../../packages/rules/numbers.ts";
import { DID_NOT_PLAY } from "../../packages/rules/scoring/player-round.ts";
import { scoreLineup } from "../../packages/rules/scoring/score-lineup.ts";
import { getSeason2023Path, type HistoricTeam, readSeason2023Lineups } from "../../testing/rules/season-2023.ts";
import { type Comparison, compareWithLimit, computePercentile, summarise } from "../measure.ts";
import type { Bench, BenchContext } from "../registry.ts";
import { measureClaims, prepareDraftSeason } from "./draft-claims.ts";
import { generateSeason, measureKnowledge } from "./generated-seasons.ts";
import { computeRangeError, listStandingForecasts, printStandingForecasts } from "./live-standing.ts";
import { measureAccuracy, measureChosenAccuracy } from "./projection-error.ts";

/** The coach is measured with real teams 20, 40, … 480. */
const TEAM_STEP = 20;
const LAST_TEAM = 480;
const SEEDS = 12;
const GENERATED_SEASONS = 16;
/** The totals at some ranks among the 26,651 real teams of 2023. */
const REAL_TOTALS = [
	{ rank: 1, total: 15_649 },
	{ rank: 100, total: 15_105 },
	{ rank: 1_000, total: 14_428 },
	{ rank: 2_665, total: 13_904 },
	{ rank: 13_326, total: 11_681 },
];

/** Computes the points that a team's first line-up would score over the season without changes. */
function computeUntouchedTotal(season: SeasonData, { lineup }: HistoricTeam): number {
	const history = new SeasonHistory(season, []);
	const positions = new Map(season.players.map((player) => [player.id, player.positions]));
	return season.rounds
		.map((round) => {
			const getScore = history.createPlayerRoundLookup(round);
			return scoreLineup(
				lineup,
				(id) => getScore(id) ?? DID_NOT_PLAY,
				(id) => positions.get(id) ?? [],
				season.rules,
			).points;
		})
		.reduce((sum, points) => sum + points, 0);
}

/** The share of the real line-ups of round 1 that have each player. */
function computeOwnership(teams: readonly HistoricTeam[]): ReadonlyMap<PlayerId, number> {
	const counts = Map.groupBy(
		teams.flatMap(({ lineup }) => listPlayerIds(lineup)),
		(id) => id,
	);
	return new Map([...counts].map(([id, all]) => [id, all.length / teams.length]));
}

/** Formats the mean of totals with the distance to both ends of its 95 % interval. */
function formatMean(totals: readonly number[]): string {
	const mean = computeAverage(totals);
	const variance = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / Math.max(1, totals.length - 1);
	return `${mean.toFixed(0)} ± ${(1.96 * Math.sqrt(variance / totals.length)).toFixed(0)}`;
}

interface CoachedSeason {
	readonly team?: HistoricTeam;
	readonly seed?: number;
	readonly ownership?: ReadonlyMap<PlayerId, number>;
}

const playWithCoach = (season: SeasonData, { team, seed, ownership }: CoachedSeason) => {
	const start = team ? { lineup: team.lineup, unknownPlayers: [] } : null;
	const result = runBacktest(season, { strategy: "coach", seed: seed ?? null, ownership: ownership ?? null, start });
	if (!result) throw new Error("the coach picked no team");
	return result;
};

/** Processor time of suggesting three sets of trades to each team before round 2, in milliseconds. */
function measureTradeSearch(season: SeasonData, teams: readonly HistoricTeam[]): number[] {
	const history = new SeasonHistory(season, []);
	const [first = 1, second = 2] = season.rounds;
	history.addRound(first);
	const { rules } = season;
	const outlook = createRoundOutlook(history.getSeasonBefore(second), { rules, ownership: null, seed: null });
	const allPlayers = [...outlook.coachPlayers.values()].map((coach): AdvisedPlayer => {
		const matches = coach.points.map(() => 1);
		const facts = {
			player: coach.player,
			estimate: 0,
			scores: [],
			status: "playing",
			selection: "unknown",
			matches,
		} as const;
		return { coach, facts };
	});
	return teams.map(({ lineup }) => {
		const ids = new Set(listPlayerIds(lineup));
		const from = process.threadCpuUsage();
		suggestTrades({
			rules,
			team: allPlayers.filter(({ coach }) => ids.has(coach.player.id)),
			pool: allPlayers.filter(({ coach }) => !ids.has(coach.player.id)),
			keep: new Set(),
			ban: new Set(),
			aim: "season",
			bank: 50_000,
			tradesLeft: rules.trades.limit,
			pointsPerDollar: computePointsPerDollar(outlook.roundsLeft, outlook.prior.pricePoint, rules),
			isLegal: () => true,
		});
		const { user, system } = process.threadCpuUsage(from);
		return (user + system) / 1_000;
	});
}

/**
 * Processor time of autofill for the season before each given round, from an empty team and from half of each real team, in
 * milliseconds.
 */
function measureAutofill(season: SeasonData, teams: readonly HistoricTeam[], rounds: readonly number[]): number[] {
	const history = new SeasonHistory(season, []);
	const { rules } = season;
	return rounds.flatMap((round) => {
		const { coachPlayers, roundsLeft, prior } = createRoundOutlook(history.getSeasonBefore(round), {
			rules,
			ownership: null,
			seed: null,
		});
		history.addRound(round);
		const pool = [...coachPlayers.values()].map((coach) => ({
			player: coach.player,
			projected: computeWeightedPoints(coach, rules),
			priceRise: coach.priceRise,
			isLocked: false,
		}));
		const pointsPerDollar = computePointsPerDollar(roundsLeft, prior.pricePoint, rules);
		const costs = new Map(pool.map(({ player }) => [player.id, player.cost]));
		return [null, ...teams].map((team) => {
			const keptIds = listSlotIds(team?.lineup ?? createEmptyLineup(rules), rules).map((id, index) =>
				index % 2 === 0 ? id : 0,
			);
			const lineup = buildLineupFromIds(keptIds, rules);
			const bank = rules.salaryCap - keptIds.reduce((sum, id) => sum + (costs.get(id) ?? 0), 0);
			const from = process.threadCpuUsage();
			autofill({ lineup, pool, bank, isFirstSave: true, pointsPerDollar, rules });
			const { user, system } = process.threadCpuUsage(from);
			return (user + system) / 1_000;
		});
	});
}

/** Prints the measured errors of projections, and fails if the site shows other errors. */
function logAccuracy(
	log: BenchContext["log"],
	chosen: { readonly error: number; readonly coverage: number },
	measured: ProjectionsFile,
): void {
	if (!isDeepStrictEqual(measured, shownFigures))
		throw new Error(`apps/web/screens/projections/season-2023.json should be ${JSON.stringify(measured)}`);
	const { season } = measured;
	if (!season) throw new Error("nobody played");
	const formatPercentage = (share: number) => `${(100 * share).toFixed(1)} %`;
	const errors = [
		[
			"the coach, with parameters chosen by earlier rounds",
			chosen.error,
			`, the 80 % range covers ${formatPercentage(chosen.coverage)}`,
		],
		[
			"the coach, with those of the season's rules",
			season.error,
			`, the 80 % range covers ${formatPercentage(season.coverage)}`,
		],
		["season average", season.seasonAverageError, ""],
		["the last three scores weighted 3:2:1", season.lastThreeError, ""],
		["price ÷ magic number", season.priceError, ""],
	] as const;
	for (const [name, error, covered] of errors)
		log(`Rounds 2 to 10, ${name}: ${error.toFixed(2)} points mean absolute error${covered}`);
}

/** Logs what knowing more is worth in generated seasons, whose true means are known. */
function logKnowledge(season: SeasonData, count: number, log: BenchContext["log"]): void {
	const totals = Array.from({ length: count }, (_, index) =>
		measureKnowledge(generateSeason(season, index + 1), index + 1),
	);
	const logTotals = (name: string, key: keyof ReturnType<typeof measureKnowledge>) => {
		const lifts = totals.map((total) => total[key] - total.coach);
		log(
			`${count} generated seasons, ${name}: ${formatMean(totals.map((total) => total[key]))}, ${formatMean(lifts)} more`,
		);
	};
	logTotals("the coach", "coach");
	logTotals("with ideal estimates", "ideal");
	logTotals("with all true means after round 1", "afterFirstRound");
	logTotals("with all true means", "allMeans");
}

/** Logs what the claims that the coach suggests are worth to a draft team. */
function logClaims(season: SeasonData, log: BenchContext["log"]): void {
	const results = measureClaims(prepareDraftSeason(season, 1));
	const cases = [
		["nobody else claims", results.map(({ alone }) => alone)],
		["all others follow the coach", results.map(({ amongOthers }) => amongOthers)],
	] as const;
	for (const [name, teams] of cases) {
		const without = computeAverage(teams.map((team) => team.without));
		const withCoach = computeAverage(teams.map((team) => team.withCoach));
		log(`Draft teams, ${name}: ${without.toFixed(1)} points a round without claims, ${withCoach.toFixed(1)} with`);
	}
}

async function run({ isTiny, log }: BenchContext): Promise<readonly Comparison[]> {
	const { season } = await readSeasonFolder(getSeason2023Path());
	if (!season) throw new Error("fixtures/season-2023 has problems");

	const chosen = isTiny ? null : measureChosenAccuracy(season);
	if (chosen) logAccuracy(log, chosen, measureAccuracy(season));

	const allTeams = readSeason2023Lineups();
	const forecasts = listStandingForecasts(season, isTiny ? allTeams.slice(0, 5) : allTeams);
	printStandingForecasts(forecasts, log);
	if (!isTiny && computeRangeError(forecasts) > 0.04) throw new Error("the 80 % range of live standings is inaccurate");

	const teams = allTeams
		.filter(({ team }) => team % TEAM_STEP === 0 && team <= LAST_TEAM)
		.slice(0, isTiny ? 1 : undefined);
	const coachedTotals = teams.map((team) => playWithCoach(season, { team }).total);
	const untouchedTotals = teams.map((team) => computeUntouchedTotal(season, team));
	const lifts = coachedTotals.map((total, index) => total - (untouchedTotals[index] ?? 0));
	log(`${teams.length} real teams: ${formatMean(coachedTotals)} points with the coach, ${formatMean(lifts)} more`);

	const seeds = Array.from({ length: isTiny ? 1 : SEEDS }, (_, index) => index + 1);
	const pickedTotals = seeds.map((seed) => playWithCoach(season, { seed }).total);
	const ownership = computeOwnership(allTeams);
	const informedTotals = seeds.map((seed) => playWithCoach(season, { seed, ownership }).total);
	const reachedRank = REAL_TOTALS.find(({ total }) => total <= computeAverage(pickedTotals));
	log(
		`From an empty team: ${formatMean(pickedTotals)} points, at least rank ${reachedRank?.rank ?? "-"} of 26,651; ${formatMean(informedTotals)} if ownership is known`,
	);

	logKnowledge(season, isTiny ? 1 : GENERATED_SEASONS, log);
	if (!isTiny) logClaims(season, log);

	const processorMs = measureTradeSearch(season, teams);
	const autofillMs = measureAutofill(
		season,
		teams.slice(0, isTiny ? 1 : 8),
		season.rounds.slice(0, isTiny ? 2 : undefined),
	);
	return [
		...(chosen ? [compareWithLimit("2023, mean absolute error", [chosen.error], 14, "points")] : []),
		{
			label: "2023, real teams with the coach",
			result: summarise([computeAverage(coachedTotals)]),
			floorName: "never changed, plus 1,400",
			floor: summarise([computeAverage(untouchedTotals) + 1_400]),
			unit: "points",
			goal: { kind: "at least", ratio: 1 },
		},
		{
			label: "2023, from an empty team",
			result: summarise([computeAverage(pickedTotals)]),
			floorName: "goal",
			floor: summarise([13_000]),
			unit: "points",
			goal: { kind: "at least", ratio: 1 },
		},
		{
			label: "2023, from an empty team, ownership known",
			result: summarise([computeAverage(informedTotals)]),
			floorName: "goal",
			floor: summarise([14_000]),
			unit: "points",
			goal: { kind: "at least", ratio: 1 },
		},
		compareWithLimit("autofill, processor time", autofillMs, 300, "ms"),
		compareWithLimit("autofill, p95 of processor time", [computePercentile(autofillMs, 95)], 1_000, "ms"),
		compareWithLimit("suggested trades, processor time", processorMs, 250, "ms"),
		compareWithLimit("suggested trades, p95 of processor time", [computePercentile(processorMs, 95)], 1_500, "ms"),
	];
}

export const bench: Bench = { name: "coach", title: "The coach, on the real season of 2023", run };
