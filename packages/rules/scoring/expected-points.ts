import type { Points } from "../ids.ts";
import { type Match, QUARTERS } from "../round/round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

type MatchProgress = Pick<Match, "status" | "minutes" | "quarter">;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * The share of a match that is still to be played, 0 to 1: by the minutes played, within the quarter that it is in.
 * Null for a match in play if neither is known.
 */
export function getShareLeft(
	{ status, minutes = null, quarter = null }: MatchProgress,
	{ matchMinutes }: Pick<SeasonRules, "matchMinutes">,
): number | null {
	if (status === "scheduled") return 1;
	if (status === "complete") return 0;
	const byMinutes = minutes === null ? null : clamp(1 - minutes / matchMinutes, 0, 1);
	if (quarter === null) return byMinutes;
	const [min, max] = [(QUARTERS - quarter) / QUARTERS, (QUARTERS - quarter + 1) / QUARTERS];
	return clamp(byMinutes ?? (min + max) / 2, min, max);
}

/**
 * What a player is expected to score in a round (docs/game-rules.md#live-projection): her points so far, plus her
 * projection times the share of her matches that is left. At least her projection if the provider does not report how
 * long a match has been played. Not rounded.
 *
 * @param matches her squad's matches of the round
 */
export function computeExpectedPoints(
	{ points, projection }: { readonly points: Points; readonly projection: Points },
	matches: readonly MatchProgress[],
	rules: Pick<SeasonRules, "matchMinutes">,
): Points {
	let left = 0;
	for (const match of matches) {
		const share = getShareLeft(match, rules);
		if (share === null) return Math.max(points, projection);
		left += share;
	}
	return points + projection * left;
}
