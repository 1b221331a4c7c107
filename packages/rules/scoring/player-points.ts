import type { Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { countStat, STAT_KEYS, type StatLine } from "./stats.ts";

/**
 * More than any player scores in a match with sensible weights. Impossible stats, such as a correction with a digit too many, do not
 * score more, so that the scoring engine can add up both matches of a double game week for a whole team and its captain.
 */
const MAX_MATCH_POINTS = 1_500;

/** Adds up the points of any number of matches: every stat times its weight, 0 without one in `scoring`. */
export function sumStatPoints(line: StatLine, rules: Pick<SeasonRules, "scoring">): Points {
	let points = 0;
	for (const [key, weight] of Object.entries(rules.scoring)) {
		points += weight * countStat(line, key);
	}
	return points;
}

/** Points in a match (docs/game-rules.md#stats). */
export function computePlayerPoints(line: StatLine, rules: Pick<SeasonRules, "scoring">): Points {
	return Math.max(-MAX_MATCH_POINTS, Math.min(MAX_MATCH_POINTS, sumStatPoints(line, rules)));
}

/** Whether a stat line has time on ground or any stat, so that she played (docs/game-rules.md#did-not-play). */
export function hasPlayed(line: StatLine): boolean {
	const counts = [...STAT_KEYS.map((key) => line[key]), ...Object.values(line.other ?? {})];
	return line.TOG > 0 || counts.some((count) => count !== 0);
}
