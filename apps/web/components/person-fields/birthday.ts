/** The text of the three boxes. */
export interface BirthdayParts {
	readonly day: string;
	readonly month: string;
	readonly year: string;
}
export type BirthdayProblem = "invalid-date" | "year-not-in-past";
export type BirthdayResult = { readonly birthday: string } | { readonly problem: BirthdayProblem };

export const EMPTY_BIRTHDAY: BirthdayParts = { day: "", month: "", year: "" };
const MIN_YEAR = 1900;

/**
 * The birthday as year-month-day, or what is wrong with it. The date is checked before the year.
 */
export function parseBirthday({ day, month, year }: BirthdayParts, currentYear: number): BirthdayResult {
	const isNumber = [day, month, year].every((part) => /^\s*\d+\s*$/.test(part));
	const birthday = `${year.trim()}-${month.trim().padStart(2, "0")}-${day.trim().padStart(2, "0")}`;
	const instant = Date.parse(`${birthday}T00:00:00Z`);
	const isDay = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(birthday);
	if (!isNumber || !isDay || Number(year) < MIN_YEAR) return { problem: "invalid-date" };
	return Number(year) >= currentYear ? { problem: "year-not-in-past" } : { birthday };
}

/** The text of the three boxes for an API birthday. */
export function splitBirthday(birthday: string | null): BirthdayParts {
	const [year = "", month = "", day = ""] = birthday?.split("-") ?? [];
	return { year, month: month.replace(/^0/, ""), day: day.replace(/^0/, "") };
}
