import type { RoundId } from "@first-bounce/rules/ids";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/apply-default-rules";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { ClockReading } from "./season-clock.ts";

/**
 * The current season with all rules filled in, or undefined. It is read before its rows so that its version is never
 * newer than they are.
 *
 * @param orArchived falls back to the season that was closed last when none is current
 */
export async function findSeasonRow(db: Kysely<Tables>, { orArchived = false } = {}) {
	const row = await db
		.selectFrom("seasons")
		.where((where) =>
			where.or([where("is_current", "=", true), ...(orArchived ? [where("status", "=", "closed")] : [])]),
		)
		.select(["id", "name", "is_demo", "data_version", "rules", "is_current"])
		.orderBy("is_current", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && { ...row, rules: applyDefaultRules(row.rules) };
}

/** Loads everything that a season snapshot is built from. */
export async function loadSeasonRows(db: Kysely<Tables>, seasonId: number) {
	const squads = await db
		.selectFrom("squads")
		.where("season_id", "=", seasonId)
		.select(["id", "name", "abbreviation", "provider_id"])
		.orderBy("id")
		.execute();
	const players = await db
		.selectFrom("players")
		.where("season_id", "=", seasonId)
		.select([
			"id",
			"first_name",
			"last_name",
			"squad_id",
			"positions",
			"status",
			"from_round",
			"provider_id",
			"departed_round",
		])
		.select("photo_version")
		.select(sql<string | null>`birthday::text`.as("birthday"))
		.orderBy("id")
		.execute();
	const prices = await db
		.selectFrom("player_prices")
		.where("season_id", "=", seasonId)
		.select(["player_id", "round_id", "price"])
		.orderBy("round_id")
		.execute();
	const rounds = await db
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.select(["id", "status", "magic_number", "published_at", "revision", "held_since", "held_reason"])
		.orderBy("id")
		.execute();
	const matches = await db
		.selectFrom("matches")
		.where("season_id", "=", seasonId)
		.selectAll()
		.orderBy("starts_at")
		.orderBy("id")
		.execute();
	const lines = await db.selectFrom("stat_lines").where("season_id", "=", seasonId).selectAll().execute();
	return { squads, players, prices, rounds, matches, lines };
}
export type SeasonRows = Awaited<ReturnType<typeof loadSeasonRows>>;
export type StatRow = SeasonRows["lines"][number];

/**
 * Raises a season's data version in the transaction that changes its data, and notifies every process when that
 * transaction commits. Returns the new version.
 */
export async function touchSeason(transaction: Kysely<Tables>, seasonId: number): Promise<number> {
	const { data_version } = await transaction
		.updateTable("seasons")
		.set({ data_version: sql`data_version + 1` })
		.where("id", "=", seasonId)
		.returning("data_version")
		.executeTakeFirstOrThrow();
	await sql`SELECT pg_notify('game_changed', ${`${seasonId} ${data_version}`})`.execute(transaction);
	return data_version;
}

/** Locks a season until the transaction ends: shared for edits of teams, exclusive for publication (decision 022). */
export const lockSeason = (transaction: Kysely<Tables>, seasonId: number, mode: "shared" | "exclusive") =>
	mode === "shared"
		? sql`SELECT pg_advisory_xact_lock_shared(${seasonId}::int, 1)`.execute(transaction)
		: sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 1)`.execute(transaction);

export const findCurrentSeason = (db: Kysely<Tables>) =>
	db.selectFrom("seasons").where("is_current", "=", true).select(["id", "name"]).executeTakeFirst();

export const findSeason = (db: Kysely<Tables>, seasonId: number) =>
	db.selectFrom("seasons").where("id", "=", seasonId).select(["id", "name", "status", "is_demo"]).executeTakeFirst();

export const findFirstOpenRound = (db: Kysely<Tables>, seasonId: number) =>
	db
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.where("status", "<>", "complete")
		.select("id")
		.orderBy("id")
		.executeTakeFirst();

export const saveSeasonClosed = (db: Kysely<Tables>, seasonId: number) =>
	db.updateTable("seasons").set({ is_current: false, status: "closed" }).where("id", "=", seasonId).execute();

export const saveSeasonCurrent = (db: Kysely<Tables>, seasonId: number) =>
	db.updateTable("seasons").set({ is_current: true }).where("id", "=", seasonId).execute();

/** Creates an empty team for every registered manager who has none in the season; returns how many were created. */
export async function createEmptyTeams(db: Kysely<Tables>, seasonId: number): Promise<number> {
	const { numAffectedRows = 0n } = await sql`
		INSERT INTO teams (season_id, user_id)
		SELECT ${seasonId}, id FROM users WHERE team_name IS NOT NULL AND NOT is_bot AND retired_at IS NULL
		ON CONFLICT (season_id, user_id) DO NOTHING`.execute(db);
	return Number(numAffectedRows);
}

/** The clock of a season that nobody has set: season time is real time. */
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

/** Locks the row of the current season until the transaction ends. */
export const lockCurrentSeasonRow = (transaction: Kysely<Tables>) =>
	transaction.selectFrom("seasons").where("is_current", "=", true).select("id").forUpdate().executeTakeFirst();

export const saveClock = (
	db: Kysely<Tables>,
	seasonId: number,
	row: {
		readonly season_at: Date;
		readonly wall_at: Date;
		readonly speed: number;
		readonly playing_round_id: RoundId | null;
		readonly hold_at: Date | null;
	},
) =>
	db
		.insertInto("season_clocks")
		.values({ season_id: seasonId, ...row })
		.onConflict((conflict) => conflict.column("season_id").doUpdateSet(row))
		.execute();

export const notifyClockChanged = (db: Kysely<Tables>, seasonId: number) =>
	sql`SELECT pg_notify('clock_changed', ${String(seasonId)})`.execute(db);
