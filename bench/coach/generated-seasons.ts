import { type BacktestOptions, runBacktest } from "../../apps/server/features/seasons/backtest/backtest.ts";
import type { SeasonBeforeRound } from "../../apps/server/features/seasons/backtest/season-history.ts";
import type { SeasonData } from "../../apps/server/features/seasons/import/files/season-data.ts";
import type { PlayerId, Points } from "../../packages/rules/ids.ts";
import { computePrior } from "../../packages/rules/projections/estimate.ts";
import { hasPlayed } from "../../packages/rules/scoring/player-points.ts";
import { EMPTY_STAT_LINE, type StatLine } from "../../packages/rules/scoring/stats.ts";
import { createSeededRandom } from "../../testing/season/small-season.ts";

/** How far players' true means are from what their prices say, in points, as estimated from the season of 2023. */
const MEAN_DEVIATION = 13;
/** The variance of a player's scores ÷ her true mean, as estimated from the season of 2023. */
const VARIANCE_PER_POINT = 5.3;
const LOWEST_MEAN: Points = 5;

export interface GeneratedSeason {
	readonly season: SeasonData;
	readonly means: ReadonlyMap<PlayerId, Points>;
}

const getPriceMean = (openingPrice: number, { rules }: Pick<SeasonData, "rules">): Points =>
	computePrior({ openingPrice, ownership: null }, rules.projections.prior, rules);

/** A stat line that scores the given points. */
const buildLine = (points: Points): StatLine => ({
	...EMPTY_STAT_LINE,
	TOG: 80,
	...(points >= 0 ? { B: points } : { FA: Math.round(-points / 3) }),
});

/**
 * A season with the prices, matches and absences of a real one, in which every player's true mean is drawn around what her
 * price says, and every score around her true mean.
 */
export function generateSeason(real: SeasonData, seed: number): GeneratedSeason {
	const random = createSeededRandom(seed);
	const drawNormal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	const means = new Map(
		real.players
			.toSorted((a, b) => a.id - b.id)
			.map(({ id, openingPrice }) => {
				const mean = getPriceMean(openingPrice ?? real.rules.floorPrice, real) + MEAN_DEVIATION * drawNormal();
				return [id, Math.max(LOWEST_MEAN, mean)];
			}),
	);
	const stats = real.stats
		.filter(({ line }) => hasPlayed(line))
		.toSorted((a, b) => a.matchId - b.matchId || a.playerId - b.playerId)
		.map((row) => {
			const mean = means.get(row.playerId) ?? LOWEST_MEAN;
			return { ...row, line: buildLine(Math.round(mean + Math.sqrt(VARIANCE_PER_POINT * mean) * drawNormal())) };
		});
	// Nobody's score depends on the opponent or on line mates.
	const projections = { ...real.rules.projections, opponentPoints: 1e9, lineMateExponent: 0 };
	const rules = { ...real.rules, projections };
	return { season: { ...real, rules, stats }, means };
}

/** What a player's true mean is on average given her price and scores, for somebody who knows how the season was drawn. */
function computePosteriorMean(id: PlayerId, before: SeasonBeforeRound, season: SeasonData): Points {
	const priceMean = getPriceMean(before.getOpeningPrice(id), season);
	const scores = before.listPlayedMatches(id);
	const total = scores.reduce((sum, { points }) => sum + points, 0);
	let mean = priceMean;
	// The variance of scores depends on the mean, so a few rounds settle both.
	for (let times = 0; times < 3; times++) {
		const priorMatches = (VARIANCE_PER_POINT * Math.max(LOWEST_MEAN, mean)) / MEAN_DEVIATION ** 2;
		mean = (priorMatches * priceMean + total) / (priorMatches + scores.length);
	}
	return mean;
}

/** Total points from an empty team with what four coaches know, who differ in nothing else. */
export function measureKnowledge({ season, means }: GeneratedSeason, seed: number) {
	const play = (estimatePlayer: BacktestOptions["estimatePlayer"] = null): Points => {
		const result = runBacktest(season, { strategy: "coach", seed, ownership: null, start: null, estimatePlayer });
		if (!result) throw new Error("the coach picked no team");
		return result.total;
	};
	const getMean = (id: PlayerId) => means.get(id) ?? LOWEST_MEAN;
	const getPosteriorMean = (id: PlayerId, before: SeasonBeforeRound) => computePosteriorMean(id, before, season);
	return {
		coach: play(),
		ideal: play(getPosteriorMean),
		afterFirstRound: play((id, before) =>
			before.roundId === season.rounds[0] ? getPosteriorMean(id, before) : getMean(id),
		),
		allMeans: play(getMean),
	};
}
