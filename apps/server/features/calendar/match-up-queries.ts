import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

/** A match-up of a manager in a head-to-head league or in the cup. */
export interface CalendarMatchUp {
	/** Null for the cup. */
	readonly leagueId: number | null;
	/** Empty for the cup. */
	readonly leagueName: string;
	readonly roundId: RoundId;
	/** Its place among the match-ups of the league or cup in the round, from 0. */
	readonly place: number;
	readonly isGrandFinal: boolean;
	readonly isSemiFinal: boolean;
	readonly isConsolation: boolean;
	/** Empty for a deactivated account. */
	readonly opponentName: string;
}

/** Lists the match-ups of a manager's leagues, and of the cup, over the whole season. Byes are left out. */
export async function listCalendarMatchUps(pool: Pool, seasonId: number, userId: UserId): Promise<CalendarMatchUp[]> {
	const { rows } = await pool.query<CalendarMatchUp>({
		name: "calendar-match-ups",
		text: `SELECT m.league_id AS "leagueId", m.league_name AS "leagueName", m.round_id AS "roundId", m.place,
				m.is_grand_final AS "isGrandFinal", m.is_semi_final AS "isSemiFinal",
				m.is_consolation AS "isConsolation",
				CASE WHEN coalesce(u.is_active, true) THEN coalesce(o.name, u.team_name, '') ELSE '' END AS "opponentName"
			FROM (
				SELECT l.id AS league_id, l.name AS league_name, m.round_id, m.place, m.is_grand_final, m.is_semi_final,
					m.is_consolation, m.home_team_id, m.away_team_id
				FROM league_matches m JOIN leagues l ON l.id = m.league_id AND l.deleted_at IS NULL AND NOT l.is_mock
				WHERE m.season_id = $1
				UNION ALL
				SELECT NULL, '', round_id, place, false, false, false, home_team_id, away_team_id
				FROM cup_matches WHERE season_id = $1
			) m
			JOIN (SELECT id FROM teams WHERE season_id = $1 AND user_id = $2
				UNION SELECT team_id FROM league_members WHERE user_id = $2) t ON t.id IN (m.home_team_id, m.away_team_id)
			-- The opponent is the one of the two teams that is not t.
			JOIN teams o ON o.id = m.home_team_id + m.away_team_id - t.id
			LEFT JOIN league_members n ON n.league_id = o.league_id AND n.team_id = o.id
			LEFT JOIN users u ON u.id = coalesce(o.user_id, n.user_id)
			ORDER BY m.round_id, m.league_id NULLS LAST, m.place`,
		values: [seasonId, userId],
	});
	return rows;
}
