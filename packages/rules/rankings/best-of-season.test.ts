import fc from "fast-check";
import { expect, test } from "vitest";
import { countBestPlaces, listBestTeams } from "./best-of-season.ts";

test.each([
	[0, 0, 0],
	[1, 1, 1],
	[10, 1, 1],
	[11, 1, 2],
	[100, 1, 10],
	[101, 2, 11],
	[700, 7, 70],
	[26_651, 267, 2_666],
])("of %i teams, %i and %i have places (D2.9.283)", (teams, one, ten) => {
	expect([countBestPlaces(teams, 1), countBestPlaces(teams, 10)]).toEqual([one, ten]);
});

test("teams that equal the last of the best are among them (D2.9.283)", () => {
	const ranked = [900, 800, 800, 800, 700].map((totalPoints) => ({ totalPoints }));
	expect(listBestTeams(ranked, 20, 10)).toHaveLength(4);
	expect(listBestTeams(ranked, 20, 1)).toHaveLength(1);
});

test("nobody better is left out, and the best percent are in both (D2.9.283)", () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 400 }), (points) => {
			const ranked = points.toSorted((a, b) => b - a).map((totalPoints, index) => ({ totalPoints, index }));
			const [one, ten] = ([1, 10] as const).map((percent) => listBestTeams(ranked, ranked.length, percent));
			for (const [best, share] of [
				[one, 0.01],
				[ten, 0.1],
			] as const) {
				const lowest = Math.min(...(best ?? []).map(({ totalPoints }) => totalPoints));
				expect(best).toEqual(ranked.filter(({ totalPoints }) => totalPoints >= lowest));
				expect(best?.length).toBeGreaterThanOrEqual(ranked.length * share);
				// Without those who equal the last one, there are fewer than the places.
				const above = ranked.filter(({ totalPoints }) => totalPoints > lowest).length;
				expect(above).toBeLessThan(Math.max(1, ranked.length * share + 1));
			}
			expect(ten?.slice(0, one?.length)).toEqual(one);
		}),
	);
});
