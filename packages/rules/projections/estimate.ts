import type { Dollars, Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** The coefficients of the prior, which estimates a player before she has played. */
export interface PriorCoefficients {
	readonly base: Points;
	/** Points per price point, which is her opening price divided by the opening magic number. */
	readonly pricePoint: number;
	/** Points at 100 % ownership; scales with the square root of the share of teams that own her. */
	readonly rootOwnership: number;
}

export type ProjectionRules = Pick<SeasonRules, "projections" | "prices">;

/** What is known about a player before her first match. */
export interface OpeningFacts {
	readonly openingPrice: Dollars;
	/** The share of teams, 0 to 1, that owned her before the first round; null if unknown. */
	readonly ownership: number | null;
}

/** An opening price in points: divided by the opening magic number. */
export const computePricePoints = (openingPrice: Dollars, { prices }: Pick<SeasonRules, "prices">): Points =>
	openingPrice / prices.openingMagicNumber;

/** The estimate of a player who has not played: from her opening price and, if known, how many teams own her. */
export function computePrior(
	{ openingPrice, ownership }: OpeningFacts,
	{ base, pricePoint, rootOwnership }: PriorCoefficients,
	rules: Pick<SeasonRules, "prices">,
): Points {
	const fromOwnership = ownership === null ? 0 : rootOwnership * Math.sqrt(ownership);
	return base + pricePoint * computePricePoints(openingPrice, rules) + fromOwnership;
}

/**
 * The points a player is expected to score in a match that she plays (docs/game-rules.md#projected-points): the average of
 * her prior, which counts as `priorMatches` matches, and her scores, each counting a little less than the one after it.
 * `scores` are per match, newest first.
 */
export function computeEstimate(prior: Points, scores: readonly Points[], { projections }: ProjectionRules): Points {
	let sum = projections.priorMatches * prior;
	let weights = projections.priorMatches;
	scores.forEach((score, age) => {
		const weight = projections.decay ** age;
		sum += weight * score;
		weights += weight;
	});
	return weights > 0 ? sum / weights : prior;
}

export interface PointsRange {
	readonly low: Points;
	readonly high: Points;
}

/** The range that her score falls in four times out of five if she plays. */
export function computeRange(estimate: Points, { projections }: ProjectionRules): PointsRange {
	const half = projections.rangeWidth * Math.sqrt(Math.max(0, estimate));
	return { low: estimate - half, high: estimate + half };
}
