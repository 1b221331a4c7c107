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
