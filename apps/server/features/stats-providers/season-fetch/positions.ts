import { LINES, type Line, parsePositions } from "@first-bounce/rules/player";
import { parseTable } from "../../seasons/import/csv/csv-table.ts";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import { formatProblem, ProblemList } from "../../seasons/import/csv/problem-list.ts";
import { decodeText } from "../../seasons/import/csv/read-text.ts";
import { createInputError } from "./fetch-error.ts";

export const POSITIONS_FILE = "positions.csv";

/** Our positions by the provider's word. The operator can change and extend them in positions.csv. */
const DEFAULT_POSITIONS: Readonly<Record<string, string>> = {
	DEFENDER: "DEF",
	KEY_DEFENDER: "DEF",
	MEDIUM_DEFENDER: "DEF",
	DEFENDER_MIDFIELDER: "DEF/MID",
	MIDFIELDER: "MID",
	MIDFIELDER_DEFENDER: "DEF/MID",
	MIDFIELDER_FORWARD: "MID/FWD",
	FORWARD: "FWD",
	FORWARD_MIDFIELDER: "MID/FWD",
	KEY_FORWARD: "FWD",
	MEDIUM_FORWARD: "FWD",
	RUCK: "RUC",
	RUCK_FORWARD: "RUC/FWD",
};

/** Our positions by the provider's word. Players whose word has no position each need a decision. */
export type PositionTable = ReadonlyMap<string, readonly Line[]>;

/**
 * Reads the operator's positions.csv, with the defaults for words that it lacks.
 *
 * @throws FetchError that lists all faulty lines
 */
export function readPositions(body: Buffer | null): PositionTable {
	const table = new Map<string, readonly Line[]>(
		Object.entries(DEFAULT_POSITIONS).map(([word, text]) => [word, parsePositions(text) ?? []]),
	);
	if (!body) return table;
	const problems = new ProblemList();
	const text = decodeText(POSITIONS_FILE, body, problems);
	const rows =
		text === null ? [] : (parseTable(POSITIONS_FILE, text, () => ["word", "position"], problems)?.rows ?? []);
	for (const row of rows) {
		const position = row.readOptional("position");
		const positions = position === "" ? [] : parsePositions(position);
		if (positions) table.set(row.readRaw("word").toUpperCase(), positions);
		else row.reportProblem(`position is not made of ${LINES.join(", ")} (${position})`);
	}
	if (problems.list.length > 0) throw createInputError(problems.listSorted().map(formatProblem));
	return table;
}

/** A row of positions.csv, as text. */
export interface PositionRow {
	readonly word: string;
	readonly position: string;
}

export const formatPositionRows = (rows: readonly PositionRow[]): string =>
	formatCsv(
		"word,position",
		rows.map(({ word, position }) => [word, position]),
	);

export const listPositionRows = (table: PositionTable): PositionRow[] =>
	[...table]
		.toSorted(([a], [b]) => a.localeCompare(b))
		.map(([word, positions]) => ({ word, position: positions.join("/") }));
