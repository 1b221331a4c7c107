import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

export const saveSeasonRules = (db: Kysely<Tables>, seasonId: number, rules: string) =>
	db.updateTable("seasons").set({ rules }).where("id", "=", seasonId).execute();

/** Lists the ids of the season's rounds, also of those after `lastRound`. */
export async function listRoundIds(db: Kysely<Tables>, seasonId: number): Promise<number[]> {
	const rows = await db.selectFrom("rounds").where("season_id", "=", seasonId).select("id").orderBy("id").execute();
	return rows.map(({ id }) => id);
}

/** Counts the saved teams of a season, and those with more emergencies than the given number. */
export async function countTeams(db: Kysely<Tables>, seasonId: number, emergencies: number) {
	const { rows } = await sql<{ saved: number; withMoreEmergencies: number }>`
		SELECT count(DISTINCT t.id)::int AS saved,
			(count(DISTINCT t.id) FILTER (WHERE cardinality(l.emergency) > ${emergencies}))::int AS "withMoreEmergencies"
		FROM teams AS t JOIN lineups AS l ON l.team_id = t.id
		WHERE t.season_id = ${seasonId}`.execute(db);
	return rows[0] ?? { saved: 0, withMoreEmergencies: 0 };
}

/** The leagues of a season that are not deleted. */
export const listLeagueSizes = (db: Kysely<Tables>, seasonId: number) =>
	db
		.selectFrom("leagues")
		.where("season_id", "=", seasonId)
		.where("deleted_at", "is", null)
		.select(["type", "size", "num_teams", "finals_series"])
		.execute();

/** Counts the teams with instructions that have not run. */
export async function countTeamsWithInstructions(db: Kysely<Tables>, seasonId: number): Promise<number> {
	const { count } = await db
		.selectFrom("team_instructions")
		.where("season_id", "=", seasonId)
		.where("state", "=", "waiting")
		.select((select) => select.fn.count<number>("team_id").distinct().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}
