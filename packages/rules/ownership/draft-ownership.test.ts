import { expect, test } from "vitest";
import { arePositionsDue, computeDraftPercent, isDraftOwnershipShown } from "./draft-ownership.ts";

test("draft leagues are counted in whole percentages from 100 teams on [D2.9.575]", () => {
	expect([99, 100].map((teams) => isDraftOwnershipShown({ teams }))).toEqual([false, true]);
	const counted = { leagues: 12, teams: 120 };
	expect(computeDraftPercent(5, "owned", counted)).toBe(42);
	expect(computeDraftPercent(5, "started", counted)).toBe(4);
});

test.each([
	[99, 0, false],
	[100, 0, true],
	[119, 100, false],
	[125, 100, true],
	[10_520, 10_000, true],
	[10_499, 10_000, false],
])("positions from %i teams are counted after those from %i: %s [D2.9.576]", (teams, before, isDue) => {
	expect(arePositionsDue(teams, before)).toBe(isDue);
});
