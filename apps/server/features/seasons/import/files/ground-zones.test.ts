import { readFileSync } from "node:fs";
import { season2023Path } from "@first-bounce/rules/testing/season-2023";
import { describe, expect, test } from "vitest";
import { findTimeZoneOfGround, isTimeZone } from "./ground-zones.ts";

describe("the clocks of a ground", () => {
	test("are its state's, whoever sponsors it", () => {
		expect(
			["Fremantle Oval", "Cazalys Stadium", "Cazaly's Stadium", "IKON Park", "Norwood Oval"].map(findTimeZoneOfGround),
		).toEqual([
			...["Australia/Perth", "Australia/Brisbane", "Australia/Brisbane", "Australia/Melbourne", "Australia/Adelaide"],
		]);
	});

	test("are nobody's guess where the ground is not known, or only looks like one that is", () => {
		expect(["", "Lantern Hill Oval", "Bescg Park"].map(findTimeZoneOfGround)).toEqual([null, null, null]);
	});

	test("go by zones that exist", () => {
		expect(["Australia/Perth", "Australia/Atlantis", ""].map(isTimeZone)).toEqual([true, false, false]);
	});

	test("are known of every ground of the season of 2023", () => {
		const [, ...rows] = readFileSync(season2023Path("matches.csv"), "utf8").trim().split(/\r?\n/);
		const venues = new Set(rows.map((row) => row.split(",")[5] ?? ""));
		expect(venues.size).toBeGreaterThan(20);
		expect([...venues].filter((venue) => findTimeZoneOfGround(venue) === null)).toEqual([]);
		for (const venue of venues) expect(isTimeZone(findTimeZoneOfGround(venue) ?? "")).toBe(true);
	});
});
