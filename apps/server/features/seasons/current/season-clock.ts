import { isDeepStrictEqual } from "node:util";
import type { SeasonClock } from "@first-bounce/contract/clock";
import type { SeasonTime } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { type ClockReading, loadClock, readDatabaseTime } from "./clock-queries.ts";
import { coalesce } from "./coalesce.ts";
import type { PgListener } from "./pg-listener.ts";

export function computeSeasonTime({ seasonAt, wallAt, speed, holdAt }: ClockReading, wallNow: number): SeasonTime {
	const time = Math.round(seasonAt + (wallNow - wallAt) * speed);
	return holdAt === null ? time : Math.max(seasonAt, Math.min(time, holdAt));
}

export function buildClock(reading: ClockReading, wallNow: number): SeasonClock {
	const { isDemo, playingRoundId, holdAt, speed } = reading;
	const now = computeSeasonTime(reading, wallNow);
	return {
		seasonTime: new Date(now).toISOString(),
		wallTime: new Date(wallNow).toISOString(),
		speed: holdAt !== null && now >= holdAt ? 0 : speed,
		isDemo,
		playingRoundId,
	};
}

/**
 * Season time, or the clock to read it from once the season is locked, because a match may start while a change waits
 * for the lock.
 */
export type TimeSource = SeasonTime | (() => SeasonTime);

export const readTime = (source: TimeSource): SeasonTime => (typeof source === "number" ? source : source());

/** Loads the season time at this moment, for callers without the clocks of a running server. */
export const loadSeasonTime = async (db: Db): Promise<SeasonTime> =>
	computeSeasonTime(await loadClock(db), await readDatabaseTime(db));

export type SeasonClocks = Awaited<ReturnType<typeof createSeasonClocks>>;

/** Creates the clocks of a running server. The stored clock is kept in memory and read again when it changes. */
export async function createSeasonClocks(db: Db, pgListener: PgListener, wallNow: () => number) {
	let reading = await loadClock(db);
	const listeners = new Set<() => void>();
	const refresh = coalesce(async () => {
		const before = reading;
		reading = await loadClock(db);
		// In the process that set the clock this runs twice: after its own refresh and after the notification.
		if (isDeepStrictEqual(before, reading)) return;
		for (const listener of listeners) listener();
	});
	pgListener.on("clock_changed", refresh);
	return {
		seasonNow: () => computeSeasonTime(reading, wallNow()),
		wallNow,
		/** Returns the clock for the API. */
		show: () => buildClock(reading, wallNow()),
		/** Reads the clock again, for callers that do not wait for the notification. */
		refresh,
		onChange: (listener: () => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Creates clocks that only change when they are set, for tests and replays. */
export function createFixedClocks(seasonAt: SeasonTime) {
	let now = seasonAt;
	return {
		seasonNow: () => now,
		wallNow: () => seasonAt,
		set: (at: SeasonTime): void => {
			now = at;
		},
	};
}
