import { isDeepStrictEqual } from "node:util";
import type { SeasonClock } from "@first-bounce/contract/clock";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { coalesce } from "./coalesce.ts";
import type { PgListener } from "./pg-listener.ts";
import type { Clocks } from "./season-snapshot.ts";

/** Where a season's time was set and how fast it has run since; both instants in milliseconds. */
export interface ClockReading {
	readonly seasonAt: SeasonTime;
	readonly wallAt: number;
	/** Season seconds in one of the wall's. */
	readonly speed: number;
	readonly playingRoundId: RoundId | null;
	/** Season time does not pass this by itself: the demo waits there for someone to go on; null in any other season. */
	readonly holdAt: SeasonTime | null;
	readonly isDemo: boolean;
}

/** Season time at an instant of the wall clock (decisions §5). */
export function computeSeasonTime({ seasonAt, wallAt, speed, holdAt }: ClockReading, wallNow: number): SeasonTime {
	const time = Math.round(seasonAt + (wallNow - wallAt) * speed);
	return holdAt === null ? time : Math.max(seasonAt, Math.min(time, holdAt));
}

export interface SeasonClocks extends Clocks {
	/** As the web gets it (packages/contract clock). */
	readonly show: () => SeasonClock;
	/** Reads the clock again; for a writer in this process that will not wait for the notification. */
	readonly refresh: () => Promise<void>;
	readonly onChange: (listener: () => void) => () => void;
}

/** The real time of a season that nobody has set: both clocks agree. */
const REAL_TIME: ClockReading = { seasonAt: 0, wallAt: 0, speed: 1, playingRoundId: null, holdAt: null, isDemo: false };

/** The current season's clock as stored; real time where none is. */
export async function loadClock(db: Kysely<Tables>): Promise<ClockReading> {
	const row = await db
		.selectFrom("seasons as s")
		.leftJoin("season_clocks as c", "c.season_id", "s.id")
		.where("s.is_current", "=", true)
		.select(["s.is_demo", "c.season_at", "c.wall_at", "c.speed", "c.playing_round_id", "c.hold_at"])
		.executeTakeFirst();
	if (!row?.season_at || !row.wall_at) return { ...REAL_TIME, isDemo: row?.is_demo ?? false };
	return {
		seasonAt: row.season_at.getTime(),
		wallAt: row.wall_at.getTime(),
		speed: row.speed ?? 1,
		playingRoundId: row.playing_round_id,
		holdAt: row.hold_at?.getTime() ?? null,
		isDemo: row.is_demo,
	};
}

/** Both clocks of a running server: kept in memory, read again whenever anyone sets them. */
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
		// The one who set it is told twice: by its own refresh, and by the database.
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

/** Clocks that stand where a test or a replay puts them. */
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
