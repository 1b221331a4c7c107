import path from "node:path";
import { splitTable, type TextRow } from "@first-bounce/contract/operator/text-table";
import { formatCount } from "../../../../i18n/format-count.ts";
import { CsvRow, type DateOrder, type TableFormat } from "./csv-row.ts";
import { isDateWithDayFirst } from "./dates.ts";
import type { ProblemList } from "./problem-list.ts";
import { readText } from "./read-text.ts";

export type HasColumn = (name: string) => boolean;

export interface CsvTable {
	/** The file's name, for problems. */
	readonly file: string;
	readonly hasColumn: HasColumn;
	readonly rows: readonly CsvRow[];
}

export interface ReadTableOptions {
	/** Whether a missing file is a problem. */
	readonly isRequired?: boolean;
	/** The problem of a missing file. */
	readonly missing?: string;
	/** The file's name in problems; by default the last part of its path. */
	readonly name?: string;
}

/** Lists the columns that a file must have. */
type ListRequired = (hasColumn: HasColumn) => readonly string[];

/**
 * Reads a table with a header and columns in any order. Records its problems and returns null if the file is missing or
 * invalid.
 */
export async function readTable(
	file: string,
	listRequired: ListRequired,
	problems: ProblemList,
	{ isRequired = true, missing = "is missing", name = path.basename(file) }: ReadTableOptions = {},
): Promise<CsvTable | null> {
	const countBefore = problems.list.length;
	const text = await readText(file, problems, name);
	if (text === null) {
		if (isRequired && problems.list.length === countBefore) problems.add(name, null, missing);
		return null;
	}
	return parseTable(name, text, listRequired, problems);
}

/** Headings are the same in any case, with spaces or underscores. */
const simplifyHeading = (heading: string): string => heading.toLowerCase().replaceAll(/\s+/g, "_");

/** Parses a table like `readTable`. */
export function parseTable(
	name: string,
	text: string,
	listRequired: ListRequired,
	problems: ProblemList,
): CsvTable | null {
	const { separator, rows } = splitTable(text);
	const [header, ...records] = rows;
	if (!header) {
		problems.add(name, 1, "has no header");
		return null;
	}
	const headings = header.cells.slice(0, header.cells.findLastIndex((cell) => cell !== "") + 1);
	const indexByHeading = new Map(headings.map((heading, index) => [heading, index]));
	const indexBySimpleHeading = new Map(headings.map((heading, index) => [simplifyHeading(heading), index]));
	const getIndex = (column: string) => indexByHeading.get(column) ?? indexBySimpleHeading.get(simplifyHeading(column));
	const hasColumn = (column: string) => getIndex(column) !== undefined;
	const required = listRequired(hasColumn);
	const missing = required.filter((column) => !hasColumn(column));
	const problem = describeOtherFile(header, headings, records, required.length === missing.length ? required : null);
	if (problem !== null) {
		problems.add(name, header.line, problem);
		return null;
	}
	for (const column of missing) problems.add(name, header.line, `has no column ${column}`);
	const duplicate = headings.find((heading, index) => heading !== "" && headings.indexOf(heading) !== index);
	if (duplicate !== undefined) problems.add(name, header.line, `has column ${duplicate} twice`);
	if (missing.length > 0 || duplicate !== undefined) return null;
	const format = { file: name, getIndex, separator, dateOrder: findDateOrder(records) };
	return { file: name, hasColumn, rows: buildRows(records, headings.length, format, problems) };
}

/**
 * Describes a file that is not the expected table; null if it is.
 *
 * @param required the required columns if the file has none of them
 */
function describeOtherFile(
	{ cells: [firstCell = ""] }: TextRow,
	headings: readonly string[],
	records: readonly TextRow[],
	required: readonly string[] | null,
): string | null {
	if (required) {
		if (firstCell.startsWith("<")) return "is a web page: save it as CSV";
		if (/^[[{]/.test(firstCell)) return "is JSON: save it as CSV";
		if (required.length > 1) return `has none of the columns ${required.join(", ")}`;
	}
	const areRowsLonger = records.length > 0 && records.every(({ cells }) => cells.length === headings.length + 1);
	return areRowsLonger && records.some(({ cells }) => cells.at(-1) !== "")
		? "has one heading fewer than each row has cells: write it without row names (row.names = FALSE in R)"
		: null;
}

/**
 * Finds whether dates such as 25/03/1995 have the day first, by the dates that exist in one order only. If they differ, the
 * more frequent order counts, the day first if both are equally frequent, so that the few others are problems.
 */
function findDateOrder(records: readonly TextRow[]): DateOrder | null {
	const dates = records.flatMap(({ line, cells }) =>
		cells.flatMap((cell) => {
			const isDayFirst = isDateWithDayFirst(cell);
			return isDayFirst === null ? [] : [{ line, isDayFirst }];
		}),
	);
	const withDayFirst = dates.filter(({ isDayFirst }) => isDayFirst);
	const withMonthFirst = dates.filter(({ isDayFirst }) => !isDayFirst);
	const inUsualOrder = withDayFirst.length >= withMonthFirst.length ? withDayFirst : withMonthFirst;
	return inUsualOrder[0] ?? null;
}

function buildRows(records: readonly TextRow[], columnCount: number, format: TableFormat, problems: ProblemList) {
	return records.flatMap(({ line, cells }) => {
		const hasExtraText = cells.slice(columnCount).some((cell) => cell !== "");
		if (cells.length >= columnCount && !hasExtraText) return [new CsvRow(line, cells, format, problems)];
		problems.add(format.file, line, `has ${formatCount(cells.length, "column")}, the header ${columnCount}`);
		return [];
	});
}
