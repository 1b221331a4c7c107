import type { Dollars, Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export type PriceRules = Pick<SeasonRules, "prices" | "floorPrice" | "priceStep">;

/** Whole dollars per point, the same for every player of a round (docs/game-rules.md#magic-number). */
export type MagicNumber = number;

/** The magic number of the last round that has one; the opening magic number before that. */
export const getLastMagicNumber = (
	rounds: readonly { readonly magicNumber: MagicNumber | null }[],
	{ prices }: Pick<PriceRules, "prices">,
): MagicNumber => rounds.findLast(({ magicNumber }) => magicNumber !== null)?.magicNumber ?? prices.openingMagicNumber;

/** Added so that halves round up although weights such as 2/9 are not exact in binary. */
const ROUNDING_GUARD = 1e-7;

/** Rounds a price to the season's step, halves up, and never below the floor price. */
export function roundPrice(dollars: Dollars, rules: PriceRules): Dollars {
	const steps = Math.floor(dollars / rules.priceStep + 0.5 + ROUNDING_GUARD);
	return Math.max(rules.floorPrice, steps * rules.priceStep);
}

/** The weights of a player's last scores. Row n of `prices.weights` is for n matches, and the last row also for more. */
export const getPriceWeights = (matches: number, { prices }: PriceRules): readonly number[] =>
	prices.weights[Math.min(matches, prices.weights.length) - 1] ?? [];

/**
 * Δ in dollars, not rounded: Σ w_k (m·s_k − P) over a player's last played scores, newest first (docs/game-rules.md#prices).
 * 0 if she has no scores.
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

/** A player's price after a round that she played: price plus Δ, rounded. `scores` are newest first. */
export const computeNextPrice = (
	price: Dollars,
	scores: readonly Points[],
	m: MagicNumber,
	rules: PriceRules,
): Dollars => roundPrice(price + computePriceDelta(price, scores, m, rules), rules);
