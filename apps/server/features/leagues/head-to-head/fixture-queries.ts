import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Insertable, Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import type { LeagueMatch } from "./match-up-queries.ts";

/** Replaces a league's fixture with one drawn at a season time, or deletes it if `matches` is null. */
export async function replaceFixture(
	trx: Db,
	leagueId: number,
	matches: readonly Insertable<Tables["league_matches"]>[] | null,
	now: SeasonTime,
): Promise<void> {
	await trx.deleteFrom("league_matches").where("league_id", "=", leagueId).execute();
	await insertMatches(trx, matches ?? []);
	const drawn_at = matches ? new Date(now) : null;
	await trx.updateTable("leagues").set({ drawn_at }).where("id", "=", leagueId).execute();
}

export async function insertMatches(trx: Db, matches: readonly Insertable<Tables["league_matches"]>[]): Promise<void> {
	if (matches.length > 0) await trx.insertInto("league_matches").values(matches).execute();
}

/** Finds the last round of the season that its fixtures were drawn for; null before they were first compared with it. */
export async function findFixturesLastRound(db: Db, seasonId: number): Promise<RoundId | null> {
	const row = await db
		.selectFrom("seasons")
		.where("id", "=", seasonId)
		.select("fixtures_last_round")
		.executeTakeFirst();
	return row?.fixtures_last_round ?? null;
}

export const updateFixturesLastRound = (db: Db, seasonId: number, fixtures_last_round: RoundId) =>
	db.updateTable("seasons").set({ fixtures_last_round }).where("id", "=", seasonId).execute();

/** Lists the ids of leagues with a fixture, in order. */
export async function listDrawnLeagues(
	db: Db,
	{ seasonId, afterId, limit }: { readonly seasonId: number; readonly afterId: number; readonly limit: number },
): Promise<number[]> {
	const rows = await db
		.selectFrom("leagues")
		.where("season_id", "=", seasonId)
		.where("drawn_at", "is not", null)
		.where("deleted_at", "is", null)
		.where("id", ">", afterId)
		.orderBy("id")
		.limit(limit)
		.select("id")
		.execute();
	return rows.map(({ id }) => id);
}

/** Locks the row of a league with a fixture and returns it; undefined if it has none any more. */
export const lockDrawnLeague = (trx: Transaction<Tables>, id: number) =>
	trx
		.selectFrom("leagues")
		.where("id", "=", id)
		.where("drawn_at", "is not", null)
		.where("deleted_at", "is", null)
		.forUpdate()
		.selectAll()
		.executeTakeFirst();

export async function deleteMatches(
	trx: Db,
	matches: readonly Pick<LeagueMatch, "league_id" | "round_id" | "place">[],
): Promise<void> {
	for (const { league_id, round_id, place } of matches)
		await trx
			.deleteFrom("league_matches")
			.where("league_id", "=", league_id)
			.where("round_id", "=", round_id)
			.where("place", "=", place)
			.execute();
}
