import { findRow, listRows } from "../../../db/rows.ts";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";

export const saveSeasonRules = (db: Db, seasonId: number, rules: string) =>
	db.updateTable("seasons").set({ rules }).where("id", "=", seasonId).execute();

/** Lists the ids of the season's rounds, including those after `lastRound`. */
export async function listRoundIds(db: Db, seasonId: number): Promise<number[]> {
	const rows = await db.selectFrom("rounds").where("season_id", "=", seasonId).select("id").orderBy("id").execute();
	return rows.map(({ id }) => id);
}

/** Counts the saved classic teams of a season, and those with more emergencies than the given number. */
export async function countTeams(db: Db, seasonId: number, emergencies: number) {
	const row = await findRow(db)<{ saved: number; withMoreEmergencies: number }>`
		SELECT count(DISTINCT t.id)::int AS saved,
			(count(DISTINCT t.id) FILTER (WHERE cardinality(l.emergency) > ${emergencies}))::int AS "withMoreEmergencies"
		FROM teams AS t JOIN lineups AS l ON l.team_id = t.id
		WHERE t.season_id = ${seasonId} AND t.league_id IS NULL`;
	return row ?? { saved: 0, withMoreEmergencies: 0 };
}

/** Lists the sizes and settings of a season's leagues that are not deleted. Draft leagues have sizes of their own. */
export const listLeagueSettings = (db: Db, seasonId: number) =>
	db
		.selectFrom("leagues")
		.where("season_id", "=", seasonId)
		.where("class", "=", "regular")
		.where("deleted_at", "is", null)
		.select(["type", "size", "num_teams", "finals_series"])
		.execute();

/** Counts the teams with instructions that have not run. */
export async function countTeamsWithInstructions(db: Db, seasonId: number): Promise<number> {
	const { count } = await db
		.selectFrom("team_instructions")
		.where("season_id", "=", seasonId)
		.where("state", "=", "waiting")
		.select((select) => select.fn.count<number>("team_id").distinct().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

export const findLastPublishedRound = (db: Db) =>
	db
		.selectFrom("rounds")
		.where("status", "=", "complete")
		.where("published_at", "is not", null)
		.orderBy("published_at", "desc")
		.orderBy("id", "desc")
		.select(["season_id as seasonId", "id as roundId"])
		.executeTakeFirst();

/** Counts, for each pair of captain and vice captain, the teams of a round that have them, and adds up their points. */
export const countCaptains = (db: Db, { seasonId, roundId }: RoundKey) =>
	listRows(db)<{ captainId: number; viceCaptainId: number; count: number; sum: number }>`
		SELECT l.captain_id AS "captainId", l.vice_captain_id AS "viceCaptainId", count(*)::int AS count,
			sum(s.points)::float8 AS sum
		FROM standings AS s
		CROSS JOIN LATERAL (SELECT captain_id, vice_captain_id FROM lineups
			WHERE team_id = s.team_id AND round_id <= ${roundId} ORDER BY round_id DESC LIMIT 1) AS l
		WHERE s.season_id = ${seasonId} AND s.round_id = ${roundId} AND s.overall_rank IS NOT NULL
		GROUP BY l.captain_id, l.vice_captain_id`;
