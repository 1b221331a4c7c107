import type { Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { countStat, STAT_KEYS, type StatLine } from "./stats.ts";

/**
 * The most that a player may score in a match: more than anybody does with sensible weights, and little enough for the scoring engine
 * to add up both matches of a double game week for a whole team and its captain.
 */
export const MAX_MATCH_POINTS = 1_500;

/** Points in a match: every stat times its weight, 0 without one in `scoring` (docs/game-rules.md#stats). */
export function computePlayerPoints(line: StatLine, rules: Pick<SeasonRules, "scoring">): Points {
	let points = 0;
	for (const [key, weight] of Object.entries(rules.scoring)) {
		points += weight * countStat(line, key);
	}
	return points;
}

/** Whether a stat line gives points that a player can have. Others are refused wherever stats are stored. */
export const hasPossiblePoints = (line: StatLine, rules: Pick<SeasonRules, "scoring">): boolean =>
	Math.abs(computePlayerPoints(line, rules)) <= MAX_MATCH_POINTS;

/** Whether a stat line has time on ground or any stat, so that she played (docs/game-rules.md#did-not-play). */
export function hasPlayed(line: StatLine): boolean {
	const counts = [...STAT_KEYS.map((key) => line[key]), ...Object.values(line.other ?? {})];
	return line.TOG > 0 || counts.some((count) => count !== 0);
}
