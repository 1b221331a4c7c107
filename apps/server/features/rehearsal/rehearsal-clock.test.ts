import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FIRST_BOUNCE, HOUR, seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { playAtSpeed, setSeasonTime } from "../demo/demo-clock.ts";
import { createSeasonClocks, type SeasonClocks } from "../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../seasons/current/season-holder.ts";
import { setClock } from "../seasons/current/set-clock.ts";
import { createRehearsalClock } from "./rehearsal-clock.ts";

const MINUTE = 60_000;
const AS_OPERATOR = { demoMayRun: false, isRehearsal: true };

let database: Database;
let seasons: SeasonHolder;
let clocks: SeasonClocks;
let wallTime: number;
/** The pauses so far, in milliseconds. */
let pauses: number[];
/** Season time of each step, in minutes after the first bounce. */
let steps: number[];
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	seasons = await createSeasonHolder(database.db, { on: () => () => undefined });
});
afterAll(() => database.close());
beforeEach(async () => {
	wallTime = Date.parse("2026-11-25T10:00:00Z");
	pauses = [];
	steps = [];
	await setClock(database.db, { seasonAt: FIRST_BOUNCE, speed: 0 }, wallTime);
	clocks = await createSeasonClocks(
		database.db,
		{ on: () => () => false, close: async () => undefined },
		() => wallTime,
	);
});

/**
 * Creates a clock at 60 season seconds per second, whose pauses take no time. `onPause` is what an operator does
 * meanwhile.
 */
function createClock(onPause: (count: number) => Promise<unknown> = async () => undefined) {
	const runner = { step: async () => void steps.push((clocks.seasonNow() - FIRST_BOUNCE) / MINUTE) };
	const engine = { seasons, clocks, feedHealth: () => null, runner };
	const provider = { hasFault: () => false, acceptTokens: () => undefined };
	const pause = async (ms: number) => {
		wallTime += ms;
		pauses.push(ms);
		await onPause(pauses.length);
		await clocks.refresh();
	};
	const signal = new AbortController().signal;
	return createRehearsalClock({ database, server: { engine }, provider }, { speed: 60, signal, pause });
}
const getMinutes = () => (clocks.seasonNow() - FIRST_BOUNCE) / MINUTE;

test("time passes at the given speed during matches, else jumps (D2.9.70)", async () => {
	const clock = createClock();
	await clock.moveTo({ at: FIRST_BOUNCE + 10.5 * MINUTE, isDuringMatch: true });
	expect(pauses).toEqual(Array.from({ length: 11 }, () => 1_000));
	// It stops at the half minute, in the middle of a real second.
	expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10.5]);
	wallTime += HOUR;
	expect([getMinutes(), clocks.show().speed]).toEqual([10.5, 0]);
	await clock.moveTo({ at: FIRST_BOUNCE + 5 * HOUR, isDuringMatch: false });
	expect([pauses.length, getMinutes(), clocks.show().speed]).toEqual([11, 300, 0]);
});

test("an operator can move the clock, which never goes back (D2.9.164)", async () => {
	const stopped = createClock(async (count) => {
		if (count === 2) await playAtSpeed(database.db, 0, AS_OPERATOR, wallTime);
		if (count === 4) await playAtSpeed(database.db, 240, AS_OPERATOR, wallTime);
	});
	await stopped.moveTo({ at: FIRST_BOUNCE + 9 * MINUTE, isDuringMatch: true });
	expect(steps).toEqual([1, 2, 2, 2, 6, 9]);
	const moved = createClock(async () => setSeasonTime(database.db, FIRST_BOUNCE + HOUR, AS_OPERATOR, wallTime));
	await moved.moveTo({ at: FIRST_BOUNCE + 20 * MINUTE, isDuringMatch: true });
	expect([steps.at(-1), getMinutes()]).toEqual([60, 60]);
	// The event at minute 30 does not move the clock back.
	await moved.moveTo({ at: FIRST_BOUNCE + 30 * MINUTE, isDuringMatch: false });
	expect(getMinutes()).toBe(60);
	await expect(setSeasonTime(database.db, FIRST_BOUNCE, AS_OPERATOR, wallTime)).rejects.toMatchObject({
		status: 409,
		reasons: [{ code: "clock-refused", data: { context: "back" } }],
	});
});

test("after being moved, the clock still stops at the next event (D2.9.164)", async () => {
	const set = createClock(async (count) => {
		if (count === 2) await setSeasonTime(database.db, FIRST_BOUNCE + 8.5 * MINUTE, AS_OPERATOR, wallTime);
	});
	await set.moveTo({ at: FIRST_BOUNCE + 10 * MINUTE, isDuringMatch: true });
	expect(steps).toEqual([1, 8.5, 9.5, 10]);
	expect(getMinutes()).toBe(10);
});

test("a time that an operator has set is kept (D2.9.164)", async () => {
	const clock = createClock();
	await setSeasonTime(database.db, FIRST_BOUNCE + HOUR, AS_OPERATOR, wallTime);
	await clock.moveTo({ at: FIRST_BOUNCE + 30 * MINUTE, isDuringMatch: false });
	expect([getMinutes(), clocks.show().speed]).toEqual([60, 0]);
});
