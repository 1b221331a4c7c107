import { expect, test } from "vitest";
import { getMatchState, isDelayed } from "./match-state.ts";

const START = Date.parse("2026-08-28T09:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number) => START + minutes * MINUTE;
const match = {
	status: "playing" as const,
	date: new Date(START).toISOString(),
	isAbandoned: false,
	isBreak: false,
	reportedAt: new Date(at(30)).toISOString(),
};

test("a match is upcoming, starting, live, in a break, finished or abandoned", () => {
	expect(getMatchState({ ...match, status: "scheduled" }, at(-1))).toBe("upcoming");
	expect(getMatchState({ ...match, status: "scheduled" }, at(1))).toBe("starting");
	expect(getMatchState(match, at(30))).toBe("live");
	expect(getMatchState({ ...match, status: "partial" }, at(30))).toBe("live");
	expect(getMatchState({ ...match, isBreak: true }, at(30))).toBe("break");
	expect(getMatchState({ ...match, status: "complete", isBreak: true }, at(130))).toBe("finished");
	expect(getMatchState({ ...match, status: "complete", isAbandoned: true }, at(130))).toBe("abandoned");
});

test("a live match is delayed after five minutes without a report, but not in a break or once it is over", () => {
	expect(isDelayed(match, at(35), 1)).toBe(false);
	expect(isDelayed(match, at(36), 1)).toBe(true);
	expect(isDelayed({ ...match, isBreak: true }, at(50), 1)).toBe(false);
	expect(isDelayed({ ...match, status: "complete" }, at(50), 1)).toBe(false);
	expect(isDelayed({ ...match, reportedAt: null }, at(50), 1)).toBe(false);
	expect(isDelayed(match, at(60), 60)).toBe(false);
});
