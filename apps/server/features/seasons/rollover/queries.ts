import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";

export const findFirstOpenRound = (db: Db, seasonId: number) =>
	db
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.where("status", "<>", "complete")
		.select("id")
		.orderBy("id")
		.executeTakeFirst();

export const saveSeasonClosed = (db: Db, seasonId: number) =>
	db.updateTable("seasons").set({ is_current: false, status: "closed" }).where("id", "=", seasonId).execute();

export const saveSeasonCurrent = (db: Db, seasonId: number) =>
	db.updateTable("seasons").set({ is_current: true }).where("id", "=", seasonId).execute();

/** Creates an empty team for every registered manager who has none in the season; returns how many were created. */
export async function createEmptyTeams(db: Db, seasonId: number): Promise<number> {
	const { numAffectedRows = 0n } = await sql`
		INSERT INTO teams (season_id, user_id)
		SELECT ${seasonId}, id FROM users WHERE team_name IS NOT NULL AND NOT is_bot AND retired_at IS NULL
		ON CONFLICT (season_id, user_id) DO NOTHING`.execute(db);
	return Number(numAffectedRows);
}
