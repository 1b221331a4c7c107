import { formatCount } from "../../../i18n/format-count.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { type CsvTable, type HasColumn, parseTable } from "../../seasons/import/csv/csv-table.ts";
import { formatProblem, ProblemList } from "../../seasons/import/csv/problem-list.ts";
import { decodeText } from "../../seasons/import/csv/read-text.ts";
import { listRequiredColumns } from "../../seasons/import/files/stat-columns.ts";
import type { FeedPayload, ParsedReports, ParseResult } from "../feed.ts";
import { buildCsvContext } from "./csv-context.ts";
import { isLineUpFile, listLineUpColumns, parseLineUps } from "./parse-line-ups.ts";
import { isResultsFile, listResultColumns, parseResults } from "./parse-results.ts";
import { parseStatReports } from "./parse-stats.ts";

const MAX_PROBLEMS = 20;

/**
 * Parses a file by its header: line-ups with one row per named player, results with one row per match, or
 * stats with one row per player, in our own columns or those of the R package fitzRoy. Rows with problems are left out and
 * named; a file with a problem in every row is refused.
 */
export function parseCsvPayload({ subject, body }: FeedPayload, season: SeasonSnapshot): ParseResult {
	const problems = new ProblemList();
	const { otherStats } = buildCsvContext(season);
	const listRequired = (hasColumn: HasColumn) => {
		if (isLineUpFile(hasColumn)) return listLineUpColumns(hasColumn);
		return isResultsFile(hasColumn) ? listResultColumns(hasColumn) : listRequiredColumns(hasColumn, otherStats);
	};
	const text = decodeText(subject, Buffer.from(body), problems);
	const table = text === null ? null : parseTable(subject, text, listRequired, problems);
	const { reports, notes = [], warnings = [] } = table ? parseReports(table, season, problems) : { reports: [] };
	const sortedProblems = problems.listSorted();
	const linesWithProblems = new Set(sortedProblems.map(({ line }) => line));
	const hasOtherRows = table?.rows.some(({ line }) => !linesWithProblems.has(line)) ?? false;
	if (reports.length === 0 && sortedProblems.length > 0 && !hasOtherRows)
		return { ok: false, problems: shorten(sortedProblems.map(formatProblem)) };
	const rowNotes = mergeRepeated(sortedProblems.map(({ line, message }) => ({ line: line ?? 0, message })));
	return {
		ok: true,
		areIndependent: true,
		reports,
		notes: shorten([...notes, ...rowNotes]),
		warnings: shorten(warnings),
	};
}

const shorten = (messages: readonly string[]): readonly string[] =>
	messages.length <= MAX_PROBLEMS
		? messages
		: [...messages.slice(0, MAX_PROBLEMS), `and ${messages.length - MAX_PROBLEMS} more`];

/** Formats messages about rows, each message once. */
function mergeRepeated(rows: readonly { readonly line: number; readonly message: string }[]): string[] {
	return [...Map.groupBy(rows, ({ message }) => message)].map(([message, [first, ...others]]) => {
		const more = others.length === 0 ? "" : ` (and on ${formatCount(others.length, "more line")})`;
		return `line ${first?.line}: ${message}${more}`;
	});
}

function parseReports(table: CsvTable, season: SeasonSnapshot, problems: ProblemList): ParsedReports {
	const isWhole = problems.list.length === 0;
	if (isLineUpFile(table.hasColumn)) {
		const { reports, oddPositions } = parseLineUps(table, season, isWhole);
		return { reports, warnings: mergeRepeated(oddPositions) };
	}
	if (isResultsFile(table.hasColumn)) return { reports: parseResults(table, season) };
	const { oddCells, ...parsed } = parseStatReports(table, season, problems);
	return { ...parsed, warnings: mergeRepeated(oddCells) };
}
