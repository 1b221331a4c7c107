import { expect, test } from "vitest";
import { computeExpectedPoints, getShareLeft } from "./expected-points.ts";

const rules = { matchMinutes: 80 };
const createLiveMatch = (minutes: number | null, quarter: number | null = null) => ({
	status: "playing" as const,
	minutes,
	quarter,
});

test("the share left falls from 1 to 0 with the minutes played", () => {
	expect(getShareLeft({ status: "scheduled" }, rules)).toBe(1);
	expect(getShareLeft(createLiveMatch(0), rules)).toBe(1);
	expect(getShareLeft(createLiveMatch(20), rules)).toBe(0.75);
	expect(getShareLeft({ ...createLiveMatch(60), status: "partial" }, rules)).toBe(0.25);
	expect(getShareLeft(createLiveMatch(91), rules)).toBe(0);
	expect(getShareLeft({ status: "complete", minutes: 78, quarter: 4 }, rules)).toBe(0);
});

test("unusual quarters do not end a match early or late", () => {
	expect(getShareLeft(createLiveMatch(70, 3), rules)).toBe(0.25);
	expect(getShareLeft(createLiveMatch(15, 2), rules)).toBe(0.75);
	expect(getShareLeft(createLiveMatch(70, 4), rules)).toBe(0.125);
});

test("without minutes a match is mid-quarter, without quarter unknown", () => {
	expect(getShareLeft(createLiveMatch(null, 1), rules)).toBe(0.875);
	expect(getShareLeft(createLiveMatch(null), rules)).toBeNull();
});

test("a player is expected to score points plus remaining projection", () => {
	const maeve = { points: 50, projection: 80 };
	expect(computeExpectedPoints({ points: 0, projection: 80 }, [{ status: "scheduled" }], rules)).toBe(80);
	expect(computeExpectedPoints({ points: 3, projection: 80 }, [createLiveMatch(40)], rules)).toBe(43);
	expect(computeExpectedPoints(maeve, [createLiveMatch(40)], rules)).toBe(90);
	expect(computeExpectedPoints(maeve, [{ status: "complete" }], rules)).toBe(50);
});

test("in a double week the second match counts in full", () => {
	const maeve = { points: 50, projection: 80 };
	expect(computeExpectedPoints(maeve, [{ status: "complete" }, { status: "scheduled" }], rules)).toBe(130);
	expect(computeExpectedPoints(maeve, [{ status: "complete" }, createLiveMatch(60)], rules)).toBe(70);
});

test("without a match's progress a player scores her projection", () => {
	expect(computeExpectedPoints({ points: 50, projection: 80 }, [createLiveMatch(null)], rules)).toBe(80);
	expect(computeExpectedPoints({ points: 95, projection: 80 }, [createLiveMatch(null)], rules)).toBe(95);
});
