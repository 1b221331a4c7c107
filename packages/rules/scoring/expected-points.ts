import type { Points } from "../ids.ts";
import { sum } from "../numbers.ts";
import { type Match, QUARTERS } from "../round/round.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

type MatchProgress = Pick<Match, "status" | "minutes" | "quarter">;

/** The share of a match that counts as left if it is being played and its progress is unknown. */
const UNKNOWN_SHARE_LEFT = 0.5;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * The share of a match that is still to be played, 0 to 1. It follows from the minutes played, limited to the current
 * quarter. Null if the match is being played and neither is known.
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

/** How many matches are left to play, parts of matches included. */
export const computeMatchesLeft = (
	matches: readonly MatchProgress[],
	rules: Pick<SeasonRules, "matchMinutes">,
): number => sum(matches.map((match) => getShareLeft(match, rules) ?? UNKNOWN_SHARE_LEFT));

/**
 * What a player is expected to score in a round (docs/game-rules.md#live-projection), not rounded: her points so far,
 * plus her projection for a match × the matches that are left. If it is not known how much of a match is left, her
 * points or her projection, whichever is higher.
 *
 * @param matches her club's matches of the round
 */
export function computeExpectedPoints(
	{ points, projection }: { readonly points: Points; readonly projection: Points },
	matches: readonly MatchProgress[],
	rules: Pick<SeasonRules, "matchMinutes">,
): Points {
	let matchesLeft = 0;
	for (const match of matches) {
		const share = getShareLeft(match, rules);
		if (share === null) return Math.max(points, projection);
		matchesLeft += share;
	}
	return points + projection * matchesLeft;
}
