import type { Dollars, Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** The coefficients of the prior, which estimates a player before she has played. */
export interface PriorCoefficients {
	readonly base: Points;
	/** The factor for her opening price in points (`computePricePoints`). */
	readonly pricePoint: number;
	/** The factor for the square root of the share of teams that own her: what it adds if every team does. */
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

/** Estimates a player who has not played from price and, if known, ownership (docs/game-rules.md#projected-points). */
export function computePrior(
	{ openingPrice, ownership }: OpeningFacts,
	{ base, pricePoint, rootOwnership }: PriorCoefficients,
	rules: Pick<SeasonRules, "prices">,
): Points {
	const fromOwnership = ownership === null ? 0 : rootOwnership * Math.sqrt(ownership);
	return base + pricePoint * computePricePoints(openingPrice, rules) + fromOwnership;
}

/**
 * The points that a player is expected to score in a match that she plays, against an ordinary opponent
 * (docs/game-rules.md#projected-points): the weighted average of her prior and her scores. `scores` are per match, newest
 * first.
 */
export function computeEstimate(
	prior: Points,
	scores: readonly Points[],
	{ projections }: Pick<SeasonRules, "projections">,
): Points {
	let sum = projections.priorMatches * prior;
	let weightSum = projections.priorMatches;
	scores.forEach((score, age) => {
		const weight = projections.decay ** age;
		sum += weight * score;
		weightSum += weight;
	});
	return weightSum > 0 ? sum / weightSum : prior;
}

export interface PointsRange {
	readonly low: Points;
	readonly high: Points;
}

/** The range that her score falls in four times out of five if she plays. */
export function computeRange(estimate: Points, { projections }: ProjectionRules): PointsRange {
	const distance = projections.rangeWidth * Math.sqrt(Math.max(0, estimate));
	return { low: estimate - distance, high: estimate + distance };
}
