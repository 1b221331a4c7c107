import type { Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { countStat, STAT_KEYS, type StatLine } from "./stats.ts";

/**
 * A player's fantasy points in a match: every stat times its weight (docs/game-rules.md#stats). A stat without a weight
 * in `scoring` scores 0.
 */
export function computePlayerPoints(line: StatLine, rules: Pick<SeasonRules, "scoring">): Points {
	let points = 0;
	for (const [key, weight] of Object.entries(rules.scoring)) {
		points += weight * countStat(line, key);
	}
	return points;
}

/**
 * Whether a stat line shows that the player played: it has time on ground or any stat
 * (docs/game-rules.md#did-not-play).
 */
export function hasPlayed(line: StatLine): boolean {
	const counts = [...STAT_KEYS.map((key) => line[key]), ...Object.values(line.other ?? {})];
	return line.TOG > 0 || counts.some((count) => count !== 0);
}
