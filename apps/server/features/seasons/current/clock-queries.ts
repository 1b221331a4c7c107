import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

/** The season time and wall time at which the clock was last set, in milliseconds, and its speed since then. */
export interface ClockReading {
	readonly seasonAt: SeasonTime;
	readonly wallAt: number;
	/** Season seconds per second of wall time. */
	readonly speed: number;
	/** The round that the demo's "Play this round" is playing, whose status may still be scheduled. Null while it plays none. */
	readonly playingRoundId: RoundId | null;
	/** The season time at which the demo's clock stops and waits for a visitor. Null in other seasons. */
	readonly holdAt: SeasonTime | null;
	readonly isDemo: boolean;
}

/** The clock of a season whose clock was never set: season time is wall time. */
const WALL_TIME: ClockReading = { seasonAt: 0, wallAt: 0, speed: 1, playingRoundId: null, holdAt: null, isDemo: false };

/** Loads the current season's stored clock; wall time if there is none. */
export async function loadClock(db: Db): Promise<ClockReading> {
	const row = await db
		.selectFrom("seasons as s")
		.leftJoin("season_clocks as c", "c.season_id", "s.id")
		.where("s.is_current", "=", true)
		.select(["s.is_demo", "c.season_at", "c.wall_at", "c.speed", "c.playing_round_id", "c.hold_at"])
		.executeTakeFirst();
	if (!row?.season_at || !row.wall_at) return { ...WALL_TIME, isDemo: row?.is_demo ?? false };
	return {
		seasonAt: row.season_at.getTime(),
		wallAt: row.wall_at.getTime(),
		speed: row.speed ?? 1,
		playingRoundId: row.playing_round_id,
		holdAt: row.hold_at?.getTime() ?? null,
		isDemo: row.is_demo,
	};
}

/** Reads the database's wall time in milliseconds. */
export async function readDatabaseTime(db: Db): Promise<number> {
	const row = await findRow(db)<{ time: number }>`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS time`;
	return row?.time ?? 0;
}

/** Locks the row of the current season until the transaction ends. */
export const lockCurrentSeasonRow = (transaction: Db) =>
	transaction.selectFrom("seasons").where("is_current", "=", true).select("id").forUpdate().executeTakeFirst();

export const saveClock = (db: Db, seasonId: number, row: Omit<Row<"season_clocks">, "season_id">) =>
	db
		.insertInto("season_clocks")
		.values({ season_id: seasonId, ...row })
		.onConflict((conflict) => conflict.column("season_id").doUpdateSet(row))
		.execute();

export const notifyClockChanged = (db: Db, seasonId: number) =>
	sql`SELECT pg_notify('clock_changed', ${String(seasonId)})`.execute(db);
