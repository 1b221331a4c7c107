import type { Dollars, Points } from "../ids.ts";
import { type PriceRules, roundPrice } from "./price-change.ts";

/** A player's record in the home-and-away matches of the previous season. */
export interface FormerSeason {
	readonly matches: number;
	/** Points per match by the former season's weights, not rounded; 0 without a match. */
	readonly average: Points;
}

/**
 * A player's opening price, fitted to the real prices of 2024 (docs/game-rules.md#opening-prices): dollars per point of her
 * former average, less for few matches, and at least the floor price.
 */
export function computeOpeningPrice({ matches, average }: FormerSeason, rules: PriceRules): Dollars {
	const { dollarsPerPoint, fewMatchesFactors } = rules.prices.opening;
	return roundPrice(average * dollarsPerPoint * (fewMatchesFactors[matches - 1] ?? 1), rules);
}
