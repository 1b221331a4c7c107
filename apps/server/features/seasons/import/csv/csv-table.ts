import path from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import { CsvRow } from "./csv-row.ts";
import type { ProblemList } from "./problem-list.ts";
import { readText } from "./read-text.ts";

export interface CsvTable {
	/** The file's name, for problems. */
	readonly file: string;
	readonly columns: readonly string[];
	readonly rows: readonly CsvRow[];
}

/** A record of csv-parse with the option `info`. */
interface CsvRecord {
	readonly record: readonly string[];
	readonly info: { readonly lines: number };
}

export interface ReadTableOptions {
	/** Whether a missing file is a problem. */
	readonly isRequired?: boolean;
	/** The file's name in problems; by default the last part of its path. */
	readonly name?: string;
}

/**
 * Reads a CSV file with a header, columns in any order and any line endings, in UTF-8 with or without a byte order mark.
 * Records its problems and returns null if the file is missing or invalid.
 *
 * @param listRequired lists the columns that the file must have, from the columns of its header
 */
export async function readTable(
	file: string,
	listRequired: (columns: readonly string[]) => readonly string[],
	problems: ProblemList,
	{ isRequired = true, name = path.basename(file) }: ReadTableOptions = {},
): Promise<CsvTable | null> {
	const countBefore = problems.list.length;
	const text = await readText(file, problems, name);
	if (text === null) {
		if (isRequired && problems.list.length === countBefore) problems.add(name, null, "is missing");
		return null;
	}
	return parseTable(name, text, listRequired, problems);
}

/** Parses CSV text like `readTable`. */
export function parseTable(
	name: string,
	text: string,
	listRequired: (columns: readonly string[]) => readonly string[],
	problems: ProblemList,
): CsvTable | null {
	const countBefore = problems.list.length;
	const [header, ...records] = parseRecords(text, name, problems);
	if (!header) {
		if (problems.list.length === countBefore) problems.add(name, 1, "has no header");
		return null;
	}
	const columns = header.record;
	const missing = listRequired(columns).filter((column) => !columns.includes(column));
	for (const column of missing) problems.add(name, header.info.lines, `has no column ${column}`);
	const duplicate = columns.find((column, index) => column !== "" && columns.indexOf(column) !== index);
	if (duplicate !== undefined) problems.add(name, header.info.lines, `has column ${duplicate} twice`);
	if (missing.length > 0) return null;
	return { file: name, columns, rows: buildRows(records, columns, name, problems) };
}

const PARSE_OPTIONS = { bom: true, info: true, trim: true, skip_empty_lines: true, relax_column_count: true } as const;

function parseRecords(text: string, file: string, problems: ProblemList): readonly CsvRecord[] {
	try {
		const records: unknown = parse(text, PARSE_OPTIONS);
		return records as readonly CsvRecord[];
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		const { lines } = error;
		problems.add(file, typeof lines === "number" ? lines : null, `is not CSV: ${error.message}`);
		return [];
	}
}

function buildRows(
	records: readonly CsvRecord[],
	columns: readonly string[],
	file: string,
	problems: ProblemList,
): CsvRow[] {
	const indexByColumn = new Map(columns.map((column, index) => [column, index]));
	return records.flatMap(({ record, info }) => {
		if (record.length === columns.length) return [new CsvRow(file, info.lines, record, indexByColumn, problems)];
		problems.add(file, info.lines, `has ${record.length} columns, the header ${columns.length}`);
		return [];
	});
}
