import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

/** One team's line of a complete round's standings. */
export interface PastStanding {
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
