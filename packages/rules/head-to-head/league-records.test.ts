import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MatchUpResult } from "./ladder.ts";
import { findMatchUpRecords } from "./league-records.ts";

const createResult = (
	roundId: number,
	[home, homePoints]: readonly [number, number],
	[away, awayPoints]: readonly [number, number],
): MatchUpResult => ({ roundId, isFinal: false, isConsolation: false, home, homePoints, away, awayPoints });

describe("the biggest win", () => {
	test("beats the margin of every earlier round", () => {
		const results = [
			createResult(1, [1, 900], [2, 850]),
			createResult(2, [1, 700], [2, 790]),
			createResult(2, [3, 800], [4, 870]),
		];
		expect(findMatchUpRecords(results, 2).biggestWin).toEqual({ winner: 2, loser: 1, margin: 90, former: 50 });
	});

	test("is no record in round one, nor if only equal", () => {
		const results = [createResult(1, [1, 900], [2, 850]), createResult(2, [1, 900], [2, 850])];
		expect([1, 2].map((roundId) => findMatchUpRecords(results, roundId).biggestWin)).toEqual([null, null]);
	});
});

describe("a winning streak", () => {
	const createWin = (roundId: number, winner: number, loser: number) =>
		createResult(roundId, [winner, 900], [loser, 800]);

	test("is a record from three wins in a row on [D2.7.57]", () => {
		const results = [1, 2, 3, 4].map((roundId) => createWin(roundId, 1, roundId + 1));
		expect([1, 2, 3, 4].map((roundId) => findMatchUpRecords(results, roundId).streak)).toEqual([
			null,
			null,
			{ teamId: 1, wins: 3 },
			{ teamId: 1, wins: 4 },
		]);
	});

	test("is no record if another team has already had one as long", () => {
		const results = [
			...[1, 2, 3].map((roundId) => createWin(roundId, 1, 9)),
			...[4, 5, 6].map((roundId) => createWin(roundId, 2, 9)),
		];
		expect([6].map((roundId) => findMatchUpRecords(results, roundId).streak)).toEqual([null]);
	});

	test("survives a bye and ends with a draw", () => {
		const withBye = [createWin(1, 1, 2), createWin(2, 1, 3), createWin(4, 1, 2)];
		expect(findMatchUpRecords(withBye, 4).streak).toEqual({ teamId: 1, wins: 3 });
		const withDraw = [createWin(1, 1, 2), createWin(2, 1, 3), createResult(3, [1, 800], [4, 800]), createWin(4, 1, 2)];
		expect(findMatchUpRecords(withDraw, 4).streak).toBeNull();
	});
});

test("later rounds never change the records of a round", () => {
	const results = fc.array(
		fc
			.record({
				roundId: fc.integer({ min: 1, max: 8 }),
				teams: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 2 }),
				points: fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })),
			})
			.map(({ roundId, teams: [home = 1, away = 2], points }) =>
				createResult(roundId, [home, points[0]], [away, points[1]]),
			),
		{ maxLength: 40 },
	);
	fc.assert(
		fc.property(results, fc.integer({ min: 1, max: 8 }), (results, roundId) => {
			const upTo = results.filter((result) => result.roundId <= roundId);
			expect(findMatchUpRecords(results, roundId)).toEqual(findMatchUpRecords(upTo, roundId));
		}),
	);
});
