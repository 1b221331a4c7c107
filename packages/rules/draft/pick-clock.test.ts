import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isQuiet } from "../quiet-hours/quiet-hours.ts";
import {
	computeDeadline,
	computeResumedDeadline,
	findDeadlineAfterOutage,
	getTimeLeft,
	isExpired,
	type PickClock,
} from "./pick-clock.ts";

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const write = (instant: number) => new Date(instant).toISOString();
const live: PickClock = { kind: "live", pickMs: 60_000, nightPause: null };
const slow: PickClock = {
	kind: "slow",
	pickMs: 8 * HOUR,
	nightPause: { from: 22 * 60, to: 8 * 60, zone: "Australia/Melbourne" },
};

describe("a pick clock", () => {
	test("counts down seconds in a live draft, ten if away", () => {
		expect(computeDeadline(live, 1_000, false)).toBe(61_000);
		expect(computeDeadline(live, 1_000, true)).toBe(11_000);
		expect(computeDeadline(slow, at("2026-08-28T00:00:00Z"), true)).toBe(at("2026-08-28T00:30:00Z"));
	});

	test("has two seconds of grace after the deadline on screen", () => {
		expect(isExpired(61_000, 62_999)).toBe(false);
		expect(isExpired(61_000, 63_000)).toBe(true);
	});

	test("is stopped at night in a slow draft", () => {
		// From 20:00 to 22:00 and from 08:00 to 14:00 in Melbourne's winter.
		expect(write(computeDeadline(slow, at("2026-08-28T10:00:00Z"), false))).toBe("2026-08-29T04:00:00.000Z");
		// A clock that starts at night begins to run at 08:00.
		expect(write(computeDeadline(slow, at("2026-08-28T15:00:00Z"), false))).toBe("2026-08-29T06:00:00.000Z");
	});

	test("follows local time on the night when daylight saving begins", () => {
		// The clocks go forward on Sunday 4 October 2026 at 02:00, so that the night from 22:00 to 08:00 has nine hours.
		expect(write(computeDeadline(slow, at("2026-10-03T10:00:00Z"), false))).toBe("2026-10-04T03:00:00.000Z");
		// They go back on Sunday 5 April 2026 at 03:00: eleven hours.
		expect(write(computeDeadline(slow, at("2026-04-04T09:00:00Z"), false))).toBe("2026-04-05T04:00:00.000Z");
	});

	test("keeps what was left over a pause, at least 30 seconds", () => {
		expect(getTimeLeft(live, 21_000, 61_000)).toBe(40_000);
		expect(computeResumedDeadline(live, 500_000, 40_000)).toBe(540_000);
		expect(computeResumedDeadline(live, 500_000, 4_000)).toBe(530_000);
		expect(getTimeLeft(live, 62_000, 61_000)).toBe(0);
	});

	test("starts again after an outage, slow ones with half an hour", () => {
		const outage = { deadline: 61_000, lastTickAt: 50_000, now: 90_000 };
		expect(findDeadlineAfterOutage(live, outage)).toBe(150_000);
		expect(findDeadlineAfterOutage({ ...slow, nightPause: null }, outage)).toBe(90_000 + HOUR / 2);
		// The last tick is recent, the clock has not run out, or it had run out before the outage.
		expect(findDeadlineAfterOutage(live, { ...outage, lastTickAt: 76_000 })).toBeNull();
		expect(findDeadlineAfterOutage(live, { ...outage, deadline: 89_000 })).toBeNull();
		expect(findDeadlineAfterOutage(live, { ...outage, lastTickAt: 63_000 })).toBeNull();
	});

	test("never ends at night, and pauses keep its time", () => {
		const minute = fc.integer({ min: 0, max: 1_439 });
		const start = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-01-01T00:00:00Z") });
		fc.assert(
			fc.property(
				minute,
				minute,
				start,
				fc.integer({ min: 1, max: 24 }),
				fc.nat({ max: 99 }),
				(from, to, now, hours, percent) => {
					const nightPause = { from, to, zone: "Australia/Melbourne" };
					const clock: PickClock = { kind: "slow", pickMs: hours * HOUR, nightPause };
					fc.pre((to - from + 1_440) % 1_440 < 1_380);
					const deadline = computeDeadline(clock, now, false);
					expect(isQuiet(nightPause, deadline - 1)).toBe(false);
					expect(getTimeLeft(clock, now, deadline)).toBe(clock.pickMs);
					const pausedAt = now + Math.floor(((deadline - now) * percent) / 100);
					const left = getTimeLeft(clock, pausedAt, deadline);
					expect(left).toBeGreaterThan(0);
					if (left >= 30_000) expect(computeResumedDeadline(clock, pausedAt, left)).toBe(deadline);
				},
			),
			{ numRuns: 40 },
		);
	});
});
