import { MINUTE_MS } from "@first-bounce/rules/durations";
import { expect, test } from "vitest";
import { getMatchState, isDelayed } from "./match-state.ts";

const START = Date.parse("2026-08-28T09:00:00Z");
const getTimeAfterStart = (minutes: number) => START + minutes * MINUTE_MS;
const match = {
	status: "playing" as const,
	date: new Date(START).toISOString(),
	isAbandoned: false,
	isBreak: false,
	reportedAt: new Date(getTimeAfterStart(30)).toISOString(),
};

test("a match is upcoming, starting, live, in a break, finished or abandoned", () => {
	expect(getMatchState({ ...match, status: "scheduled" }, getTimeAfterStart(-1))).toBe("upcoming");
	expect(getMatchState({ ...match, status: "scheduled" }, getTimeAfterStart(1))).toBe("starting");
	expect(getMatchState(match, getTimeAfterStart(30))).toBe("live");
	expect(getMatchState({ ...match, status: "partial" }, getTimeAfterStart(30))).toBe("live");
	expect(getMatchState({ ...match, isBreak: true }, getTimeAfterStart(30))).toBe("break");
	expect(getMatchState({ ...match, status: "complete", isBreak: true }, getTimeAfterStart(130))).toBe("finished");
	expect(getMatchState({ ...match, status: "complete", isAbandoned: true }, getTimeAfterStart(130))).toBe("abandoned");
});

test("a live match is delayed after five minutes without report", () => {
	expect(isDelayed(match, getTimeAfterStart(35), 1)).toBe(false);
	expect(isDelayed(match, getTimeAfterStart(36), 1)).toBe(true);
	expect(isDelayed({ ...match, isBreak: true }, getTimeAfterStart(50), 1)).toBe(false);
	expect(isDelayed({ ...match, status: "complete" }, getTimeAfterStart(50), 1)).toBe(false);
	expect(isDelayed({ ...match, reportedAt: null }, getTimeAfterStart(50), 1)).toBe(false);
	expect(isDelayed(match, getTimeAfterStart(60), 60)).toBe(false);
});
