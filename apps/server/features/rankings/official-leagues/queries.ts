import type { User } from "@first-bounce/contract/accounts/user";
import type { OfficialLeagueKind } from "@first-bounce/contract/leagues/official-leagues";
import type { Points, RoundId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

export interface OfficialMembership {
	readonly squadId: number | null;
	readonly state: User["state"];
	readonly joined: readonly OfficialLeagueKind[];
}

export async function getOfficialMembership(pool: Pool, seasonId: number, userId: UserId): Promise<OfficialMembership> {
	const { rows } = await pool.query<OfficialMembership>(
		`SELECT u.supported_squad_id AS "squadId", u.state,
			array(SELECT kind FROM official_league_members WHERE user_id = $1 AND season_id = $2) AS joined
		FROM users u WHERE u.id = $1`,
		[userId, seasonId],
	);
	return rows[0] ?? { squadId: null, state: null, joined: [] };
}

interface SeasonBefore {
	readonly id: number;
	readonly name: string;
	readonly lastRound: RoundId;
	/** How many teams of its final rankings scored. */
	readonly teams: number;
}

/** Finds the closed season before a season; a demo only if the season is a demo itself. */
export async function findSeasonBefore(pool: Pool, seasonId: number): Promise<SeasonBefore | undefined> {
	const { rows } = await pool.query<SeasonBefore>(
		`SELECT p.id, p.name, (p.rules ->> 'lastRound')::int AS "lastRound",
			(SELECT count(*)::int FROM standings AS s
				WHERE s.season_id = p.id AND s.round_id = (p.rules ->> 'lastRound')::int AND s.total_points > 0) AS teams
		FROM seasons AS p JOIN seasons AS c ON c.id = $1
		WHERE p.id < c.id AND p.status = 'closed' AND (c.is_demo OR NOT p.is_demo)
		ORDER BY p.id DESC LIMIT 1`,
		[seasonId],
	);
	return rows[0];
}

/** Lists the managers in the first places of a closed season, and those with as many points as the last of them, best first. */
export async function listFinalStandings(pool: Pool, { id, lastRound }: SeasonBefore, places: number) {
	const { rows } = await pool.query<{ userId: UserId; rank: number; totalPoints: Points }>(
		`SELECT t.user_id AS "userId", s.overall_rank AS rank, s.total_points AS "totalPoints"
		FROM standings AS s JOIN teams AS t ON t.id = s.team_id
		WHERE s.season_id = $1 AND s.round_id = $2 AND s.total_points >= (
			SELECT total_points FROM standings WHERE season_id = $1 AND round_id = $2 AND overall_rank = $3)
		ORDER BY s.overall_rank`,
		[id, lastRound, places],
	);
	return rows;
}

export const insertOfficialMember = (pool: Pool, seasonId: number, userId: UserId, kind: OfficialLeagueKind) =>
	pool.query(
		"INSERT INTO official_league_members (season_id, user_id, kind) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		[seasonId, userId, kind],
	);

export const deleteOfficialMember = (pool: Pool, seasonId: number, userId: UserId, kind: OfficialLeagueKind) =>
	pool.query("DELETE FROM official_league_members WHERE season_id = $1 AND user_id = $2 AND kind = $3", [
		seasonId,
		userId,
		kind,
	]);
