import { isDeepStrictEqual } from "node:util";
import type { SeasonClock } from "@first-bounce/contract/clock";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { loadClock } from "./clock-queries.ts";
import { coalesce } from "./coalesce.ts";
import type { PgListener } from "./pg-listener.ts";
import type { Clocks } from "./season-snapshot.ts";

/** Where a season's time was set and how fast it has run since; both instants in milliseconds. */
export interface ClockReading {
	readonly seasonAt: SeasonTime;
	readonly wallAt: number;
	/** Season seconds that pass in a second of wall time. */
	readonly speed: number;
	readonly playingRoundId: RoundId | null;
	/** Where season time stops until it is set again: the demo waits there for a visitor. Null in any other season. */
	readonly holdAt: SeasonTime | null;
	readonly isDemo: boolean;
}

/** Season time at an instant of wall time. */
export function computeSeasonTime({ seasonAt, wallAt, speed, holdAt }: ClockReading, wallNow: number): SeasonTime {
	const time = Math.round(seasonAt + (wallNow - wallAt) * speed);
	return holdAt === null ? time : Math.max(seasonAt, Math.min(time, holdAt));
}

export interface SeasonClocks extends Clocks {
	/** The clock as the web gets it. */
	readonly show: () => SeasonClock;
	/** Reads the clock again, for a caller in this process that does not wait for the notification. */
	readonly refresh: () => Promise<void>;
	readonly onChange: (listener: () => void) => () => void;
}

/** The clocks of a running server: the stored clock stays in memory and is read again whenever it changes. */
export async function createSeasonClocks(
	db: Kysely<Tables>,
	pgListener: PgListener,
	wallNow: () => number = Date.now,
): Promise<SeasonClocks> {
	let reading = await loadClock(db);
	const listeners = new Set<() => void>();
	const refresh = coalesce(async () => {
		const before = reading;
		reading = await loadClock(db);
		// The process that set the clock gets here twice: by its own refresh and by the notification.
		if (isDeepStrictEqual(before, reading)) return;
		for (const listener of listeners) listener();
	});
	pgListener.on("clock_changed", refresh);
	const seasonNow = () => computeSeasonTime(reading, wallNow());
	return {
		seasonNow,
		wallNow,
		show: () => ({
			seasonTime: new Date(seasonNow()).toISOString(),
			wallTime: new Date(wallNow()).toISOString(),
			speed: reading.holdAt !== null && seasonNow() >= reading.holdAt ? 0 : reading.speed,
			isDemo: reading.isDemo,
			playingRoundId: reading.playingRoundId,
		}),
		refresh,
		onChange: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Clocks that do not move by themselves, for tests and replays. */
export function createFixedClocks(
	seasonAt: SeasonTime,
	wallAt = seasonAt,
): Clocks & { set: (seasonAt: SeasonTime) => void } {
	let now = seasonAt;
	return {
		seasonNow: () => now,
		wallNow: () => wallAt,
		set: (at) => {
			now = at;
		},
	};
}
