import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { expect, test } from "vitest";
import type { SnapshotRound } from "../seasons/current/season-snapshot.ts";
import { computeTotalPlayingTime, formatDuration } from "./duration.ts";

const MINUTE = 60_000;

test("a duration is given in the two largest units that it needs", () => {
	expect([400, 40_300, 60_000, 95_000, 59.9 * MINUTE, 60 * MINUTE, 125.6 * MINUTE].map(formatDuration)).toEqual([
		"less than a second",
		"40 seconds",
		"1 minute",
		"1 minute 35 seconds",
		"59 minutes 54 seconds",
		"1 hour",
		"2 hours 6 minutes",
	]);
});

test("playing time counts simultaneous matches once, and no pauses (D2.9.237)", () => {
	const start = Date.parse("2026-08-28T09:00:00Z");
	const buildRound = (id: number, starts: readonly number[]) =>
		({
			id,
			status: "scheduled",
			matches: starts.map((startsAt, index) => ({ id: id * 100 + index, startsAt, status: "scheduled" })),
		}) as unknown as SnapshotRound;
	const season = { rules: DEFAULT_SEASON_RULES, isDemo: false };
	const one = computeTotalPlayingTime({ ...season, rounds: [buildRound(1, [start])] }, 9);
	const sameStart = computeTotalPlayingTime({ ...season, rounds: [buildRound(1, [start, start])] }, 9);
	const differentStarts = computeTotalPlayingTime(
		{ ...season, rounds: [buildRound(1, [start, start + 600 * MINUTE])] },
		9,
	);
	expect([one > 90 * MINUTE, sameStart, differentStarts]).toEqual([true, one, 2 * one]);
	expect(computeTotalPlayingTime({ ...season, rounds: [1, 2, 3].map((id) => buildRound(id, [start])) }, 2)).toBe(
		2 * one,
	);
});
