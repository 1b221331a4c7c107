import { applyDefaultRules } from "@first-bounce/rules/season-rules/apply-default-rules";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/**
 * The current season, or undefined; read before anything else so that its version is never newer than the rest. Its
 * rules are whole, whichever version of the game stored them. `orArchived`: where none is current, the last that was.
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

/** Everything a season is made of, in six queries. */
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
 * Says that a season's data changed, in the transaction that changes it: its version goes up, and every process
 * hears of it when the transaction commits. Returns the new version.
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

/** Held shared by whoever edits a team, exclusively by a publication, until the transaction ends (decisions §5). */
export const lockSeason = (transaction: Kysely<Tables>, seasonId: number, mode: "shared" | "exclusive") =>
	mode === "shared"
		? sql`SELECT pg_advisory_xact_lock_shared(${seasonId}::int, 1)`.execute(transaction)
		: sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 1)`.execute(transaction);
