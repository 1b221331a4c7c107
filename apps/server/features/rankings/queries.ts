import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

/** Whose team it is, and what it is worth today is made of. */
export interface TeamOwner {
	readonly team_id: TeamId;
	readonly user_id: UserId;
	readonly first_name: string;
	readonly last_name: string;
	readonly team_name: string | null;
	readonly is_active: boolean;
	readonly avatar_version: number;
	readonly supported_squad_id: number | null;
	readonly start_round_id: RoundId | null;
	/** Her latest line-up; null before the first. */
	readonly slots: readonly number[] | null;
}

const OWNERS = {
	name: "team-owners",
	text: `SELECT t.id AS team_id, u.id AS user_id, u.first_name, u.last_name, u.team_name, u.is_active, u.avatar_version,
			u.supported_squad_id, t.start_round_id,
			(SELECT slots FROM lineups l WHERE l.team_id = t.id ORDER BY l.round_id DESC LIMIT 1) AS slots
		FROM teams t JOIN users u ON u.id = t.user_id
		WHERE t.id = ANY($1::int[])`,
};

export async function teamOwners(pool: Pool, teamIds: readonly TeamId[]): Promise<ReadonlyMap<TeamId, TeamOwner>> {
	const { rows } = await pool.query<TeamOwner>({ ...OWNERS, values: [teamIds] });
	return new Map(rows.map((row) => [row.team_id, row]));
}

/** The season's team of a user; null for one who has none. */
export async function teamIdOf(pool: Pool, seasonId: number, userId: UserId): Promise<TeamId | null> {
	const { rows } = await pool.query<{ id: TeamId }>({
		name: "team-id-of-user",
		text: "SELECT id FROM teams WHERE season_id = $1 AND user_id = $2",
		values: [seasonId, userId],
	});
	return rows[0]?.id ?? null;
}

/** The season a team is of; null for an id that is no team's. */
export async function teamSeason(pool: Pool, teamId: TeamId): Promise<number | null> {
	const { rows } = await pool.query<{ season_id: number }>("SELECT season_id FROM teams WHERE id = $1", [teamId]);
	return rows[0]?.season_id ?? null;
}
