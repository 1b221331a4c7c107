import type { Dollars, Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { TeamOwner } from "./team-directory.ts";

interface OwnerRow {
	readonly team_id: TeamId;
	readonly user_id: UserId;
	readonly first_name: string;
	readonly last_name: string;
	readonly team_name: string | null;
	readonly is_active: boolean;
	readonly avatar_version: number;
	readonly supported_squad_id: number | null;
	readonly start_round_id: RoundId | null;
	/** Her latest line-up that is locked whole; null before the first. */
	readonly slots: readonly number[] | null;
}

const OWNERS = {
	name: "team-owners",
	text: `SELECT t.id AS team_id, u.id AS user_id, u.first_name, u.last_name, u.team_name, u.is_active, u.avatar_version,
			u.supported_squad_id, t.start_round_id,
			(SELECT slots FROM lineups l WHERE l.team_id = t.id AND l.round_id <= $2 ORDER BY l.round_id DESC LIMIT 1) AS slots
		FROM teams t JOIN users u ON u.id = t.user_id
		WHERE t.id = ANY($1::int[])`,
};

/** The owners of a few teams, as the database has them now. */
export async function teamOwners(
	pool: Pool,
	teamIds: readonly TeamId[],
	lockedRound: RoundId,
	costOf: (playerId: number) => Dollars,
): Promise<ReadonlyMap<TeamId, TeamOwner>> {
	const { rows } = await pool.query<OwnerRow>({ ...OWNERS, values: [teamIds, lockedRound] });
	return new Map(
		rows.map((row) => [
			row.team_id,
			{
				userId: row.user_id,
				fullName: row.is_active ? `${row.first_name} ${row.last_name.slice(0, 1)}.` : "",
				teamName: row.is_active ? (row.team_name ?? "") : "",
				avatarVersion: row.is_active ? row.avatar_version : 0,
				supportedSquadId: row.supported_squad_id,
				startRoundId: row.start_round_id,
				value: (row.slots ?? []).reduce((sum, id) => sum + costOf(id), 0),
			},
		]),
	);
}

/** The season a team is of; null for an id that is no team's. */
export async function teamSeason(pool: Pool, teamId: TeamId): Promise<number | null> {
	const { rows } = await pool.query<{ season_id: number }>({
		name: "season-of-team",
		text: "SELECT season_id FROM teams WHERE id = $1",
		values: [teamId],
	});
	return rows[0]?.season_id ?? null;
}

/** One team's line of a complete round's standings. */
interface PastStanding {
	readonly overall_rank: number;
	readonly round_rank: number;
	readonly points: Points;
	readonly total_points: Points;
}

/** Null where the team has none: it had not entered yet. */
export async function pastStanding(pool: Pool, teamId: TeamId, roundId: RoundId): Promise<PastStanding | null> {
	const { rows } = await pool.query<PastStanding>({
		name: "past-standing",
		text: "SELECT overall_rank, round_rank, points, total_points FROM standings WHERE team_id = $1 AND round_id = $2",
		values: [teamId, roundId],
	});
	return rows[0] ?? null;
}
