import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findValue, listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import { insertLeagueEvent } from "../activity/queries.ts";

/** The data of the event that a member has left an elimination league. */
interface Departure {
	readonly teamId: TeamId;
	readonly joinedNo: number;
	readonly roundId: RoundId;
}

/**
 * Finds the round in which a departing team goes out: the first one that is not published, or after the last round the one that
 * would follow. Publication waits until this transaction ends, so that it never changes a published round.
 */
async function lockCurrentRound(trx: Db, seasonId: number): Promise<RoundId> {
	const openRoundId = await findValue(trx)<RoundId>`
		SELECT id FROM rounds WHERE season_id = ${seasonId} AND status <> 'complete' ORDER BY id LIMIT 1
		FOR SHARE`;
	if (openRoundId !== null) return openRoundId;
	return ((await findValue(trx)<RoundId>`SELECT max(id) FROM rounds WHERE season_id = ${seasonId}`) ?? 0) + 1;
}

/** Builds the data of the event that a member has left a league that has started. */
export async function buildDeparture(
	trx: Db,
	seasonId: number,
	{ team_id: teamId, joined_no: joinedNo }: Row<"league_members", "team_id" | "joined_no">,
): Promise<Departure> {
	return { teamId, joinedNo, roundId: await lockCurrentRound(trx, seasonId) };
}

/**
 * Records that an erased user is out of her elimination leagues of the current season. In one that has not started, she
 * goes out in its start round.
 */
export async function insertErasedDepartures(trx: Db, userId: UserId): Promise<void> {
	const rows = await listRows(trx)<
		Row<"league_members", "league_id" | "team_id" | "joined_no"> & Row<"leagues", "season_id">
	>`
		SELECT m.league_id, m.team_id, m.joined_no, l.season_id
		FROM league_members m JOIN leagues l ON l.id = m.league_id AND l.type = 'elimination'
			JOIN seasons s ON s.id = l.season_id AND s.is_current
		WHERE m.user_id = ${userId} ORDER BY m.league_id`;
	for (const row of rows)
		await insertLeagueEvent(trx, row.league_id, "left", userId, await buildDeparture(trx, row.season_id, row));
}

/** Deletes the departure of an erased member, because she is removed from a league that has not started. */
export const deleteDeparture = (trx: Db, leagueId: number, userId: UserId) =>
	sql`UPDATE league_events SET data = '{}'
		WHERE league_id = ${leagueId} AND user_id = ${userId} AND kind = 'left' AND data ? 'teamId'`.execute(trx);
