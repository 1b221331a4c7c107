import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { type Insertable, sql, type Transaction } from "kysely";
import { findRow, findValue, listValues } from "../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";
import type { LeagueMatchUp } from "./match-up-queries.ts";

/** Replaces a league's fixture with one drawn at a season time, or deletes it if `matchUps` is null. */
export async function replaceFixture(
	trx: Db,
	leagueId: number,
	matchUps: readonly Insertable<Tables["league_matches"]>[] | null,
	now: SeasonTime,
): Promise<void> {
	await trx.deleteFrom("league_matches").where("league_id", "=", leagueId).execute();
	await insertMatchUps(trx, matchUps ?? []);
	const drawn_at = matchUps ? new Date(now) : null;
	await trx.updateTable("leagues").set({ drawn_at }).where("id", "=", leagueId).execute();
}

export async function insertMatchUps(
	trx: Db,
	matchUps: readonly Insertable<Tables["league_matches"]>[],
): Promise<void> {
	if (matchUps.length > 0) await trx.insertInto("league_matches").values(matchUps).execute();
}

/** Finds the last round of the season that its fixtures were drawn for; null before they were first compared with it. */
export const findFixturesLastRound = (db: Db, seasonId: number): Promise<RoundId | null> =>
	findValue(db)<RoundId>`SELECT fixtures_last_round FROM seasons WHERE id = ${seasonId}`;

export const updateFixturesLastRound = (db: Db, seasonId: number, fixtures_last_round: RoundId) =>
	db.updateTable("seasons").set({ fixtures_last_round }).where("id", "=", seasonId).execute();

/** Lists the ids of leagues with a fixture, in order. */
export const listDrawnLeagues = (
	db: Db,
	{ seasonId, afterId, limit }: { readonly seasonId: number; readonly afterId: number; readonly limit: number },
): Promise<number[]> =>
	listValues(db)<number>`
		SELECT id FROM leagues WHERE season_id = ${seasonId} AND drawn_at IS NOT NULL AND deleted_at IS NULL AND id > ${afterId}
		ORDER BY id LIMIT ${limit}`;

/** Locks the row of a league with a fixture and returns it; undefined if it has none any more. */
export const lockDrawnLeague = (trx: Transaction<Tables>, id: number) =>
	findRow(trx)<Row<"leagues">>`
		SELECT * FROM leagues WHERE id = ${id} AND drawn_at IS NOT NULL AND deleted_at IS NULL FOR UPDATE`;

export async function deleteMatchUps(
	trx: Db,
	matchUps: readonly Pick<LeagueMatchUp, "league_id" | "round_id" | "place">[],
): Promise<void> {
	for (const { league_id, round_id, place } of matchUps)
		await sql`DELETE FROM league_matches
			WHERE league_id = ${league_id} AND round_id = ${round_id} AND place = ${place}`.execute(trx);
}
