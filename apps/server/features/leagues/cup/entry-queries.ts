import type { TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findValue, insertMissing, listValues } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** Whether an entry `e` is in the draw of the cup `c`. Earlier versions did not store this, nor a moment value. */
const IS_IN_DRAW = sql<boolean>`(e.is_drawn OR (c.drawn_at IS NOT NULL AND c.moment IS NULL))`;

export const insertEntry = (trx: Db, seasonId: number, teamId: TeamId, at: Date) =>
	insertMissing(trx, "cup_entries", { season_id: seasonId, team_id: teamId, entered_at: at });

export const deleteEntry = (trx: Db, seasonId: number, teamId: TeamId) =>
	trx.deleteFrom("cup_entries").where("season_id", "=", seasonId).where("team_id", "=", teamId).execute();

/** Finds whether a team has entered, and whether it is in the draw: it is not if its owner's account was closed then. */
export async function findEntry(db: Db, seasonId: number, teamId: TeamId) {
	const isInDraw = await findValue(db)<boolean>`
		SELECT ${IS_IN_DRAW} FROM cup_entries e JOIN cups c ON c.season_id = e.season_id
		WHERE e.season_id = ${seasonId} AND e.team_id = ${teamId}`;
	return { hasEntered: isInDraw !== null, isInDraw: isInDraw ?? false };
}

export const countEntries = async (db: Db, seasonId: number): Promise<number> =>
	(await findValue(db)<number>`SELECT count(*)::int FROM cup_entries WHERE season_id = ${seasonId}`) ?? 0;

/** Lists the teams that entered and whose owners' accounts are active. */
export const listActiveEntrants = (trx: Db, seasonId: number): Promise<TeamId[]> =>
	listValues(trx)<TeamId>`
		SELECT e.team_id FROM cup_entries e JOIN teams t ON t.id = e.team_id JOIN users u ON u.id = t.user_id
		WHERE e.season_id = ${seasonId} AND u.is_active`;

export const markEntriesDrawn = (trx: Db, seasonId: number, teamIds: readonly TeamId[]) =>
	sql`UPDATE cup_entries SET is_drawn = true
		WHERE season_id = ${seasonId} AND team_id = ANY (${teamIds}::int[])`.execute(trx);

/** Lists the teams that were in the draw, by number. */
export const listDrawnEntrants = (db: Db, seasonId: number): Promise<TeamId[]> =>
	listValues(db)<TeamId>`
		SELECT e.team_id FROM cup_entries e JOIN cups c ON c.season_id = e.season_id
		WHERE e.season_id = ${seasonId} AND ${IS_IN_DRAW} ORDER BY e.team_id`;
