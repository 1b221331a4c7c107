import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBirthday, splitBirthday } from "./birthday.ts";

const YEAR = 2026;
const parse = (day: string, month: string, year: string) => parseBirthday({ day, month, year }, YEAR);

describe("a birthday given as day, month and year", () => {
	test("becomes year-month-day with day and month zero-padded (D1.5.11, D1.5.12, D1.3.05)", () => {
		expect(parse("7", "3", "1990")).toEqual({ birthday: "1990-03-07" });
		expect(parse("17", "12", "2001")).toEqual({ birthday: "2001-12-17" });
	});

	test("is invalid when no such date exists (D1.5.13)", () => {
		for (const [day, month, year] of [
			["31", "02", "1990"],
			["29", "2", "2001"],
			["0", "3", "1990"],
			["7", "13", "1990"],
			["", "", ""],
			["7", "3", "90"],
			["7", "3", "1066"],
			["x", "3", "1990"],
			["-7", "3", "1990"],
		] as const)
			expect(parse(day, month, year)).toEqual({ problem: "invalid-date" });
		expect(parse("29", "2", "2000")).toEqual({ birthday: "2000-02-29" });
	});

	test("is rejected in the current year or later (D1.5.14, D1.5.15)", () => {
		expect(parse("7", "3", String(YEAR))).toEqual({ problem: "year-not-in-past" });
		expect(parse("7", "3", String(YEAR + 1))).toEqual({ problem: "year-not-in-past" });
		expect(parse("7", "3", String(YEAR - 1))).toEqual({ birthday: `${YEAR - 1}-03-07` });
	});

	test("is checked as a date before its year is checked", () => {
		expect(parse("31", "2", String(YEAR + 1))).toEqual({ problem: "invalid-date" });
	});

	test("survives being split and parsed again", () => {
		const days = fc.date({ min: new Date("1900-01-01"), max: new Date("2025-12-31"), noInvalidDate: true });
		fc.assert(
			fc.property(days, (day) => {
				const birthday = day.toISOString().slice(0, 10);
				expect(parseBirthday(splitBirthday(birthday), YEAR)).toEqual({ birthday });
			}),
		);
	});
});
