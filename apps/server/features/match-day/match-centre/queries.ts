import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Row } from "../../../db/tables/tables.ts";

export type RoundTeam = Row<"lineups", "slots" | "captain_id" | "vice_captain_id" | "emergency">;

export type OpponentTeam = RoundTeam &
	Row<"league_matches", "league_id" | "place"> &
	Row<"users", "team_name" | "is_active"> & { readonly league_name: string };

interface UserRound {
	readonly seasonId: number;
	readonly roundId: RoundId;
	readonly userId: UserId;
}

/** The line-up that counts for team `t` in round `$2`; none if the team does not take part. */
const LINEUP_OF_ROUND = `LATERAL (
	SELECT slots, captain_id, vice_captain_id, emergency FROM lineups
	WHERE team_id = t.id AND round_id <= $2
		AND coalesce(t.start_round_id, (SELECT start_id FROM leagues WHERE id = t.league_id)) <= $2 ORDER BY round_id DESC LIMIT 1) AS l`;

export async function findOwnTeam(pool: Pool, { seasonId, roundId, userId }: UserRound) {
	const { rows } = await pool.query<RoundTeam>(
		`SELECT l.* FROM teams AS t CROSS JOIN ${LINEUP_OF_ROUND} WHERE t.season_id = $1 AND t.user_id = $3`,
		[seasonId, roundId, userId],
	);
	return rows[0];
}

/**
 * Lists the teams that a user's team meets in head-to-head leagues in a round, in the order the user joined the
 * leagues.
 */
export async function listOpponents(pool: Pool, { seasonId, roundId, userId }: UserRound) {
	const { rows } = await pool.query<OpponentTeam>(
		`SELECT g.id AS league_id, g.name AS league_name, m.place, u.team_name, u.is_active, l.*
			FROM league_members AS own
			JOIN leagues AS g ON g.id = own.league_id AND g.season_id = $1 AND g.deleted_at IS NULL
			JOIN league_matches AS m ON m.league_id = g.id AND m.round_id = $2
				AND own.team_id IN (m.home_team_id, m.away_team_id)
			JOIN teams AS t ON t.id = CASE own.team_id WHEN m.home_team_id THEN m.away_team_id ELSE m.home_team_id END
			JOIN users AS u ON u.id = t.user_id
			CROSS JOIN ${LINEUP_OF_ROUND}
			WHERE own.user_id = $3 ORDER BY own.joined_no`,
		[seasonId, roundId, userId],
	);
	return rows;
}

/** Lists a user's elimination leagues that have started by a round, in the order the user joined them. */
export async function listEliminationLeagues(pool: Pool, { seasonId, roundId, userId }: UserRound) {
	const { rows } = await pool.query<Row<"leagues", "id" | "name">>(
		`SELECT g.id, g.name FROM league_members AS own
			JOIN leagues AS g ON g.id = own.league_id AND g.season_id = $1 AND g.deleted_at IS NULL
			WHERE own.user_id = $3 AND g.type = 'elimination' AND g.start_id <= $2 ORDER BY own.joined_no`,
		[seasonId, roundId, userId],
	);
	return rows;
}

/** Lists the players in the teams of a user's leagues in a round, the user's own team and teams without a manager included. */
export async function listLeaguePlayerIds(pool: Pool, { seasonId, roundId, userId }: UserRound) {
	const { rows } = await pool.query<{ player_id: PlayerId }>(
		`SELECT DISTINCT unnest(array_remove(l.slots, 0)) AS player_id
			FROM (
				SELECT coalesce(drafted.id, other.team_id) AS team_id
				FROM league_members AS own
				JOIN leagues AS g ON g.id = own.league_id AND g.season_id = $1 AND g.deleted_at IS NULL AND NOT g.is_mock
				LEFT JOIN teams AS drafted ON drafted.league_id = g.id
				LEFT JOIN league_members AS other ON other.league_id = g.id AND drafted.id IS NULL
				WHERE own.user_id = $3) AS member
			JOIN teams AS t ON t.id = member.team_id
			CROSS JOIN ${LINEUP_OF_ROUND}
			ORDER BY 1`,
		[seasonId, roundId, userId],
	);
	return rows.map(({ player_id }) => player_id);
}
