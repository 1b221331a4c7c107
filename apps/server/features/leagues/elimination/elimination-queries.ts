import type { Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Row, Tables } from "../../../db/tables/tables.ts";
import { insertLeagueEvent } from "../activity/queries.ts";

/** A member of an elimination league, or somebody who has left it since its start. */
export type EliminationTeamRow = Row<"league_members", "league_id" | "team_id" | "joined_no"> & {
	/** The round in which she left or was erased; null while she is in the league. */
	readonly left_in_round: RoundId | null;
};

/** What the event about a member who leaves an elimination league keeps of her. */
interface Departure {
	readonly teamId: TeamId;
	readonly joinedNo: number;
	readonly roundId: RoundId;
}

/** Lists the teams of elimination leagues. An erased member is still one, but has left too. */
export async function listEliminationTeams(
	db: Kysely<Tables>,
	leagueIds: readonly number[],
): Promise<EliminationTeamRow[]> {
	const { rows } = await sql<EliminationTeamRow>`
		WITH departures AS (
			SELECT e.league_id, (e.data->>'teamId')::int AS team_id, (e.data->>'joinedNo')::bigint AS joined_no,
				min((e.data->>'roundId')::int) AS left_in_round
			FROM league_events e WHERE e.league_id = ANY (${leagueIds}::int[]) AND e.kind = 'left' AND e.data ? 'teamId'
			GROUP BY 1, 2, 3)
		SELECT coalesce(m.league_id, d.league_id) AS league_id, coalesce(m.team_id, d.team_id) AS team_id,
			coalesce(m.joined_no, d.joined_no) AS joined_no, d.left_in_round
		FROM (SELECT * FROM league_members WHERE league_id = ANY (${leagueIds}::int[])) AS m
			FULL JOIN departures d ON d.league_id = m.league_id AND d.team_id = m.team_id
		ORDER BY 1, 3`.execute(db);
	return rows;
}

/**
 * Finds the round whose cut a departure is: the first that is not published. Publication waits until this transaction ends,
 * so that a published round never changes by it. After the last round it is the one after it.
 */
async function lockCurrentRound(trx: Kysely<Tables>, seasonId: number): Promise<RoundId> {
	const { rows } = await sql<Row<"rounds", "id">>`
		SELECT id FROM rounds WHERE season_id = ${seasonId} AND status <> 'complete' ORDER BY id LIMIT 1
		FOR SHARE`.execute(trx);
	if (rows[0]) return rows[0].id;
	const { rows: all } = await sql<{ last: RoundId | null }>`
		SELECT max(id) AS last FROM rounds WHERE season_id = ${seasonId}`.execute(trx);
	return (all[0]?.last ?? 0) + 1;
}

/** Builds what the event about a member who leaves a league that has started keeps of her. */
export async function buildDeparture(
	trx: Kysely<Tables>,
	seasonId: number,
	{ team_id: teamId, joined_no: joinedNo }: Row<"league_members", "team_id" | "joined_no">,
): Promise<Departure> {
	return { teamId, joinedNo, roundId: await lockCurrentRound(trx, seasonId) };
}

/**
 * Records that an erased user is out of her elimination leagues of the current season. In one that has not started, she
 * goes out in its start round.
 */
export async function insertErasedDepartures(trx: Kysely<Tables>, userId: UserId): Promise<void> {
	const { rows } = await sql<
		Row<"league_members", "league_id" | "team_id" | "joined_no"> & Row<"leagues", "season_id">
	>`
		SELECT m.league_id, m.team_id, m.joined_no, l.season_id
		FROM league_members m JOIN leagues l ON l.id = m.league_id AND l.type = 'elimination'
			JOIN seasons s ON s.id = l.season_id AND s.is_current
		WHERE m.user_id = ${userId} ORDER BY m.league_id`.execute(trx);
	for (const row of rows) {
		await insertLeagueEvent(trx, row.league_id, "left", userId, await buildDeparture(trx, row.season_id, row));
	}
}

/** Forgets that an erased member is out, because she is removed from a league that has not started. */
export const deleteDeparture = (trx: Kysely<Tables>, leagueId: number, userId: UserId) =>
	sql`UPDATE league_events SET data = '{}'
		WHERE league_id = ${leagueId} AND user_id = ${userId} AND kind = 'left' AND data ? 'teamId'`.execute(trx);

/** Lists the published points of teams in rounds. */
export async function listRoundPoints(
	db: Kysely<Tables>,
	seasonId: number,
	teamIds: readonly TeamId[],
	roundIds: readonly RoundId[],
): Promise<readonly { readonly team_id: TeamId; readonly round_id: RoundId; readonly points: Points }[]> {
	if (teamIds.length === 0 || roundIds.length === 0) return [];
	return db
		.selectFrom("standings")
		.where("season_id", "=", seasonId)
		.where("round_id", "in", [...roundIds])
		.where("team_id", "in", [...teamIds])
		.select(["team_id", "round_id", "points"])
		.execute();
}
