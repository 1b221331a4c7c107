import type { Round, RoundStatus } from "@first-bounce/rules/round/round";
import { expect, test } from "vitest";
import { getPollingIntervals } from "./live-updates.tsx";
import { createSeasonTimer } from "./season-clock.ts";

const START = 1_000_000;
const round = (status: RoundStatus): Round => ({
	id: 1,
	status,
	byeSquads: [],
	matches: [{ id: 1, roundId: 1, homeSquadId: 1, awaySquadId: 2, startsAt: START, status: "scheduled" }],
});
const buildClock = (now: number, speed = 1) => ({ now: () => now, speed });

test("checksums are polled every minute while a round is playing", () => {
	expect(getPollingIntervals([round("playing")], buildClock(START))).toEqual({ checksums: 60_000, rounds: false });
});

test("nothing is polled before the first match or after the round", () => {
	for (const rounds of [[], [round("scheduled")], [round("complete")]])
		expect(getPollingIntervals(rounds, buildClock(START - 1))).toEqual({ checksums: false, rounds: false });
});

test("in a soft lock rounds are polled, and no checksums", () => {
	expect(getPollingIntervals([round("scheduled")], buildClock(START))).toEqual({ checksums: false, rounds: 10_000 });
	expect(getPollingIntervals([round("playing")], buildClock(START)).rounds).toBe(false);
});

test("a sped-up demo is polled faster, but at most every two seconds", () => {
	expect(getPollingIntervals([round("playing")], buildClock(START, 10)).checksums).toBe(6_000);
	expect(getPollingIntervals([round("playing")], buildClock(START, 600)).checksums).toBe(2_000);
	expect(getPollingIntervals([round("scheduled")], buildClock(START, 2)).rounds).toBe(5_000);
	expect(getPollingIntervals([round("scheduled")], buildClock(START, 600)).rounds).toBe(2_000);
});

test("season time continues from the server's clock at the server's speed", () => {
	const clock = {
		seasonTime: "2026-09-12T05:00:00.000Z",
		wallTime: "2026-01-01T00:00:00.000Z",
		speed: 60,
		isDemo: true,
		playingRoundId: 4,
	};
	const timer = createSeasonTimer(clock, 5_000, () => 7_000);
	expect(timer.now()).toBe(Date.parse("2026-09-12T05:02:00Z"));
	expect(timer).toMatchObject({ speed: 60, playingRoundId: 4, isKnown: true });
});
