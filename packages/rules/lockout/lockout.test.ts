import { describe, expect, test } from "vitest";
import { aPlayer, aRound, aSeason, HOUR, roundsAt, startOf } from "../testing/season-builder.ts";
import { firstLockAt, isLocked, lockedSquads, nextLockAt } from "./lockout.ts";

const squads = [1, 2, 3, 4, 5, 6];
const round = aRound(
	2,
	[
		[2, 3],
		[4, 5],
	],
	squads,
);
const of = (squadId: number) => aPlayer(1, { squadId });
const saying = (match: number, status: "playing" | "partial" | "complete") => ({
	...round,
	matches: round.matches.map((each, index) => (index === match ? { ...each, status } : each)),
});

describe("rolling lockout", () => {
	test("locks a player the millisecond her match starts, not before, and nobody of a later match", () => {
		expect(isLocked(of(2), round, startOf(2) - 1)).toBe(false);
		expect(isLocked(of(2), round, startOf(2))).toBe(true);
		expect(isLocked(of(4), round, startOf(2))).toBe(false);
		expect(isLocked(of(4), round, startOf(2, 1))).toBe(true);
	});

	test("locks her earlier when the feed says playing, partial or complete", () => {
		for (const status of ["playing", "partial", "complete"] as const)
			expect(isLocked(of(4), saying(1, status), startOf(2) - HOUR), status).toBe(true);
		expect(isLocked(of(2), saying(1, "playing"), startOf(2) - HOUR)).toBe(false);
	});

	test("locks a bye player when the round's first match starts", () => {
		expect(isLocked(of(6), round, startOf(2) - 1)).toBe(false);
		expect(isLocked(of(6), round, startOf(2))).toBe(true);
		expect(isLocked(of(6), { ...round, status: "playing" }, startOf(2) - HOUR)).toBe(true);
	});

	test("lasts until the round is complete", () => {
		const late = startOf(2, 1) + 20 * HOUR;
		expect(lockedSquads({ ...round, status: "playing" }, late)).toEqual(new Set(squads));
		expect(lockedSquads({ ...round, status: "complete" }, late)).toEqual(new Set());
	});

	test("in a double game week locks at the first of two matches and stays", () => {
		const double = aSeason().rounds[2];
		if (!double) throw new Error("the third round is the double one");
		const between = startOf(3) + 2.5 * HOUR;
		const [heard] = roundsAt([double], between);
		expect(isLocked(of(1), heard ?? double, between)).toBe(true);
		expect(lockedSquads(heard ?? double, between)).toEqual(new Set([1, 3]));
	});
});

describe("the times of locks", () => {
	test("are the first match's, then the next match's to start, then none", () => {
		expect(firstLockAt(round)).toBe(startOf(2));
		expect(nextLockAt(round, startOf(2) - 1)).toBe(startOf(2));
		expect(nextLockAt(round, startOf(2))).toBe(startOf(2, 1));
		expect(nextLockAt(round, startOf(2, 1))).toBeNull();
		expect(firstLockAt({ ...round, matches: [] })).toBeNull();
	});

	test("pass over a match whose squads are locked already", () => {
		const double = aRound(
			3,
			[
				[1, 2],
				[3, 4],
				[1, 2],
				[5, 6],
			],
			squads,
		);
		expect(nextLockAt(double, startOf(3, 1))).toBe(startOf(3, 3));
	});
});
