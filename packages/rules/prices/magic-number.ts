import type { Dollars, PlayerId, Points } from "../ids.ts";
import { computeNextPrice, getPriceWeights, type MagicNumber, type PriceRules } from "./price-change.ts";

/** A player who played in the round. `price` is her price before it; `scores` are per match, this round's first. */
export interface PriceChangeInput {
	readonly playerId: PlayerId;
	readonly price: Dollars;
	readonly scores: readonly Points[];
}

type ComputeTotalChange = (m: MagicNumber) => Dollars;

/** The lowest whole m ≥ 1 for which `holds` is true. Once true, it must stay true for all higher m. */
function findLowestWhere(holds: (m: MagicNumber) => boolean): MagicNumber {
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
 * Computes the round's magic number (docs/game-rules.md#magic-number): the whole m ≥ 1 with which the sum of all
 * rounded price changes is closest to 0; of two, the lower. If no player has a positive weighted score, the current m
 * stays.
 *
 * The search is exact. As m rises, the total price change of players with weighted scores ≥ 0 never falls (`rising`),
 * and that of the others never rises (`falling`). The latter is between `minFall`, with all of them at the floor price,
 * and `maxFall`, at m = 0. A better m than `start` must lie where the two totals can cancel out as closely as at
 * `start`. That interval is bisected, and a part is skipped if the totals at its ends show that no m in it is better.
 */
export function computeMagicNumber(
	players: readonly PriceChangeInput[],
	current: MagicNumber,
	rules: PriceRules,
): MagicNumber {
	const computeWeightedScore = ({ scores }: PriceChangeInput) =>
		getPriceWeights(scores.length, rules).reduce((sum, weight, k) => sum + weight * (scores[k] ?? 0), 0);
	const getTotal =
		(group: readonly PriceChangeInput[]): ComputeTotalChange =>
		(m) =>
			group.reduce((sum, { price, scores }) => sum + computeNextPrice(price, scores, m, rules) - price, 0);
	const rising = getTotal(players.filter((move) => computeWeightedScore(move) >= 0));
	const fallingPlayers = players.filter((move) => computeWeightedScore(move) < 0);
	if (!players.some((move) => computeWeightedScore(move) > 0)) return current;

	const falling = getTotal(fallingPlayers);
	const computeTotal: ComputeTotalChange = (m) => rising(m) + falling(m);
	const maxFall = falling(0);
	const minFall = fallingPlayers.reduce((sum, { price }) => sum + rules.floorPrice - price, 0);
	const start = findLowestWhere((m) => rising(m) + maxFall >= 0);
	const startTotal = Math.abs(computeTotal(start));

	let best = start;
	const searchRange = (low: MagicNumber, high: MagicNumber): void => {
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
		searchRange(low, middle);
		searchRange(middle + 1, high);
	};
	searchRange(
		findLowestWhere((m) => rising(m) >= -startTotal - maxFall),
		findLowestWhere((m) => rising(m) > startTotal - minFall),
	);
	return best;
}

/** The new prices of everyone who played in a complete round, and their magic number. */
export function computeRoundPrices(
	players: readonly PriceChangeInput[],
	current: MagicNumber,
	rules: PriceRules,
): { readonly magicNumber: MagicNumber; readonly prices: ReadonlyMap<PlayerId, Dollars> } {
	const m = computeMagicNumber(players, current, rules);
	const prices = players.map(({ playerId, price, scores }): [PlayerId, Dollars] => [
		playerId,
		computeNextPrice(price, scores, m, rules),
	]);
	return { magicNumber: m, prices: new Map(prices) };
}
