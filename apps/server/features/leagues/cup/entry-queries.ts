import type { TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** Whether an entry `e` is in the draw of the cup `c`. Earlier versions did not store this, nor a moment value. */
const IS_IN_DRAW = sql<boolean>`(e.is_drawn OR (c.drawn_at IS NOT NULL AND c.moment IS NULL))`;

export const insertEntry = (trx: Db, seasonId: number, teamId: TeamId, at: Date) =>
	trx
		.insertInto("cup_entries")
		.values({ season_id: seasonId, team_id: teamId, entered_at: at })
		.onConflict((conflict) => conflict.doNothing())
		.execute();

export const deleteEntry = (trx: Db, seasonId: number, teamId: TeamId) =>
	trx.deleteFrom("cup_entries").where("season_id", "=", seasonId).where("team_id", "=", teamId).execute();

/** Finds whether a team has entered, and whether it is in the draw: it is not if its owner's account was closed then. */
export async function findEntry(db: Db, seasonId: number, teamId: TeamId) {
	const entry = await findRow(db)<{ is_in_draw: boolean }>`
		SELECT ${IS_IN_DRAW} AS is_in_draw FROM cup_entries e JOIN cups c ON c.season_id = e.season_id
		WHERE e.season_id = ${seasonId} AND e.team_id = ${teamId}`;
	return { hasEntered: entry !== undefined, isInDraw: entry?.is_in_draw ?? false };
}

export async function countEntries(db: Db, seasonId: number): Promise<number> {
	const { count } = await db
		.selectFrom("cup_entries")
		.where("season_id", "=", seasonId)
		.select((select) => select.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}

/** Lists the teams that entered and whose owners' accounts are active. */
export async function listActiveEntrants(trx: Db, seasonId: number): Promise<TeamId[]> {
	const rows = await listRows(trx)<{ team_id: TeamId }>`
		SELECT e.team_id FROM cup_entries e JOIN teams t ON t.id = e.team_id JOIN users u ON u.id = t.user_id
		WHERE e.season_id = ${seasonId} AND u.is_active`;
	return rows.map(({ team_id }) => team_id);
}

export async function markEntriesDrawn(trx: Db, seasonId: number, teamIds: readonly TeamId[]): Promise<void> {
	await sql`UPDATE cup_entries SET is_drawn = true
		WHERE season_id = ${seasonId} AND team_id = ANY (${teamIds}::int[])`.execute(trx);
}

/** Lists the teams that were in the draw, by number. */
export async function listDrawnEntrants(db: Db, seasonId: number): Promise<TeamId[]> {
	const rows = await listRows(db)<{ team_id: TeamId }>`
		SELECT e.team_id FROM cup_entries e JOIN cups c ON c.season_id = e.season_id
		WHERE e.season_id = ${seasonId} AND ${IS_IN_DRAW} ORDER BY e.team_id`;
	return rows.map(({ team_id }) => team_id);
}
