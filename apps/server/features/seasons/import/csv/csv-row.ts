import type { ProblemList } from "./problem-list.ts";

/** A whole number such as -3, or 12.0 as R can write it. */
const WHOLE_NUMBER_PATTERN = /^-?\d+(\.0+)?$/;
/** The largest value of PostgreSQL's int. */
const MAX_INT = 2_147_483_647;
/** The largest value of PostgreSQL's smallint. */
const MAX_SMALLINT = 32_767;
/** Such as `2023-09-01T09:20:00Z`, `2023-09-01 09:20+10:00` or `2023-09-01T09:20:00.000+0000`. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** A row of a CSV file. Each getter returns null and records a problem if the cell has no valid value. */
export class CsvRow {
	readonly file: string;
	readonly line: number;
	readonly #record: readonly string[];
	readonly #indexByColumn: ReadonlyMap<string, number>;
	readonly #problems: ProblemList;

	constructor(
		file: string,
		line: number,
		record: readonly string[],
		indexByColumn: ReadonlyMap<string, number>,
		problems: ProblemList,
	) {
		this.file = file;
		this.line = line;
		this.#record = record;
		this.#indexByColumn = indexByColumn;
		this.#problems = problems;
	}

	/** Records a problem of this row and returns null. */
	reportProblem(message: string): null {
		this.#problems.add(this.file, this.line, message);
		return null;
	}

	/** Returns the unparsed cell; empty if there is no such column. */
	readRaw(column: string): string {
		return this.#record[this.#indexByColumn.get(column) ?? -1] ?? "";
	}

	readText(column: string): string | null {
		return this.readRaw(column) || this.reportProblem(`${column} is empty`);
	}

	/** Parses a positive whole number. */
	readId(column: string): number | null {
		const value = this.#readWholeNumber(column);
		return value === null || value > 0 ? value : this.reportProblem(`${column} is not an id (${this.readRaw(column)})`);
	}

	/** Parses a positive whole number of dollars. */
	readPrice(column: string): number | null {
		const value = this.#readWholeNumber(column);
		return value === null || value > 0
			? value
			: this.reportProblem(`${column} is not a price (${this.readRaw(column)})`);
	}

	/** Parses a whole number from 0 to `max`. */
	readCount(column: string, max = MAX_SMALLINT): number | null {
		const value = this.#readWholeNumber(column);
		if (value === null) return null;
		if (value < 0) return this.reportProblem(`${column} is negative (${this.readRaw(column)})`);
		return value <= max ? value : this.reportProblem(`${column} is over ${max} (${this.readRaw(column)})`);
	}

	/** Parses a percentage and rounds it. */
	readPercentage(column: string): number | null {
		const text = this.readRaw(column);
		const value = text === "" ? Number.NaN : Number(text);
		if (!Number.isFinite(value)) return this.reportProblem(`${column} is not a number (${text || "empty"})`);
		return value >= 0 && value <= 100
			? Math.round(value)
			: this.reportProblem(`${column} is not between 0 and 100 (${text})`);
	}

	/** Parses `true` or `false` in any case, or 1 or 0. */
	readFlag(column: string): boolean | null {
		const word = this.readRaw(column).toLowerCase();
		if (word === "true" || word === "1") return true;
		if (word === "false" || word === "0") return false;
		return this.reportProblem(`${column} is neither true nor false (${this.readRaw(column)})`);
	}

	/** Parses a date such as `1995-03-25`. */
	readDate(column: string): string | null {
		const text = this.readRaw(column);
		const day = new Date(`${text}T00:00:00Z`);
		// `Date` reads 30 February as 2 March, which no longer starts with the text.
		const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
		return isDay ? text : this.reportProblem(`${column} is not a date (${text})`);
	}

	/** Parses a time with an offset, such as `2023-09-01T09:20:00Z`, to milliseconds. */
	readInstant(column: string): number | null {
		const text = this.readRaw(column);
		return parseInstant(text) ?? this.reportProblem(`${column} is not a time with an offset (${text})`);
	}

	#readWholeNumber(column: string): number | null {
		const text = this.readRaw(column);
		const value = Number(text);
		if (text === "" || !Number.isFinite(value))
			return this.reportProblem(`${column} is not a number (${text || "empty"})`);
		if (!WHOLE_NUMBER_PATTERN.test(text)) return this.reportProblem(`${column} is not a whole number (${text})`);
		return Math.abs(value) <= MAX_INT ? value : this.reportProblem(`${column} is too large (${text})`);
	}
}

/**
 * Parses a time that matches INSTANT_PATTERN, such as `2023-09-01T09:20:00.000+0000`, to milliseconds; null for any other
 * text and for dates that do not exist, such as 30 February.
 */
export function parseInstant(text: string): number | null {
	if (!INSTANT_PATTERN.test(text)) return null;
	const time = Date.parse(text.replace(" ", "T").replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
	// `Date.parse` reads 30 February as 2 March, which no longer starts with the text.
	const day = text.slice(0, 10);
	const midnight = Date.parse(`${day}T00:00:00Z`);
	if (Number.isNaN(time) || Number.isNaN(midnight)) return null;
	return new Date(midnight).toISOString().startsWith(day) ? time : null;
}
