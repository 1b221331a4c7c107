import { readFileSync } from "node:fs";
import { isTimeZone } from "@first-bounce/contract/fields";
import { describe, expect, test } from "vitest";
import { getSeason2023Path } from "../../../../../../testing/rules/season-2023.ts";
import { findTimeZoneOfGround } from "./ground-zones.ts";

describe("the time zone of a ground", () => {
	test("is that of its state, under any sponsored name", () => {
		expect(
			["Fremantle Oval", "Cazalys Stadium", "Cazaly's Stadium", "IKON Park", "Norwood Oval"].map(findTimeZoneOfGround),
		).toEqual([
			"Australia/Perth",
			"Australia/Brisbane",
			"Australia/Brisbane",
			"Australia/Melbourne",
			"Australia/Adelaide",
		]);
	});

	test("is unknown for an unknown ground or a similar name", () => {
		expect(["", "Lantern Hill Oval", "Bescg Park"].map(findTimeZoneOfGround)).toEqual([null, null, null]);
	});

	test("is a valid IANA time zone", () => {
		expect(["Australia/Perth", "Australia/Atlantis", ""].map(isTimeZone)).toEqual([true, false, false]);
	});

	test("is known for every ground of the 2023 season", () => {
		const [, ...rows] = readFileSync(getSeason2023Path("matches.csv"), "utf8").trim().split(/\r?\n/);
		const venues = new Set(rows.map((row) => row.split(",")[5] ?? ""));
		expect(venues.size).toBeGreaterThan(20);
		expect([...venues].filter((venue) => findTimeZoneOfGround(venue) === null)).toEqual([]);
		for (const venue of venues) expect(isTimeZone(findTimeZoneOfGround(venue) ?? "")).toBe(true);
	});
});
