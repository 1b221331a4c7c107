import { describe, expect, test } from "vitest";
import { buildPlayer, buildRound, buildSeason, getRoundsAt, getStartTime, HOUR_MS } from "../testing/season-builder.ts";
import { getFirstLockTime, getNextLockTime, isLocked, listLockedSquads } from "./lockout.ts";

const squads = [1, 2, 3, 4, 5, 6];
const round = buildRound(
	2,
	[
		[2, 3],
		[4, 5],
	],
	squads,
);
const of = (squadId: number) => buildPlayer(1, { squadId });
const saying = (match: number, status: "playing" | "partial" | "complete") => ({
	...round,
	matches: round.matches.map((each, index) => (index === match ? { ...each, status } : each)),
});

describe("rolling lockout", () => {
	test("locks a player the millisecond her match starts, not before, and nobody of a later match", () => {
		expect(isLocked(of(2), round, getStartTime(2) - 1)).toBe(false);
		expect(isLocked(of(2), round, getStartTime(2))).toBe(true);
		expect(isLocked(of(4), round, getStartTime(2))).toBe(false);
		expect(isLocked(of(4), round, getStartTime(2, 1))).toBe(true);
	});

	test("locks her earlier when the feed says playing, partial or complete", () => {
		for (const status of ["playing", "partial", "complete"] as const)
			expect(isLocked(of(4), saying(1, status), getStartTime(2) - HOUR_MS), status).toBe(true);
		expect(isLocked(of(2), saying(1, "playing"), getStartTime(2) - HOUR_MS)).toBe(false);
	});

	test("locks a bye player when the round's first match starts", () => {
		expect(isLocked(of(6), round, getStartTime(2) - 1)).toBe(false);
		expect(isLocked(of(6), round, getStartTime(2))).toBe(true);
		expect(isLocked(of(6), { ...round, status: "playing" }, getStartTime(2) - HOUR_MS)).toBe(true);
	});

	test("lasts until the round is complete", () => {
		const late = getStartTime(2, 1) + 20 * HOUR_MS;
		expect(listLockedSquads({ ...round, status: "playing" }, late)).toEqual(new Set(squads));
		expect(listLockedSquads({ ...round, status: "complete" }, late)).toEqual(new Set());
	});

	test("in a double game week locks at the first of two matches and stays", () => {
		const double = buildSeason().rounds[2];
		if (!double) throw new Error("the third round is the double one");
		const between = getStartTime(3) + 2.5 * HOUR_MS;
		const [heard] = getRoundsAt([double], between);
		expect(isLocked(of(1), heard ?? double, between)).toBe(true);
		expect(listLockedSquads(heard ?? double, between)).toEqual(new Set([1, 3]));
	});
});

describe("the times of locks", () => {
	test("are the first match's, then the next match's to start, then none", () => {
		expect(getFirstLockTime(round)).toBe(getStartTime(2));
		expect(getNextLockTime(round, getStartTime(2) - 1)).toBe(getStartTime(2));
		expect(getNextLockTime(round, getStartTime(2))).toBe(getStartTime(2, 1));
		expect(getNextLockTime(round, getStartTime(2, 1))).toBeNull();
		expect(getFirstLockTime({ ...round, matches: [] })).toBeNull();
	});

	test("pass over a match whose squads are locked already", () => {
		const double = buildRound(
			3,
			[
				[1, 2],
				[3, 4],
				[1, 2],
				[5, 6],
			],
			squads,
		);
		expect(getNextLockTime(double, getStartTime(3, 1))).toBe(getStartTime(3, 3));
	});
});
