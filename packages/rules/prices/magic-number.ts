import type { Dollars, PlayerId, Points } from "../ids.ts";
import { computeNextPrice, getPriceWeights, type MagicNumber, type PriceRules } from "./price-change.ts";

/** A player who played in the round, whose price changes. `scores` are per match, this round's first. */
export interface PriceMove {
	readonly playerId: PlayerId;
	readonly price: Dollars;
	readonly scores: readonly Points[];
}

type TotalChange = (m: MagicNumber) => Dollars;

/** The lowest whole m ≥ 1 for which a monotonic condition holds. */
function findFirstWhere(holds: (m: MagicNumber) => boolean): MagicNumber {
	let high = 1;
	while (!holds(high)) high *= 2;
	let low = Math.floor(high / 2);
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (holds(middle)) high = middle;
		else low = middle;
	}
	return high;
}

/**
 * The round's magic number (docs/game-rules.md#magic-number): the whole m ≥ 1 with the least |Σ of all rounded price
 * changes|, the lower on a tie. If no player has a positive weighted score, every m is equally good and m stays.
 *
 * The search is exact. As m rises, the price changes of players with weighted scores ≥ 0 never fall in total
 * (`rising`). Those of the other players never rise (`falling`), and are between `minFall`, with all at the floor
 * price, and `maxFall`, at m = 0. Only an m for which the two sums can come as close to cancelling out as at the first
 * candidate can be better. That interval is bisected, and a part is skipped if the sums at its ends show that nothing
 * in it is better.
 */
export function computeMagicNumber(moves: readonly PriceMove[], current: MagicNumber, rules: PriceRules): MagicNumber {
	const computeWeightedScore = ({ scores }: PriceMove) =>
		getPriceWeights(scores.length, rules).reduce((sum, weight, k) => sum + weight * (scores[k] ?? 0), 0);
	const getTotal =
		(group: readonly PriceMove[]): TotalChange =>
		(m) =>
			group.reduce((sum, { price, scores }) => sum + computeNextPrice(price, scores, m, rules) - price, 0);
	const rising = getTotal(moves.filter((move) => computeWeightedScore(move) >= 0));
	const fallingMoves = moves.filter((move) => computeWeightedScore(move) < 0);
	if (!moves.some((move) => computeWeightedScore(move) > 0)) return current;

	const falling = getTotal(fallingMoves);
	const computeTotal: TotalChange = (m) => rising(m) + falling(m);
	const maxFall = falling(0);
	const minFall = fallingMoves.reduce((sum, { price }) => sum + rules.floorPrice - price, 0);
	const start = findFirstWhere((m) => rising(m) + maxFall >= 0);
	const startTotal = Math.abs(computeTotal(start));

	let best = start;
	const addRange = (low: MagicNumber, high: MagicNumber): void => {
		const minTotal = rising(low) + falling(high);
		const maxTotal = rising(high) + falling(low);
		const minPossible = Math.max(0, minTotal, -maxTotal);
		const bestTotal = Math.abs(computeTotal(best));
		if (minPossible > bestTotal || (minPossible === bestTotal && low >= best)) return;
		if (low === high) {
			best = low;
			return;
		}
		const middle = Math.floor((low + high) / 2);
		addRange(low, middle);
		addRange(middle + 1, high);
	};
	addRange(
		findFirstWhere((m) => rising(m) >= -startTotal - maxFall),
		findFirstWhere((m) => rising(m) > startTotal - minFall),
	);
	return best;
}

/** The new prices of everyone who played in a complete round, and their magic number. */
export function computeRoundPrices(
	moves: readonly PriceMove[],
	current: MagicNumber,
	rules: PriceRules,
): { readonly magicNumber: MagicNumber; readonly prices: ReadonlyMap<PlayerId, Dollars> } {
	const m = computeMagicNumber(moves, current, rules);
	const prices = moves.map(({ playerId, price, scores }): [PlayerId, Dollars] => [
		playerId,
		computeNextPrice(price, scores, m, rules),
	]);
	return { magicNumber: m, prices: new Map(prices) };
}
