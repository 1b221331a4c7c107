import type { Dollars, Points } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";
import { computeChanceToPlay, getLaterAvailability, isLikelyToPlay } from "../projections/forecast.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import {
	computeNextPrice,
	getPriceWeights,
	type MagicNumber,
	type PriceRules,
	ROUNDING_GUARD,
} from "./price-change.ts";

/** The inputs of a player's projections; `scores` are her scores per match, newest first. */
interface ProjectionInput {
	/** What she is expected to score in a match that she plays. */
	readonly estimate: Points;
	readonly price: Dollars;
	readonly scores: readonly Points[];
	readonly status: PlayerStatus;
	/** Whether her club has no match in the next round. */
	readonly hasBye: boolean;
}

/** Whether nothing is known that keeps a player from playing in the next round: no bye, not injured, not left out. */
export const isAvailable = ({ status, hasBye }: Pick<ProjectionInput, "status" | "hasBye">): boolean =>
	!hasBye && status !== "injured" && status !== "not-playing";

/** The score in her next match that leaves her price as it is. Not rounded; `scores` are newest first. */
export function computeBreakEven(price: Dollars, scores: readonly Points[], m: MagicNumber, rules: PriceRules): Points {
	const [newest = 1, ...older] = getPriceWeights(scores.length + 1, rules);
	const olderSum = older.reduce((sum, weight, k) => sum + weight * ((scores[k] ?? 0) - price / m), 0);
	return price / m - olderSum / newest;
}

/** The lowest whole score that reaches a break-even. */
export const roundBreakEven = (breakEven: Points): Points =>
	// Adding 0 turns -0, which would be shown as "-0", into 0.
	Math.ceil(breakEven - ROUNDING_GUARD) + 0;

/**
 * Points that a player is projected to score in a match of the next round (docs/game-rules.md#projected-points); 0 when she
 * is not expected to play. Not rounded.
 */
export const computeProjectedPoints = (input: Pick<ProjectionInput, "estimate" | "status" | "hasBye">): Points =>
	isAvailable(input) ? input.estimate : 0;

/** A player's price after the next round if she scores as projected; today's price if she is not expected to play. */
export function computeProjectedPrice(input: ProjectionInput, m: MagicNumber, rules: PriceRules): Dollars {
	if (!isAvailable(input)) return input.price;
	return computeNextPrice(input.price, [input.estimate, ...input.scores], m, rules);
}

/**
 * For each of the next rounds, whether a player is expected to play in it. Her status is about the next round only,
 * except that an injury lasts longer. `byes` says for each round, the next one first, whether her club has no match.
 */
export const listExpectedToPlay = (
	status: PlayerStatus,
	byes: readonly boolean[],
	rules: Pick<SeasonRules, "projections">,
): readonly boolean[] =>
	byes.map((hasBye, index) => {
		if (hasBye || index === 0) return isAvailable({ status, hasBye });
		return isLikelyToPlay(computeChanceToPlay(getLaterAvailability({ status }), index, rules));
	});

/**
 * A player's price after the next rounds if she scores her estimate in each in which she is expected to play. `byes`
 * says for each of these rounds, the next one first, whether her club has no match.
 */
export function computePriceAfterRounds(
	{ estimate, price, scores, status }: Omit<ProjectionInput, "hasBye">,
	byes: readonly boolean[],
	m: MagicNumber,
	rules: PriceRules & Pick<SeasonRules, "projections">,
): Dollars {
	let futurePrice = price;
	let futureScores = scores;
	for (const plays of listExpectedToPlay(status, byes, rules)) {
		if (!plays) continue;
		futureScores = [estimate, ...futureScores];
		futurePrice = computeNextPrice(futurePrice, futureScores, m, rules);
	}
	return futurePrice;
}

/** Price ÷ average per match; null while the average is not above 0. */
export const computeDollarsPerPoint = (price: Dollars, average: Points): number | null =>
	average > 0 ? price / average : null;
