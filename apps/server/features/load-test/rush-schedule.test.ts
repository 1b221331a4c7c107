import { expect, test } from "vitest";
import { createRushSchedule } from "./rush-schedule.ts";

/** The saves of each second of a run, at a final rate of 100 a second. */
function countSaves(seconds: number, growthSeconds: number): number[] {
	const takeDue = createRushSchedule({ savesPerSecond: 100, growthSeconds });
	return Array.from({ length: seconds }, (_, second) => {
		const ticks = Array.from({ length: 100 }, (_each, tick) => takeDue(second + (tick + 1) / 100));
		return ticks.flat().filter(({ kind }) => kind === "captain" || kind === "trade").length;
	});
}

test("the rate of saves grows until the lock and stays constant (D2.9.153)", () => {
	const saves = countSaves(8, 5);
	const expected = [19, 37, 55, 73, 91, 100, 100, 100];
	for (const [second, count] of saves.entries()) expect(Math.abs(count - (expected[second] ?? 0))).toBeLessThan(3);
	expect(saves).toHaveLength(8);
});

test("a steady rush has the final rate from the start (D2.9.153)", () => {
	for (const count of countSaves(3, 0)) expect(Math.abs(count - 100)).toBeLessThan(3);
});

test("reads and joins are due in fixed proportions to the saves (D2.9.153)", () => {
	const takeDue = createRushSchedule({ savesPerSecond: 100, growthSeconds: 0 });
	const counts = Object.fromEntries(
		[...Map.groupBy(takeDue(10), ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
	);
	expect(counts).toEqual({ captain: 900, trade: 100, "show-my": 1_500, rankings: 250, static: 1_000, join: 20 });
});

test("requests are due at an even rate, however late read (D2.9.153)", () => {
	const takeDue = createRushSchedule({ savesPerSecond: 10, growthSeconds: 0 });
	const early = takeDue(0.25);
	const late = takeDue(1);
	const dueAt = [...early, ...late].filter(({ kind }) => kind === "captain").map(({ at }) => Math.round(at * 1_000));
	expect(dueAt).toEqual([111, 222, 333, 444, 556, 667, 778, 889, 1_000]);
});
