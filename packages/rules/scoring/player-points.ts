import type { Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { STAT_KEYS, type StatKey, type StatLine } from "./stats.ts";

const isStatKey = (key: string): key is StatKey => (STAT_KEYS as readonly string[]).includes(key);

/**
 * Fantasy points of one player in one match: every stat times its weight (D1 §9, decisions §2.1). A stat the season
 * does not declare in `scoring` is worth nothing; time on ground never scores.
 */
export function computePlayerPoints(line: StatLine, rules: Pick<SeasonRules, "scoring">): Points {
	let points = 0;
	for (const [key, weight] of Object.entries(rules.scoring)) {
		points += weight * (isStatKey(key) ? line[key] : (line.other?.[key] ?? 0));
	}
	return points;
}

/** Whether a stat line says she took the field: one of TOG 0 and no stats is no line at all (decisions §2.2). */
export function hasPlayed(line: StatLine): boolean {
	const counts = [...STAT_KEYS.map((key) => line[key]), ...Object.values(line.other ?? {})];
	return line.TOG > 0 || counts.some((count) => count !== 0);
}
