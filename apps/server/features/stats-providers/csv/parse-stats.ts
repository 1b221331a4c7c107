import { isDeepStrictEqual } from "node:util";
import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { CsvRow } from "../../seasons/import/csv/csv-row.ts";
import type { CsvTable } from "../../seasons/import/csv/csv-table.ts";
import type { ProblemList } from "../../seasons/import/csv/problem-list.ts";
import {
	createStatsReader,
	formatSecondRow,
	formatSkippedPlayer,
	type StatRow,
} from "../../seasons/import/files/stats-reader.ts";
import { AFL_STATUSES } from "../afl-api/parse-round.ts";
import type { MatchReport, ReportedLine } from "../feed.ts";
import { buildCsvContext } from "./csv-context.ts";

const STATUS_COLUMN = "match_status";
/** The statuses of a finished match, in lower case: our own and that of the official API. */
const COMPLETE: ReadonlySet<string> = new Set(["complete", "concluded"]);
const STATUSES = new Set([...COMPLETE, "playing", ...Object.keys(AFL_STATUSES).map((word) => word.toLowerCase())]);

const readStatus = (row: CsvRow): string => row.readOptional(STATUS_COLUMN).toLowerCase();

type ReportedStatus = Pick<MatchReport, "status" | "isStatusInferred">;

/**
 * Gets a match's status from its rows. It is complete if all of them say so, and playing if any row says otherwise.
 * Without the column, or if it is empty, the status is inferred.
 */
function getStatus(rows: readonly CsvRow[]): ReportedStatus {
	const statuses = rows.map(readStatus).filter((status) => status !== "");
	if (statuses.some((status) => !COMPLETE.has(status))) return { status: "playing" };
	return statuses.length > 0 && statuses.length === rows.length ? { status: "complete" } : { isStatusInferred: true };
}

/** Reads the rows with the problems of each. An odd time on ground or match status is no problem, because it costs no points. */
function readRows(table: CsvTable, season: SeasonSnapshot, problems: ProblemList) {
	const oddCells: { readonly line: number; readonly message: string }[] = [];
	const readTimeOnGround = (row: CsvRow, column: string): number | null => {
		if (!table.hasColumn(column)) return null;
		const text = row.readRaw(column);
		const value = row.readUncheckedPercentage(column);
		if (value >= 0 && value <= 100) return Math.round(value);
		oddCells.push({ line: row.line, message: `${column} is not a percentage (${text || "empty"}), and was left out` });
		return null;
	};
	const checkStatus = (row: CsvRow): void => {
		const status = readStatus(row);
		const message = `${STATUS_COLUMN} is neither playing nor complete (${status}), and counts as playing`;
		if (status !== "" && !STATUSES.has(status)) oddCells.push({ line: row.line, message });
	};
	const reader = createStatsReader(buildCsvContext(season), table.hasColumn, readTimeOnGround);
	const rows = table.rows.map((row): ReadRow => {
		const countBefore = problems.list.length;
		const read = reader.read(row);
		checkStatus(row);
		if (read.matchId === null || read.playerId === null) return { ...read, problems: [] };
		return { ...read, problems: problems.list.splice(countBefore).map(({ message }) => message) };
	});
	return { rows, oddCells, skippedRows: reader.skippedRows };
}

interface ReadRow extends StatRow {
	/** The row's problems if its player and match are known. Others stay in the file's list. */
	readonly problems: readonly string[];
}

const hasSameStats = (a: ReadRow, b: ReadRow): boolean => isDeepStrictEqual([a.stats, a.unread], [b.stats, b.unread]);

/** Builds a match's report from its rows. Players whose rows cannot be read keep the stats that they have. */
function buildReport(matchId: MatchId, rows: readonly ReadRow[], season: SeasonSnapshot): MatchReport | null {
	const lines: ReportedLine[] = [];
	const unreadPlayers: PlayerId[] = [];
	const notes: string[] = [];
	for (const [playerId, [first, ...others]] of Map.groupBy(rows, ({ playerId }) => playerId)) {
		if (playerId === null || !first) continue;
		const second = others.find((row) => !hasSameStats(row, first));
		const { stats, unread, problems, row } = first;
		if (second) notes.push(`line ${second.row.line}: ${formatSecondRow(playerId, matchId, row.line)}`);
		else if (problems.length > 0) notes.push(`line ${row.line}: player ${playerId}: ${problems.join("; ")}`);
		if (second || (!stats && problems.length > 0)) unreadPlayers.push(playerId);
		else if (stats)
			lines.push({
				playerId,
				squadId: stats.squadId,
				stats: stats.line,
				...(unread.length > 0 ? { unread } : {}),
			});
	}
	// A row without a known player may be of anyone who has stats.
	if (rows.some(({ playerId }) => playerId === null)) {
		const match = season.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === matchId);
		unreadPlayers.push(...(match?.lines ?? []).map(({ playerId }) => playerId));
	}
	if (lines.length + unreadPlayers.length === 0) return null;
	return {
		matchId,
		...getStatus(rows.map(({ row }) => row)),
		lines,
		...(unreadPlayers.length > 0 ? { unreadPlayers } : {}),
		...(notes.length > 0 ? { notes } : {}),
	};
}

/** Parses a stats file, with an optional column `match_status` that is `playing` or `complete`. */
export function parseStatReports(table: CsvTable, season: SeasonSnapshot, problems: ProblemList) {
	const { rows, oddCells, skippedRows } = readRows(table, season, problems);
	const notes = skippedRows.map((row) => `line ${row.line}: ${formatSkippedPlayer(row)} is unknown and was skipped`);
	const reports = [...Map.groupBy(rows, ({ matchId }) => matchId)].flatMap(([matchId, matchRows]) =>
		matchId === null ? [] : (buildReport(matchId, matchRows, season) ?? []),
	);
	return { reports, notes, oddCells };
}
