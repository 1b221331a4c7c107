import type { TeamId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

export const insertEntry = (trx: Kysely<Tables>, seasonId: number, teamId: TeamId, at: Date) =>
	trx
		.insertInto("cup_entries")
		.values({ season_id: seasonId, team_id: teamId, entered_at: at })
		.onConflict((conflict) => conflict.doNothing())
		.execute();

export const deleteEntry = (trx: Kysely<Tables>, seasonId: number, teamId: TeamId) =>
	trx.deleteFrom("cup_entries").where("season_id", "=", seasonId).where("team_id", "=", teamId).execute();

export async function hasEntry(db: Kysely<Tables>, seasonId: number, teamId: TeamId): Promise<boolean> {
	const row = await db
		.selectFrom("cup_entries")
		.where("season_id", "=", seasonId)
		.where("team_id", "=", teamId)
		.select("team_id")
		.executeTakeFirst();
	return row !== undefined;
}

export async function countEntries(db: Kysely<Tables>, seasonId: number): Promise<number> {
	const { count } = await db
		.selectFrom("cup_entries")
		.where("season_id", "=", seasonId)
		.select((select) => select.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}

/** Lists the teams that entered and whose owners' accounts are active. */
export async function listActiveEntrants(trx: Kysely<Tables>, seasonId: number): Promise<TeamId[]> {
	const { rows } = await sql<{ team_id: TeamId }>`
		SELECT e.team_id FROM cup_entries e JOIN teams t ON t.id = e.team_id JOIN users u ON u.id = t.user_id
		WHERE e.season_id = ${seasonId} AND u.is_active`.execute(trx);
	return rows.map(({ team_id }) => team_id);
}

/** Marks the entries that are in the draw. */
export async function markEntriesDrawn(
	trx: Kysely<Tables>,
	seasonId: number,
	teamIds: readonly TeamId[],
): Promise<void> {
	await sql`UPDATE cup_entries SET is_drawn = true
		WHERE season_id = ${seasonId} AND team_id = ANY (${teamIds}::int[])`.execute(trx);
}

/** Lists the teams that were in the draw, by number. */
export async function listDrawnEntrants(db: Kysely<Tables>, seasonId: number): Promise<TeamId[]> {
	const rows = await db
		.selectFrom("cup_entries")
		.where("season_id", "=", seasonId)
		.where("is_drawn", "=", true)
		.orderBy("team_id")
		.select("team_id")
		.execute();
	return rows.map(({ team_id }) => team_id);
}
