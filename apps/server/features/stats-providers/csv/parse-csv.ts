import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { type CsvTable, parseTable } from "../../seasons/import/csv/csv-table.ts";
import { formatProblem, ProblemList } from "../../seasons/import/csv/problem-list.ts";
import { decodeText } from "../../seasons/import/csv/read-text.ts";
import { parseTrailingNumber } from "../../seasons/import/files/find-match.ts";
import { formatSkippedPlayer, parseStats } from "../../seasons/import/files/read-stats.ts";
import { getStatColumns, listRequiredColumns } from "../../seasons/import/files/stat-columns.ts";
import type { FeedPayload, MatchReport, ParseResult } from "../feed.ts";
import { buildCsvContext } from "./csv-context.ts";
import { isLineUpHeader, listLineUpColumns, parseLineUps } from "./parse-line-ups.ts";
import { isResultsHeader, listResultColumns, parseResults } from "./parse-results.ts";

const STATUS_COLUMN = "match_status";
/** The statuses of a finished match in our files and in those of the official API. */
const COMPLETE: ReadonlySet<string> = new Set(["complete", "concluded"]);
const MAX_PROBLEMS = 20;

type ReportedStatus = Pick<MatchReport, "status" | "isStatusInferred">;

/**
 * Creates a lookup of match statuses in a file, by match id or provider id. A match is complete if all of its rows say so,
 * and playing if any row says otherwise. Without the column, or if it is empty, the status is inferred.
 */
function createStatusLookup({ columns, rows }: CsvTable): (matchIds: readonly string[]) => ReportedStatus {
	if (!columns.includes(STATUS_COLUMN)) return () => ({ isStatusInferred: true });
	const { match } = getStatColumns(columns);
	const statusesById = new Map<string, string[]>();
	for (const row of rows) {
		const matchId = row.readRaw(match);
		for (const id of new Set([matchId, String(parseTrailingNumber(matchId))]))
			statusesById.set(id, [...(statusesById.get(id) ?? []), row.readRaw(STATUS_COLUMN).trim().toLowerCase()]);
	}
	return (matchIds) => {
		const statuses = matchIds.flatMap((id) => statusesById.get(id) ?? []);
		if (statuses.length > 0 && statuses.every((status) => COMPLETE.has(status))) return { status: "complete" };
		return statuses.some((status) => status !== "" && !COMPLETE.has(status))
			? { status: "playing" }
			: { isStatusInferred: true };
	};
}

/**
 * Parses a file by its header: line-ups with one row per named player, results with one row per match, or
 * stats with one row per player, in our own columns or those of the R package fitzRoy.
 */
export function parseCsvPayload({ subject, body }: FeedPayload, season: SeasonSnapshot): ParseResult {
	const problems = new ProblemList();
	const context = buildCsvContext(season);
	const listRequired = (header: readonly string[]) => {
		if (isLineUpHeader(header)) return listLineUpColumns(header);
		return isResultsHeader(header) ? listResultColumns(header) : listRequiredColumns(header, context.otherStats);
	};
	const text = decodeText(subject, Buffer.from(body), problems);
	const table = text === null ? null : parseTable(subject, text, listRequired, problems);
	const parsed = table && parseReports(table, season);
	if (!parsed || problems.list.length > 0)
		return { ok: false, problems: problems.listSorted().slice(0, MAX_PROBLEMS).map(formatProblem) };
	return { ok: true, areIndependent: true, ...parsed };
}

/** The reports of a file, and messages for the operator about rows that are in none. */
interface ParsedReports {
	readonly reports: readonly MatchReport[];
	readonly notes?: readonly string[];
}

function parseReports(table: CsvTable, season: SeasonSnapshot): ParsedReports {
	if (isLineUpHeader(table.columns)) return { reports: parseLineUps(table, season) };
	return isResultsHeader(table.columns) ? { reports: parseResults(table, season) } : parseStatReports(table, season);
}

/** Parses a stats file, with an optional column `match_status` that is `playing` or `complete`. */
function parseStatReports(table: CsvTable, season: SeasonSnapshot): ParsedReports {
	const parsed = parseStats(table, buildCsvContext(season));
	const findStatus = createStatusLookup(table);
	const providerIds = new Map(
		season.rounds.flatMap((round) => round.matches).map(({ id, providerId }) => [id, providerId]),
	);
	const byMatch = Map.groupBy(parsed.stats, ({ matchId }) => matchId);
	const notes = parsed.skippedRows.map(
		(row) => `line ${row.line}: ${formatSkippedPlayer(row)} is unknown and was skipped`,
	);
	const reports = [...byMatch].map(([matchId, stats]): MatchReport => {
		const providerId = providerIds.get(matchId);
		return {
			matchId,
			...findStatus([...new Set([String(matchId), ...(providerId ? [providerId] : [])])]),
			lines: stats.map(({ playerId, squadId, line }) => ({ playerId, squadId, stats: line })),
		};
	});
	return { reports, notes };
}
