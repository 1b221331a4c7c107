import { describe, expect, test } from "vitest";
import {
	buildPlayer,
	buildRound,
	buildSeason,
	getRoundsAt,
	getStartTime,
} from "../../../testing/rules/season-builder.ts";
import { HOUR_MS } from "../durations.ts";
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
const createPlayerOf = (squadId: number) => buildPlayer(1, { squadId });
const withMatchStatus = (match: number, status: "playing" | "partial" | "complete") => ({
	...round,
	matches: round.matches.map((roundMatch, index) => (index === match ? { ...roundMatch, status } : roundMatch)),
});

describe("rolling lockout", () => {
	test("locks a player exactly when her match starts (D1.4.55)", () => {
		expect(isLocked(createPlayerOf(2), round, getStartTime(2) - 1)).toBe(false);
		expect(isLocked(createPlayerOf(2), round, getStartTime(2))).toBe(true);
		expect(isLocked(createPlayerOf(4), round, getStartTime(2))).toBe(false);
		expect(isLocked(createPlayerOf(4), round, getStartTime(2, 1))).toBe(true);
	});

	test("locks a player early when the feed reports playing, partial or complete (D1.4.55)", () => {
		for (const status of ["playing", "partial", "complete"] as const)
			expect(isLocked(createPlayerOf(4), withMatchStatus(1, status), getStartTime(2) - HOUR_MS), status).toBe(true);
		expect(isLocked(createPlayerOf(2), withMatchStatus(1, "playing"), getStartTime(2) - HOUR_MS)).toBe(false);
	});

	test("locks a player on a bye when the round's first match starts (D1.4.56)", () => {
		expect(isLocked(createPlayerOf(6), round, getStartTime(2) - 1)).toBe(false);
		expect(isLocked(createPlayerOf(6), round, getStartTime(2))).toBe(true);
		expect(isLocked(createPlayerOf(6), { ...round, status: "playing" }, getStartTime(2) - HOUR_MS)).toBe(true);
	});

	test("lasts until the round is complete", () => {
		const late = getStartTime(2, 1) + 20 * HOUR_MS;
		expect(listLockedSquads({ ...round, status: "playing" }, late)).toEqual(new Set(squads));
		expect(listLockedSquads({ ...round, status: "complete" }, late)).toEqual(new Set());
	});

	test("in a double week starts with the first match only", () => {
		const double = buildSeason().rounds[2];
		if (!double) throw new Error("the third round is missing");
		const between = getStartTime(3) + 2.5 * HOUR_MS;
		const [reported] = getRoundsAt([double], between);
		expect(isLocked(createPlayerOf(1), reported ?? double, between)).toBe(true);
		expect(listLockedSquads(reported ?? double, between)).toEqual(new Set([1, 3]));
	});
});

describe("lock times", () => {
	test("are the start of each match in turn, then null", () => {
		expect(getFirstLockTime(round)).toBe(getStartTime(2));
		expect(getNextLockTime(round, getStartTime(2) - 1)).toBe(getStartTime(2));
		expect(getNextLockTime(round, getStartTime(2))).toBe(getStartTime(2, 1));
		expect(getNextLockTime(round, getStartTime(2, 1))).toBeNull();
		expect(getFirstLockTime({ ...round, matches: [] })).toBeNull();
	});

	test("skip a match whose squads are already locked", () => {
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
