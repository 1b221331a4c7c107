import { DAY_MS } from "@first-bounce/rules/durations";

/** Such as `2023-09-01T09:20:00Z`, `2023-09-01 09:20+10:00` or `2023-09-01T09:20:00.000+0000`. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
/** Spreadsheets count days from here. */
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);
/** Five digits, so that it is no year: dates from 1927 to 2064. */
const SPREADSHEET_DAY = /^([1-5]\d{4})(?:\.0+)?$/;

/** A date that begins with its year, perhaps with midnight. */
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
/** A date that ends with its year; day and month can be in either order. */
const YEAR_LAST = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/;

/** Writes a date such as 25.03.1995, 25/3/1995, 1995/3/25 or one with midnight as year-month-day; other text stays. */
function reorderDate(text: string, isDayFirst: boolean | null): string {
	const write = (...parts: readonly string[]) => parts.map((part) => part.padStart(2, "0")).join("-");
	const [, firstYear, , month, day] = YEAR_FIRST.exec(text) ?? [];
	if (firstYear && month && day) return write(firstYear, month, day);
	const [, first, mark, second, lastYear] = YEAR_LAST.exec(text) ?? [];
	if (!first || !second || !lastYear) return text;
	if (mark === "." || isDayFirst) return write(lastYear, second, first);
	return isDayFirst === false ? write(lastYear, first, second) : text;
}

/**
 * Parses a date such as `1995-03-25`, 25.03.1995 or a spreadsheet's 34783, to year-month-day; null for any other text and for
 * dates that do not exist.
 */
export function parseDate(text: string, isDayFirst: boolean | null): string | null {
	const [, days] = SPREADSHEET_DAY.exec(text) ?? [];
	if (days) return new Date(SPREADSHEET_EPOCH + Number(days) * DAY_MS).toISOString().slice(0, 10);
	const written = reorderDate(text, isDayFirst);
	const day = new Date(`${written}T00:00:00Z`);
	// `Date` reads 30 February as 2 March, which no longer starts with the text.
	const isDay =
		/^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(written);
	return isDay ? written : null;
}

/** Whether a date such as 25/03/1995 has the day first; null for one that exists in both orders or in none, and for other text. */
export function isDateWithDayFirst(text: string): boolean | null {
	if (!/^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text)) return null;
	const isDateIfDayFirst = parseDate(text, true) !== null;
	const isDateIfMonthFirst = parseDate(text, false) !== null;
	return isDateIfDayFirst === isDateIfMonthFirst ? null : isDateIfDayFirst;
}

/** Lists the dates that a text can mean, whichever of day and month comes first. */
export const listDates = (text: string): readonly string[] =>
	[true, false].map((isDayFirst) => parseDate(text, isDayFirst)).filter((date) => date !== null);

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
