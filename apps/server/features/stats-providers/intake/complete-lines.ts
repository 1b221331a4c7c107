import type { PlayerId } from "@first-bounce/rules/ids";
import { isStatKey, type StatLine } from "@first-bounce/rules/scoring/stats";
import type { MatchReport, ReportedLine } from "../feed.ts";
import type { StoredMatch } from "./check-report.ts";
import type { SquadLookup } from "./faulty-lines.ts";
import type { Correction } from "./queries.ts";

const MAX_PERCENT = 100;

/** Limits time on ground to 0 to 100 percent. It never scores, so it never makes a line faulty. */
const limitTimeOnGround = (percentage: number): number =>
	Math.min(MAX_PERCENT, Math.max(0, Math.round(percentage) || 0));

/** Gives the counts that could not be read the stored ones. */
function completeLine({ unread = [], ...line }: ReportedLine, stored: StatLine | undefined): ReportedLine {
	const { other, ...own } = line.stats;
	const ownUnread: readonly string[] = unread.filter((key) => isStatKey(key) || key === "TOG");
	const otherUnread = unread.filter((key) => !ownUnread.includes(key));
	const keep = (keys: readonly string[], counts: Readonly<Record<string, number>> | undefined) =>
		Object.fromEntries(keys.map((key) => [key, counts?.[key] ?? 0]));
	const { other: storedOther, ...storedOwn } = stored ?? { other: undefined };
	const completeOther = { ...other, ...keep(otherUnread, storedOther) };
	const stats: StatLine = { ...own, ...keep(ownUnread, storedOwn) };
	return {
		...line,
		stats: {
			...stats,
			TOG: limitTimeOnGround(stats.TOG),
			...(other || otherUnread.length > 0 ? { other: completeOther } : {}),
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
