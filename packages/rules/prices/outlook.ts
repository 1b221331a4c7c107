import type { Dollars, Points } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";
import { computeNextPrice, getPriceWeights, type MagicNumber, type PriceRules, roundPrice } from "./price-change.ts";

/** What a player's outlook is read from: `scores` are hers a match, newest first; `m` the last magic number. */
export interface PlayerOutlook {
	readonly price: Dollars;
	readonly scores: readonly Points[];
	readonly status: PlayerStatus;
	/** Her squad has no match in the round ahead. */
	readonly bye: boolean;
}

/** Whether she counts on playing the round ahead: no bye, not injured, not left out (decisions §4). */
export const isExpectedToPlay = ({ status, bye }: Pick<PlayerOutlook, "status" | "bye">): boolean =>
	!bye && status !== "injured" && status !== "not-playing";

/** The score of her next match that would leave her price as it is, not rounded: Δ is 0 there (decisions §4). */
export function computeBreakEven(price: Dollars, scores: readonly Points[], m: MagicNumber, rules: PriceRules): Points {
	const [newest = 1, ...older] = getPriceWeights(scores.length + 1, rules);
	const held = older.reduce((sum, weight, k) => sum + weight * ((scores[k] ?? 0) - price / m), 0);
	return price / m - held / newest;
}

/**
 * Points she is projected to score in her next match: her last played scores, the newest weighing most, else what
 * her price says at m; 0 when she will not play (decisions §4). Not rounded.
 */
export function computeProjectedPoints(outlook: PlayerOutlook, m: MagicNumber, rules: PriceRules): Points {
	if (!isExpectedToPlay(outlook)) return 0;
	const weights = rules.prices.projectionWeights.slice(0, outlook.scores.length);
	if (weights.length === 0) return outlook.price / m;
	const sum = weights.reduce((total, weight, k) => total + weight * (outlook.scores[k] ?? 0), 0);
	return sum / weights.reduce((total, weight) => total + weight, 0);
}

/** Her price after the round ahead if she scores as projected; hers of today when she will not play. */
export function computeProjectedPrice(outlook: PlayerOutlook, m: MagicNumber, rules: PriceRules): Dollars {
	if (!isExpectedToPlay(outlook)) return outlook.price;
	return computeNextPrice(outlook.price, [computeProjectedPoints(outlook, m, rules), ...outlook.scores], m, rules);
}

/** Price ÷ average a game; null while she has no average above nothing. */
export const computeDollarsPerPoint = (price: Dollars, average: Points): number | null =>
	average > 0 ? price / average : null;

/** A price to open the season with, where none is given: last season's average × m, the floor without one. */
export const computeOpeningPrice = (lastAverage: Points | null, m: MagicNumber, rules: PriceRules): Dollars =>
	roundPrice((lastAverage ?? 0) * m, rules);
