import { MAX_INT } from "@first-bounce/contract/constants";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import { isEmptyCell, isEmptyName, parseNumber } from "@first-bounce/contract/operator/text-table";
import type { z } from "zod";
import { describeIssue } from "../../../../i18n/field-issues.ts";
import { isDateWithDayFirst, listDates, parseDate, parseInstant } from "./dates.ts";
import type { ProblemList } from "./problem-list.ts";

/** The largest value of PostgreSQL's smallint. */
const MAX_SMALLINT = 32_767;

/** Whether dates with slashes have the day first, and the first line that shows it. */
export interface DateOrder {
	readonly isDayFirst: boolean;
	readonly line: number;
}

/** How a file writes its rows. */
export interface TableFormat {
	/** The file's name, for problems. */
	readonly file: string;
	readonly getIndex: (column: string) => number | undefined;
	readonly separator: string;
	/** Null if the file does not tell. */
	readonly dateOrder: DateOrder | null;
}

/** A row of a CSV file. Each getter returns null and records a problem if the cell has no valid value. */
export class CsvRow {
	readonly line: number;
	readonly #cells: readonly string[];
	readonly #format: TableFormat;
	readonly #problems: ProblemList;

	constructor(line: number, cells: readonly string[], format: TableFormat, problems: ProblemList) {
		this.line = line;
		this.#cells = cells;
		this.#format = format;
		this.#problems = problems;
	}

	get file(): string {
		return this.#format.file;
	}

	/** Records a problem of this row and returns null. */
	reportProblem(message: string): null {
		this.#problems.add(this.#format.file, this.line, message);
		return null;
	}

	/** Returns the unparsed cell; empty if there is no such column. */
	readRaw(column: string): string {
		return this.#cells[this.#format.getIndex(column) ?? -1] ?? "";
	}

	/** Returns the cell, or an empty text for a word such as NA that means an empty cell. */
	readOptional(column: string): string {
		const text = this.readRaw(column);
		return isEmptyCell(text) ? "" : text;
	}

	/** Checks a name with the schema of the operator console's field, and returns it as the console would store it. */
	readField(column: string, schema: z.ZodType<string>): string | null {
		const raw = this.readRaw(column);
		const text = isEmptyName(raw) ? "" : raw;
		const parsed = schema.safeParse(text);
		if (parsed.success) return parsed.data;
		const [issue] = parsed.error.issues;
		const problem = issue ? describeIssue(issue, DEFAULT_LANGUAGE) : "is not valid";
		return this.reportProblem(text === "" ? `${column} is empty` : `${column} ${problem} (${text})`);
	}

	readId(column: string): number | null {
		return this.#readPositive(column, "an id");
	}

	/** Parses a price in dollars. */
	readPrice(column: string): number | null {
		return this.#readPositive(column, "a price");
	}

	/** Parses a whole number from 0 to `max`. */
	readCount(column: string, max = MAX_SMALLINT): number | null {
		const value = this.#readWholeNumber(column);
		if (value === null) return null;
		if (value < 0) return this.reportProblem(`${column} is negative (${this.readRaw(column)})`);
		return value <= max ? value : this.reportProblem(`${column} is over ${max} (${this.readRaw(column)})`);
	}

	/** Parses a number; not a number for anything else. */
	readNumber(column: string): number {
		return parseNumber(this.readRaw(column), this.#format);
	}

	/** Parses a percentage such as `80.4` or `80 %` of any size; not a number for anything else. */
	readUncheckedPercentage(column: string): number {
		return parseNumber(this.readRaw(column).replace(/%$/, ""), this.#format);
	}

	/** Parses a percentage and rounds it. An empty cell, or a word such as NA, counts as 0. */
	readPercentage(column: string): number | null {
		const text = this.readRaw(column);
		const value = isEmptyCell(text) ? 0 : this.readUncheckedPercentage(column);
		if (Number.isNaN(value)) return this.reportProblem(`${column} is not a number (${text})`);
		return value >= 0 && value <= 100
			? Math.round(value)
			: this.reportProblem(`${column} is not between 0 and 100 (${text})`);
	}

	/** Parses `true` or `false` in any case, or 1 or 0. */
	readFlag(column: string): boolean | null {
		const word = this.readRaw(column).toLowerCase();
		if (word === "true" || word === "t" || word === "1") return true;
		if (word === "false" || word === "f" || word === "0") return false;
		return this.reportProblem(`${column} is neither true nor false (${this.readRaw(column) || "empty"})`);
	}

	/** Parses a date such as `1995-03-25`, or as spreadsheets write it. */
	readDate(column: string): string | null {
		const text = this.readRaw(column);
		const { dateOrder } = this.#format;
		const date = parseDate(text, dateOrder?.isDayFirst ?? null);
		if (date !== null) return date;
		if (!dateOrder && listDates(text).length === 2) {
			const problem = `${column} has dates whose day and month cannot be told apart: write them as year-month-day, such as 1995-03-25`;
			this.#problems.addForFile(this.#format.file, problem);
			return null;
		}
		const isDayFirst = isDateWithDayFirst(text);
		if (!dateOrder || isDayFirst === null)
			return this.reportProblem(`${column} is not a date (${text}): write it as year-month-day, such as 1995-03-25`);
		const [first, expected] = isDayFirst ? ["day", "month"] : ["month", "day"];
		return this.reportProblem(
			`${column} has the ${first} first (${text}), but line ${dateOrder.line} has the ${expected} first: write every date as year-month-day, such as 1995-03-25`,
		);
	}

	/** Parses a time with an offset, such as `2023-09-01T09:20:00Z`, to milliseconds. */
	readInstant(column: string): number | null {
		const text = this.readRaw(column);
		const problem = `${column} is not a time with an offset (${text || "empty"}): write it as text, such as 2027-03-19T19:40+11:00`;
		return parseInstant(text) ?? this.reportProblem(problem);
	}

	/** Parses a positive whole number. */
	#readPositive(column: string, noun: string): number | null {
		const value = this.#readWholeNumber(column);
		return value === null || value > 0
			? value
			: this.reportProblem(`${column} is not ${noun} (${this.readRaw(column)})`);
	}

	#readWholeNumber(column: string): number | null {
		const text = this.readRaw(column);
		const value = this.readNumber(column);
		if (Number.isNaN(value)) return this.reportProblem(`${column} is not a number (${text || "empty"})`);
		if (!Number.isInteger(value)) return this.reportProblem(`${column} is not a whole number (${text})`);
		return Math.abs(value) <= MAX_INT ? value : this.reportProblem(`${column} is too large (${text})`);
	}
}
