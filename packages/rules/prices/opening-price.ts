import type { Dollars, Points } from "../ids.ts";
import { type PriceRules, roundPrice } from "./price-change.ts";

/** A player's record in the home-and-away matches of the previous season. */
export interface PreviousSeason {
	readonly matches: number;
	/** Points per match by the previous season's weights, not rounded; 0 without a match. */
	readonly average: Points;
}

/**
 * Computes a player's opening price (docs/game-rules.md#opening-prices): her previous average × dollars per point, less
 * if she played few matches, and at least the floor price.
 */
export function computeOpeningPrice({ matches, average }: PreviousSeason, rules: PriceRules): Dollars {
	const { dollarsPerPoint, fewMatchesFactors } = rules.prices.opening;
	return roundPrice(average * dollarsPerPoint * (fewMatchesFactors[matches - 1] ?? 1), rules);
}

/**
 * The season from which a player's price is computed: the latest with enough matches for a full price, else the latest
 * in which she played. Null if she has not played. `seasons` are newest first.
 */
export function findPricingSeason<Season extends PreviousSeason>(
	seasons: readonly Season[],
	{ prices }: Pick<PriceRules, "prices">,
): Season | null {
	const minMatches = prices.opening.fewMatchesFactors.length + 1;
	return seasons.find(({ matches }) => matches >= minMatches) ?? seasons.find(({ matches }) => matches > 0) ?? null;
}

/** The opening price of a drafted player who has not played; pick 1 costs the most. */
export function computeDraftPrice(pick: number, rules: PriceRules): Dollars {
	const { firstPick, step, lowest } = rules.prices.opening.draft;
	return roundPrice(Math.max(lowest, firstPick - step * (pick - 1)), rules);
}
