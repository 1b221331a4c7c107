import type { User } from "@first-bounce/contract/accounts/user";
import type { OfficialLeagueKind } from "@first-bounce/contract/leagues/official-leagues";
import type { UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

export interface OfficialMembership {
	readonly squadId: number | null;
	readonly state: User["state"];
	readonly joined: readonly OfficialLeagueKind[];
}

/** Gets a user's club and state, and the official leagues that she has joined in a season. */
export async function getOfficialMembership(pool: Pool, seasonId: number, userId: UserId): Promise<OfficialMembership> {
	const { rows } = await pool.query<OfficialMembership>(
		`SELECT u.supported_squad_id AS "squadId", u.state,
			array(SELECT kind FROM official_league_members WHERE user_id = $1 AND season_id = $2) AS joined
		FROM users u WHERE u.id = $1`,
		[userId, seasonId],
	);
	return rows[0] ?? { squadId: null, state: null, joined: [] };
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
