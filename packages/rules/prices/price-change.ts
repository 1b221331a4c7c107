import type { Dollars, Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export type PriceRules = Pick<SeasonRules, "prices" | "floorPrice" | "priceStep">;

/** Whole dollars per point, the same for every player of a round (docs/game-rules.md#magic-number). */
export type MagicNumber = number;

/** The magic number of the last round that has one, else the opening one; rounds are in the season's order. */
export const getLastMagicNumber = (
	rounds: readonly { readonly magicNumber: MagicNumber | null }[],
	{ prices }: Pick<PriceRules, "prices">,
): MagicNumber => rounds.findLast(({ magicNumber }) => magicNumber !== null)?.magicNumber ?? prices.openingMagicNumber;

/** Added before rounding, so that a half is rounded up even if an inexact weight such as 2/9 made it smaller. */
export const ROUNDING_GUARD = 1e-7;

/** Rounds a price to the season's price step, halves up, and to at least the floor price. */
export function roundPrice(dollars: Dollars, rules: PriceRules): Dollars {
	const steps = Math.floor(dollars / rules.priceStep + 0.5 + ROUNDING_GUARD);
	return Math.max(rules.floorPrice, steps * rules.priceStep);
}

/** Why a player cannot have a price; null if she can. */
export function findPriceProblem(
	price: Dollars,
	{ priceStep, floorPrice }: Pick<PriceRules, "priceStep" | "floorPrice">,
): "price-not-in-steps" | "price-below-floor" | null {
	if (price % priceStep !== 0) return "price-not-in-steps";
	return price < floorPrice ? "price-below-floor" : null;
}

/** The weights of a player's last scores. Row n of `prices.weights` is for n matches, and the last row also for more. */
export const getPriceWeights = (matches: number, { prices }: PriceRules): readonly number[] =>
	prices.weights[Math.min(matches, prices.weights.length) - 1] ?? [];

/**
 * How much a player's scores change her price, in dollars and not rounded (docs/game-rules.md#prices): the sum of
 * weight × (m × score − price). `scores` are those of the rounds that she played, newest first; 0 without any.
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

/** A player's price after a round that she played. `scores` are newest first, that of the round included. */
export const computeNextPrice = (
	price: Dollars,
	scores: readonly Points[],
	m: MagicNumber,
	rules: PriceRules,
): Dollars => roundPrice(price + computePriceDelta(price, scores, m, rules), rules);
