import type { Dollars, Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export type PriceRules = Pick<SeasonRules, "prices" | "floorPrice" | "priceStep">;

/** Dollars a point, one whole number for every player of a round (decisions §4). */
export type MagicNumber = number;

/** Half a step goes up; a weight such as 2/9 is not exact in binary, and its error is far below this. */
const ROUNDING_GUARD = 1e-7;

/** A price as it is published: rounded to the step, halves up, never below the floor. */
export function roundPrice(dollars: Dollars, rules: PriceRules): Dollars {
	const steps = Math.floor(dollars / rules.priceStep + 0.5 + ROUNDING_GUARD);
	return Math.max(rules.floorPrice, steps * rules.priceStep);
}

/** The weights of the given number of scores; with more games than the season weighs, those of the longest row. */
export const getPriceWeights = (games: number, { prices }: PriceRules): readonly number[] =>
	prices.weights[Math.min(games, prices.weights.length) - 1] ?? [];

/**
 * Δ in dollars, not rounded: Σ w_k (m·s_k − P) over her last played scores a match, newest first (decisions §4).
 * 0 without any score.
 */
export function computePriceDelta(
	price: Dollars,
	scores: readonly Points[],
	m: MagicNumber,
	rules: PriceRules,
): Dollars {
	return getPriceWeights(scores.length, rules).reduce(
		(sum, weight, k) => sum + weight * (m * (scores[k] ?? 0) - price),
		0,
	);
}

/** Her price once a round she played is complete: price plus Δ, rounded and floored. `scores` newest first. */
export const computeNextPrice = (
	price: Dollars,
	scores: readonly Points[],
	m: MagicNumber,
	rules: PriceRules,
): Dollars => roundPrice(price + computePriceDelta(price, scores, m, rules), rules);
