import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { listRows } from "../../db/rows.ts";
import type { Db, Row } from "../../db/tables/tables.ts";

/** A member of an elimination league, or somebody who has left it since its start. */
export type EliminationTeamRow = Row<"league_members", "league_id" | "team_id" | "joined_no"> & {
	/** The round in which she left, was removed or was erased; null while she is in the league. */
	readonly left_in_round: RoundId | null;
};

/** Lists the teams of elimination leagues. An erased member is still one, but has left too. */
export const listEliminationTeams = (db: Db, leagueIds: readonly number[]): Promise<EliminationTeamRow[]> =>
	listRows(db)<EliminationTeamRow>`
		WITH departures AS (
			SELECT e.league_id, (e.data->>'teamId')::int AS team_id, (e.data->>'joinedNo')::bigint AS joined_no,
				min((e.data->>'roundId')::int) AS left_in_round
			FROM league_events e WHERE e.league_id = ANY (${leagueIds}::int[]) AND e.kind IN ('left', 'removed') AND e.data ? 'teamId'
			GROUP BY 1, 2, 3)
		SELECT coalesce(m.league_id, d.league_id) AS league_id, coalesce(m.team_id, d.team_id) AS team_id,
			coalesce(m.joined_no, d.joined_no) AS joined_no, d.left_in_round
		FROM (SELECT * FROM league_members WHERE league_id = ANY (${leagueIds}::int[])) AS m
			FULL JOIN departures d ON d.league_id = m.league_id AND d.team_id = m.team_id
		ORDER BY 1, 3`;

/** Lists each team's elimination leagues of a season that have started by a round. */
export async function listTeamEliminationLeagues(
	db: Db,
	seasonId: number,
	teamIds: readonly TeamId[],
	roundId: RoundId,
): Promise<(Row<"leagues", "id" | "name" | "start_id"> & Row<"league_members", "team_id">)[]> {
	return db
		.selectFrom("leagues")
		.innerJoin("league_members", "league_members.league_id", "leagues.id")
		.where("league_members.team_id", "in", [...teamIds])
		.where("leagues.season_id", "=", seasonId)
		.where("leagues.type", "=", "elimination")
		.where("leagues.start_id", "<=", roundId)
		.orderBy("leagues.id")
		.select(["leagues.id", "leagues.name", "leagues.start_id", "league_members.team_id"])
		.execute();
}

export const listSeasonEliminationLeagues = (db: Db, seasonId: number) =>
	db
		.selectFrom("leagues")
		.where("season_id", "=", seasonId)
		.where("type", "=", "elimination")
		.where("deleted_at", "is", null)
		.orderBy("id")
		.select(["id", "start_id"])
		.execute();

export async function listRoundPoints(
	db: Db,
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
