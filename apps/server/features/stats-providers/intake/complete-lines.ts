import type { PlayerId } from "@first-bounce/rules/ids";
import { isStatKey, type StatKey, type StatLine } from "@first-bounce/rules/scoring/stats";
import { MAX_TIME_ON_GROUND, type MatchReport, type ReportedLine } from "../feed.ts";
import type { StoredMatch } from "./check-report.ts";
import type { SquadLookup } from "./faulty-lines.ts";
import type { Correction } from "./queries.ts";

/** Limits time on ground to 0 to 100 percent. It never scores, so it never makes a line faulty. */
const limitTimeOnGround = (percentage: number): number =>
	Math.min(MAX_TIME_ON_GROUND, Math.max(0, Math.round(percentage) || 0));

/** Gives the counts that could not be read the stored ones. */
function completeLine({ unread = [], ...line }: ReportedLine, stored: StatLine | undefined): ReportedLine {
	const { other, ...own } = line.stats;
	const isOwn = (key: string): key is StatKey | "TOG" => isStatKey(key) || key === "TOG";
	const storedOwn = unread.filter(isOwn).map((key) => [key, stored?.[key] ?? 0] as const);
	const storedOther = unread.filter((key) => !isOwn(key)).map((key) => [key, stored?.other?.[key] ?? 0] as const);
	const stats: StatLine = { ...own, ...Object.fromEntries(storedOwn) };
	return {
		...line,
		stats: {
			...stats,
			TOG: limitTimeOnGround(stats.TOG),
			...(other || storedOther.length > 0 ? { other: { ...other, ...Object.fromEntries(storedOther) } } : {}),
		},
	};
}

/** Lists the stored lines of players whose stats could not be read. */
function listKeptLines({ lines = [], unreadPlayers = [] }: MatchReport, match: StoredMatch): ReportedLine[] {
	const reported = new Set(lines.map(({ playerId }) => playerId));
	const kept = new Set<PlayerId>(unreadPlayers.filter((playerId) => !reported.has(playerId)));
	return [...match.lines].flatMap(([playerId, stats]) => {
		const squadId = match.squadByPlayer.get(playerId);
		return kept.has(playerId) && squadId !== undefined ? [{ playerId, squadId, stats }] : [];
	});
}

/** Completes a report's lines with the stored ones where its payload could not be read. */
export function completeLines(report: MatchReport, match: StoredMatch): MatchReport {
	if (!report.lines) return report;
	const completed = report.lines.map((line) => completeLine(line, match.lines.get(line.playerId)));
	return { ...report, lines: [...completed, ...listKeptLines(report, match)] };
}

/** Replaces a feed's lines with operators' corrections. */
export function applyCorrections(
	report: MatchReport,
	corrections: readonly Correction[],
	findSquadId: SquadLookup,
): MatchReport {
	if (!report.lines || corrections.length === 0) return report;
	const corrected = new Set(corrections.map(({ playerId }) => playerId));
	const correctedLines = corrections.flatMap(({ playerId, stats }) => {
		const squadId = findSquadId(playerId);
		return stats && squadId !== undefined ? [{ playerId, squadId, stats }] : [];
	});
	return { ...report, lines: [...report.lines.filter(({ playerId }) => !corrected.has(playerId)), ...correctedLines] };
}

/** Lists messages about times on ground that cannot be right. */
export const listOddTimesOnGround = ({ lines = [] }: MatchReport): string[] =>
	lines
		.filter(({ stats }) => stats.TOG !== limitTimeOnGround(stats.TOG))
		.map(({ playerId, stats }) => `player ${playerId}: TOG of ${stats.TOG} counts as ${limitTimeOnGround(stats.TOG)}`);
