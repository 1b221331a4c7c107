import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuietEnd, isQuiet } from "./quiet-hours.ts";

const parseTime = (text: string) => Date.parse(text);
const quietHours = { from: 22 * 60, to: 7 * 60, zone: "Australia/Melbourne" };

describe("quiet hours", () => {
	test("follow the user's local time, across midnight", () => {
		// 21:59, 22:00, 06:59 and 07:00 in Melbourne's winter.
		expect(isQuiet(quietHours, parseTime("2026-08-28T11:59:00Z"))).toBe(false);
		expect(isQuiet(quietHours, parseTime("2026-08-28T12:00:00Z"))).toBe(true);
		expect(isQuiet(quietHours, parseTime("2026-08-28T20:59:00Z"))).toBe(true);
		expect(isQuiet(quietHours, parseTime("2026-08-28T21:00:00Z"))).toBe(false);
		expect(findQuietEnd(quietHours, parseTime("2026-08-28T12:34:56Z"))).toBe(parseTime("2026-08-28T21:00:00Z"));
		expect(findQuietEnd(quietHours, parseTime("2026-08-28T21:00:00Z"))).toBeNull();
	});

	test("end at the right local time on nights when the clocks change", () => {
		// The clocks go forward on 4 October 2026 at 02:00, and back on 5 April 2026 at 03:00.
		expect(findQuietEnd(quietHours, parseTime("2026-10-03T13:00:00Z"))).toBe(parseTime("2026-10-03T20:00:00Z"));
		expect(findQuietEnd(quietHours, parseTime("2026-04-04T12:00:00Z"))).toBe(parseTime("2026-04-04T21:00:00Z"));
		// 02:30 does not exist that night.
		expect(findQuietEnd({ ...quietHours, to: 150 }, parseTime("2026-10-03T13:00:00Z"))).toBe(
			parseTime("2026-10-03T16:00:00Z"),
		);
	});

	test("end at seven local time in every zone as daylight saving begins", () => {
		const saturday = parseTime("2027-10-02T13:30:00Z");
		const findEnd = (zone: string) => {
			const end = findQuietEnd({ ...quietHours, zone }, saturday);
			return end === null ? null : new Date(end).toISOString();
		};
		expect(findEnd("Australia/Melbourne")).toBe("2027-10-02T20:00:00.000Z");
		expect(findEnd("Australia/Adelaide")).toBe("2027-10-02T20:30:00.000Z");
		expect(findEnd("Australia/Brisbane")).toBe("2027-10-02T21:00:00.000Z");
		// 21:30 in Perth and 14:30 in Dublin.
		expect(findEnd("Australia/Perth")).toBeNull();
		expect(findEnd("Europe/Dublin")).toBeNull();
		expect(findEnd("Australia/Lord_Howe")).toBe("2027-10-02T20:00:00.000Z");
	});

	test("with equal start and end never apply", () => {
		expect(findQuietEnd({ ...quietHours, to: quietHours.from }, parseTime("2026-08-28T12:00:00Z"))).toBeNull();
	});

	test("end at the first minute that is not quiet, anywhere", () => {
		const minute = fc.integer({ min: 0, max: 1439 });
		const zones = [
			"Australia/Melbourne",
			"Australia/Lord_Howe",
			"Europe/London",
			"America/St_Johns",
			"Pacific/Apia",
			"UTC",
		];
		const when = fc.integer({ min: parseTime("2026-01-01T00:00:00Z"), max: parseTime("2027-01-01T00:00:00Z") });
		fc.assert(
			fc.property(minute, minute, fc.constantFrom(...zones), when, (from, to, zone, now) => {
				const hours = { from, to, zone };
				const end = findQuietEnd(hours, now);
				expect(end === null).toBe(!isQuiet(hours, now));
				if (end === null) return;
				expect(end).toBeGreaterThan(now);
				expect(isQuiet(hours, end)).toBe(false);
				for (let moment = now; moment < end; moment += 60_000)
					if (!isQuiet(hours, moment)) expect.fail(`not quiet at ${moment}`);
			}),
			{ numRuns: 60 },
		);
	});
});
