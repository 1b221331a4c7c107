import type { Dollars, Points } from "../ids.ts";
import { computeAverage, sum } from "../numbers.ts";
import type { MagicNumber } from "../prices/price-change.ts";

/** Simple estimates to compare projections with (docs/coach.md#figures). */
export interface Baselines {
	readonly seasonAverage: Points;
	/** Her last three scores, the newest counting three times and the one before it twice. */
	readonly lastThree: Points;
	/** Her price in points: divided by the last magic number. */
	readonly pricePoints: Points;
}

const LAST_THREE_WEIGHTS = [3, 2, 1];

/** A player's baselines before a round. Without a score, all of them are her price in points. */
export function computeBaselines(
	{ price, scores }: { readonly price: Dollars; readonly scores: readonly Points[] },
	m: MagicNumber,
): Baselines {
	const pricePoints = price / m;
	if (scores.length === 0) return { seasonAverage: pricePoints, lastThree: pricePoints, pricePoints };
	const weights = LAST_THREE_WEIGHTS.slice(0, scores.length);
	const weighted = weights.map((weight, k) => weight * (scores[k] ?? 0));
	return {
		seasonAverage: computeAverage(scores),
		lastThree: sum(weighted) / sum(weights),
		pricePoints,
	};
}
