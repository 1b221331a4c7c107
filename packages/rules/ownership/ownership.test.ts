import fc from "fast-check";
import { expect, test } from "vitest";
import { computeOwnershipPercent, listOwnershipGroups } from "./ownership.ts";

test.each([
	[99, []],
	[100, [100, null]],
	[999, [100, null]],
	[1_000, [100, 1_000, null]],
	[26_651, [100, 1_000, 10_000, null]],
])("groups of %i teams are shown (D2.9.279)", (teams, tops) => {
	expect(listOwnershipGroups(teams).map(({ top }) => top)).toEqual(tops);
});

test("groups have 100 teams or more, each within the next (D2.9.279)", () => {
	fc.assert(
		fc.property(fc.nat(1_000_000), (teams) => {
			const sizes = listOwnershipGroups(teams).map((group) => group.teams);
			expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
			expect(sizes.every((size) => size >= 100)).toBe(true);
			expect(sizes.at(-1)).toBe(teams < 100 ? undefined : teams);
		}),
	);
});

test("percentages have one decimal (D2.9.280)", () => {
	const percents = [0, 1, 2, 3].map((count) => computeOwnershipPercent(count, { teams: 3 }));
	expect(percents).toEqual([0, 33.3, 66.7, 100]);
	expect(computeOwnershipPercent(1, { teams: 1_000_000 })).toBe(0);
});
