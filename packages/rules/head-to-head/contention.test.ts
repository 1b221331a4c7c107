import fc from "fast-check";
import { expect, test } from "vitest";
import { findContenders, type H2hSeason } from "./contention.ts";

const SERIES = { semiFinalId: 11, grandFinalId: 12 };
const createSeason = (points: readonly number[], changes: Partial<H2hSeason> = {}): H2hSeason => ({
	ladder: points.map((premiershipPoints, index) => ({ teamId: index + 1, premiershipPoints })),
	pointsLeft: 8,
	finalsRounds: SERIES,
	semiFinals: [],
	grandFinal: null,
	...changes,
});
const list = (season: H2hSeason) => [...findContenders(season)];

test("a team is in contention while it can reach the last finalist", () => {
	expect(list(createSeason([32, 28, 24, 20, 12, 8]))).toEqual([1, 2, 3, 4, 5]);
	const grandFinalOnly = { semiFinalId: null, grandFinalId: 12 };
	expect(list(createSeason([32, 28, 24, 20, 12, 8], { finalsRounds: grandFinalOnly }))).toEqual([1, 2, 3, 4]);
	const none = { semiFinalId: null, grandFinalId: null };
	expect(list(createSeason([32, 28, 24, 20], { finalsRounds: none }))).toEqual([1, 2, 3]);
});

test("only finalists who have not lost are in contention in the finals", () => {
	const over = { pointsLeft: 0 };
	expect(list(createSeason([32, 28, 24, 20, 20], over))).toEqual([1, 2, 3, 4]);
	const played = { home: 1, away: 4, homePoints: 800, awayPoints: 900 };
	const open = { home: 2, away: 3, homePoints: null, awayPoints: null };
	expect(list(createSeason([32, 28, 24, 20, 20], { ...over, semiFinals: [played, open] }))).toEqual([2, 3, 4]);
	const grandFinal = { home: 2, away: 4, homePoints: null, awayPoints: null };
	expect(list(createSeason([32, 28, 24, 20], { ...over, grandFinal }))).toEqual([2, 4]);
	expect(list(createSeason([32, 28], { grandFinal: { ...grandFinal, homePoints: 1, awayPoints: 0 } }))).toEqual([]);
});

test("whoever can still play a final is in contention", () => {
	const wins = fc.array(fc.nat(4), { minLength: 4, maxLength: 14 });
	fc.assert(
		fc.property(wins, wins, (soFar, toCome) => {
			const before = soFar.map((count, index) => ({ teamId: index + 1, premiershipPoints: count * 4 }));
			const after = before.map((row, index) => ({
				...row,
				premiershipPoints: row.premiershipPoints + (toCome[index] ?? 0) * 4,
			}));
			const byPoints = (a: { premiershipPoints: number }, b: { premiershipPoints: number }) =>
				b.premiershipPoints - a.premiershipPoints;
			const contenders = findContenders({ ...createSeason([]), ladder: before.toSorted(byPoints), pointsLeft: 16 });
			for (const { teamId } of after.toSorted(byPoints).slice(0, 4)) expect(contenders).toContain(teamId);
		}),
	);
});
