import type { PlayerId, Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { PastRoundFigures } from "@first-bounce/rules/round-result/records";
import type { Pool } from "pg";
import { HAS_MEDIAN_GAME } from "../../../db/tables/leagues.ts";
import type { RoundKey } from "../../../db/tables/tables.ts";

interface TeamKey extends RoundKey {
	readonly teamId: TeamId;
}

export interface OwnStanding extends PastRoundFigures {
	readonly totalPoints: Points;
}

/** Lists a team's published standings up to a round, in order. */
export async function listOwnStandings(pool: Pool, { seasonId, teamId, roundId }: TeamKey): Promise<OwnStanding[]> {
	const { rows } = await pool.query<OwnStanding>({
		name: "own-standings",
		text: `SELECT round_id AS "roundId", points, total_points AS "totalPoints", round_rank AS "roundRank",
				overall_rank AS "overallRank"
			FROM standings WHERE team_id = $1 AND season_id = $2 AND round_id <= $3 ORDER BY round_id`,
		values: [teamId, seasonId, roundId],
	});
	return rows;
}

/** Lists the best score of all teams in each round up to one. */
export async function listTopScores(pool: Pool, seasonId: number, roundId: RoundId) {
	const { rows } = await pool.query<{ round_id: RoundId; points: Points }>({
		name: "top-scores",
		text: "SELECT round_id, points FROM standings WHERE season_id = $1 AND round_id <= $2 AND round_rank = 1",
		values: [seasonId, roundId],
	});
	return new Map(rows.map((row) => [row.round_id, row.points]));
}

export interface RoundAverages {
	readonly teams: number;
	readonly averagePoints: number;
}

/** Gets the number of ranked teams of a round, and their average score. Reads every standing of the round. */
export async function getRoundAverages(pool: Pool, seasonId: number, roundId: RoundId): Promise<RoundAverages> {
	const { rows } = await pool.query<RoundAverages>({
		name: "round-averages",
		text: `SELECT count(*)::int AS teams, coalesce(avg(points), 0)::float8 AS "averagePoints"
			FROM standings WHERE season_id = $1 AND round_id = $2 AND overall_rank IS NOT NULL`,
		values: [seasonId, roundId],
	});
	return rows[0] ?? { teams: 0, averagePoints: 0 };
}

/** Lists the players' estimates as they were saved at the beginning of a round. */
export async function listSavedEstimates(
	pool: Pool,
	{ seasonId, roundId }: RoundKey,
	playerIds: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, Points>> {
	const { rows } = await pool.query<{ player_id: PlayerId; estimate: Points }>({
		name: "saved-estimates",
		text: `SELECT player_id, estimate FROM round_projections
			WHERE season_id = $1 AND round_id = $2 AND player_id = ANY ($3)`,
		values: [seasonId, roundId, playerIds],
	});
	return new Map(rows.map((row) => [row.player_id, row.estimate]));
}

export interface OwnMatchUp {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly roundId: RoundId;
	/**
	 * Null for a bye, for which the fields below are false, 0 or empty except `points`, and for a game against the league's
	 * average.
	 */
	readonly place: number | null;
	/** Whether the team has a bye and plays against the league's average instead. */
	readonly isAverage: boolean;
	readonly isGrandFinal: boolean;
	readonly isSemiFinal: boolean;
	readonly isConsolation: boolean;
	readonly isHome: boolean;
	readonly points: Points;
	readonly opponentPoints: Points;
	readonly opponentUserId: UserId;
	/** Empty for a deactivated account. */
	readonly opponentName: string;
}

/** SQL: the leagues of season $2 that team $1 belongs to. */
const MEMBER_LEAGUES = `leagues l JOIN league_members v ON v.league_id = l.id AND v.team_id = $1
	AND l.season_id = $2 AND l.deleted_at IS NULL`;

/** Lists a team's played match-ups up to a round in its leagues, and the round's byes, in order of league and round. */
export async function listOwnMatchUps(pool: Pool, { seasonId, teamId, roundId }: TeamKey): Promise<OwnMatchUp[]> {
	const { rows } = await pool.query<OwnMatchUp>({
		name: "own-match-ups",
		text: `SELECT l.id AS "leagueId", l.name AS "leagueName", m.round_id AS "roundId", m.place,
				false AS "isAverage", m.is_grand_final AS "isGrandFinal", m.is_semi_final AS "isSemiFinal",
				m.is_consolation AS "isConsolation", m.home_team_id = $1 AS "isHome",
				CASE WHEN m.home_team_id = $1 THEN m.home_points ELSE m.away_points END AS points,
				CASE WHEN m.home_team_id = $1 THEN m.away_points ELSE m.home_points END AS "opponentPoints",
				coalesce(u.id, 0) AS "opponentUserId",
				CASE WHEN coalesce(u.is_active, true) THEN coalesce(o.name, u.team_name, '') ELSE '' END AS "opponentName"
			FROM ${MEMBER_LEAGUES}
			JOIN league_matches m ON m.league_id = l.id AND $1 IN (m.home_team_id, m.away_team_id)
			-- The opponent is the one of the two teams that is not $1.
			JOIN teams o ON o.id = m.home_team_id + m.away_team_id - $1
			LEFT JOIN league_members n ON n.league_id = o.league_id AND n.team_id = o.id
			LEFT JOIN users u ON u.id = coalesce(o.user_id, n.user_id)
			WHERE m.round_id <= $3 AND m.home_points IS NOT NULL
			UNION ALL
			SELECT l.id, l.name, $3, NULL, a.points IS NOT NULL, false, false, false, false,
				coalesce(a.points, (SELECT s.points FROM standings s WHERE s.season_id = $2 AND s.round_id = $3 AND s.team_id = $1), 0),
				0, 0, ''
			FROM ${MEMBER_LEAGUES}
			-- Beside regular match-ups the team with a bye may play against their average.
			LEFT JOIN LATERAL (SELECT coalesce(max(s.points), 0) AS points FROM standings s
				WHERE l.average_game AND s.season_id = $2 AND s.round_id = $3 AND s.team_id = $1
				HAVING EXISTS (SELECT FROM league_matches m WHERE m.league_id = l.id AND m.round_id = $3 AND l.average_game
					AND NOT (m.is_grand_final OR m.is_semi_final OR m.is_consolation))) a ON true
			-- In finals only beside consolation games, or straight to the grand final beside the only semi-final.
			WHERE EXISTS (SELECT FROM league_matches m WHERE m.league_id = l.id AND m.round_id = $3
					HAVING count(*) > 0 AND (l.consolation_games OR bool_or(NOT m.is_grand_final AND NOT m.is_semi_final)
						OR count(*) FILTER (WHERE m.is_semi_final) = 1))
				AND NOT EXISTS (SELECT FROM league_matches m WHERE m.league_id = l.id AND m.round_id = $3
					AND $1 IN (m.home_team_id, m.away_team_id))
			ORDER BY 1, 3, 4`,
		values: [teamId, seasonId, roundId],
	});
	return rows;
}

interface LeagueScores {
	readonly leagueId: number;
	/** Whether its teams also play against the league's median. */
	readonly hasMedian: boolean;
	readonly homePoints: Points;
	readonly awayPoints: Points;
}

/** Lists the scores of a round with games against the median or the average, in the leagues of these teams. */
export async function listRoundScores(
	pool: Pool,
	{ seasonId, roundId }: RoundKey,
	teamIds: readonly TeamId[],
): Promise<readonly LeagueScores[]> {
	const { rows } = await pool.query<LeagueScores>({
		name: "round-scores",
		text: `SELECT l.id AS "leagueId", ${HAS_MEDIAN_GAME} AS "hasMedian", m.home_points AS "homePoints", m.away_points AS "awayPoints"
			FROM leagues l JOIN league_matches m ON m.league_id = l.id
			WHERE (l.median_game OR l.average_game) AND NOT (m.is_grand_final OR m.is_semi_final OR m.is_consolation)
				AND m.round_id = $3 AND m.home_points IS NOT NULL AND l.season_id = $2
				AND l.deleted_at IS NULL AND l.id IN (SELECT league_id FROM league_members WHERE team_id = ANY ($1))`,
		values: [teamIds, seasonId, roundId],
	});
	return rows;
}

/** Lists a user's teams in draft leagues, in the order in which she joined them. */
export async function listDraftTeamIds(pool: Pool, seasonId: number, userId: UserId): Promise<TeamId[]> {
	const { rows } = await pool.query<{ teamId: TeamId }>({
		name: "draft-teams-of-user",
		text: `SELECT m.team_id AS "teamId" FROM league_members m JOIN leagues l ON l.id = m.league_id
			WHERE m.user_id = $1 AND l.season_id = $2 AND l.class = 'draft' AND NOT l.is_mock AND l.deleted_at IS NULL
			ORDER BY m.joined_no`,
		values: [userId, seasonId],
	});
	return rows.map(({ teamId }) => teamId);
}

export interface LeagueRecord {
	readonly leagueName: string;
	readonly points: Points;
	readonly before: Points;
}

export async function listLeagueRecords(pool: Pool, { seasonId, teamId, roundId }: TeamKey): Promise<LeagueRecord[]> {
	const { rows } = await pool.query<LeagueRecord>({
		name: "league-records-of-team",
		text: `SELECT l.name AS "leagueName", (e.data->>'points')::int AS points, (e.data->>'former')::int AS before
			FROM ${MEMBER_LEAGUES} JOIN league_events e ON e.league_id = l.id
			WHERE e.kind = 'record' AND e.round_id = $3 AND (e.data->>'teamId')::int = $1 ORDER BY l.id`,
		values: [teamId, seasonId, roundId],
	});
	return rows;
}
