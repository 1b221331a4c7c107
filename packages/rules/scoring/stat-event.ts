import type { Points } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { computePlayerPoints } from "./player-points.ts";
import { countStat, EMPTY_STAT_LINE, type StatLine } from "./stats.ts";

/** A change of one scored stat by `count`, which changes the player's score by `points`. */
export interface StatChange {
	/** A key of the season's `scoring`. */
	readonly stat: string;
	readonly count: number;
	readonly points: Points;
}

/** What changed a player's score in a match between two reports of her stats. */
interface StatEvent {
	/** Stats worth more points first; equal ones in the order of the season's `scoring`. */
	readonly changes: readonly StatChange[];
	/** The sum of the changes. */
	readonly points: Points;
	/** Her score in the match after it. */
	readonly score: Points;
	/** Whether it corrects what was reported before: a count went down, or the match was already over. */
	readonly isCorrection: boolean;
}

/**
 * Builds the event for a report that changed a player's stats in a match (docs/game-rules.md#live-events); null if no
 * stat that scores has changed. `before` and `after` are her stats before and after the report, null without a stat
 * line.
 *
 * @param isOver whether the match was over before the report
 */
export function buildStatEvent(
	before: StatLine | null,
	after: StatLine | null,
	isOver: boolean,
	rules: Pick<SeasonRules, "scoring">,
): StatEvent | null {
	const [from, to] = [before ?? EMPTY_STAT_LINE, after ?? EMPTY_STAT_LINE];
	const changes = Object.entries(rules.scoring).flatMap(([stat, weight]): StatChange[] => {
		const count = countStat(to, stat) - countStat(from, stat);
		return count === 0 || weight === 0 ? [] : [{ stat, count, points: weight * count }];
	});
	if (changes.length === 0) return null;
	return {
		changes: changes.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)),
		points: changes.reduce((sum, { points }) => sum + points, 0),
		score: computePlayerPoints(to, rules),
		isCorrection: isOver || changes.some(({ count }) => count < 0),
	};
}
