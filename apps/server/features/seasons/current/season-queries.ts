import { completeStoredRules } from "@first-bounce/rules/season-rules/season-rules";
import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";

const selectSeasons = (db: Db) =>
	db
		.selectFrom("seasons")
		.select(["id", "name", "is_demo", "generated_from", "data_version", "rules", "is_current", "status"]);

/**
 * Finds the current season with complete rules. Read this before the season's rows, so that a concurrent change makes the
 * version too old, never too new.
 *
 * @param orArchived whether to fall back to the last closed season if none is current
 */
export async function findSeasonRow(db: Db, { orArchived = false } = {}) {
	const row = await selectSeasons(db)
		.where((where) =>
			where.or([where("is_current", "=", true), ...(orArchived ? [where("status", "=", "closed")] : [])]),
		)
		.orderBy("is_current", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && { ...row, rules: completeStoredRules(row.rules) };
}

/** Finds any season with complete rules, and whether it is closed. */
export async function findSeasonRowById(db: Db, seasonId: number) {
	const row = await selectSeasons(db).where("id", "=", seasonId).executeTakeFirst();
	return row && { ...row, rules: completeStoredRules(row.rules) };
}

/** Finds the coefficients that were fitted last. */
const findCoefficients = (db: Db, seasonId: number) =>
	db
		.selectFrom("projection_coefficients")
		.where("season_id", "=", seasonId)
		.select(["base", "price_point as pricePoint", "root_ownership as rootOwnership"])
		.orderBy("round_id", "desc")
		.limit(1)
		.executeTakeFirst();

/** Finds each player's share of teams when the first round began; null before. */
async function findOpeningPercentages(db: Db, seasonId: number) {
	const row = await db
		.selectFrom("selection_counts")
		.where("season_id", "=", seasonId)
		.select("opening_percentages")
		.executeTakeFirst();
	return row?.opening_percentages ?? null;
}

/** Loads the rows that a season snapshot is built from. */
export async function loadSeasonRows(db: Db, seasonId: number) {
	const squads = await db
		.selectFrom("squads")
		.where("season_id", "=", seasonId)
		.select(["id", "name", "abbreviation", "provider_id as providerId", "image_version as imageVersion"])
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
			"status_round_id",
			"status_note",
			"photo_version",
		])
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
		.select(["id", "status", "magic_number", "published_at", "revision", "held_since", "held_reason", "locked_squads"])
		.orderBy("id")
		.execute();
	const matches = await db
		.selectFrom("matches")
		.where("season_id", "=", seasonId)
		.selectAll()
		.orderBy("starts_at")
		.orderBy("id")
		.execute();
	const previousPositions = await db
		.selectFrom("former_positions")
		.where("season_id", "=", seasonId)
		.select(["player_id", "until_round", "positions"])
		.orderBy("until_round")
		.execute();
	const formerSquads = await db
		.selectFrom("former_squads")
		.where("season_id", "=", seasonId)
		.select(["player_id", "until_round", "squad_id"])
		.orderBy("until_round")
		.execute();
	const lines = await db
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.selectAll()
		.orderBy("match_id")
		.orderBy("player_id")
		.execute();
	return {
		squads,
		players,
		prices,
		rounds,
		matches,
		previousPositions,
		formerSquads,
		lines,
		coefficients: await findCoefficients(db, seasonId),
		openingPercentages: await findOpeningPercentages(db, seasonId),
	};
}
export type SeasonRows = Awaited<ReturnType<typeof loadSeasonRows>>;

export const findCurrentSeason = (db: Db) =>
	db.selectFrom("seasons").where("is_current", "=", true).select(["id", "name"]).executeTakeFirst();

/** Counts the managers who would get an empty team if the season became current and the demo ended. */
export async function countManagersWithoutTeam(db: Db, seasonId: number): Promise<number> {
	const { count } = await db
		.selectFrom("users")
		.where("team_name", "is not", null)
		.where("is_bot", "=", false)
		.where("is_demo", "=", false)
		.where("retired_at", "is", null)
		.where("id", "not in", (teams) =>
			teams
				.selectFrom("teams")
				.where("season_id", "=", seasonId)
				// NOT IN finds nobody if the list has a null, which a team of a draft league would be.
				.where("user_id", "is not", null)
				.select("user_id"),
		)
		.select((select) => select.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}
