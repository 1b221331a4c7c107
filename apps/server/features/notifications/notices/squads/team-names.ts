/** SQL: all teams with their names; empty for a team without a name whose manager is not active. */
export const TEAM_NAMES = `SELECT t.id, t.league_id, coalesce(t.name, u.team_name, '') AS name FROM teams t
	LEFT JOIN league_members m ON m.league_id = t.league_id AND m.team_id = t.id LEFT JOIN users u ON u.id = m.user_id AND u.is_active`;
