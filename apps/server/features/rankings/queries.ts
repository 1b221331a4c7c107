import type { SuccessOf } from "@first-bounce/contract/call";
import type { showTeamRank } from "@first-bounce/contract/team/team";
import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

export type TeamRank = SuccessOf<typeof showTeamRank>;

/** Finds the season of a team; null if there is no such team. */
export async function findTeamSeasonId(pool: Pool, teamId: TeamId): Promise<number | null> {
	const { rows } = await pool.query<{ season_id: number }>({
		name: "season-of-team",
		text: "SELECT season_id FROM teams WHERE id = $1",
		values: [teamId],
	});
	return rows[0]?.season_id ?? null;
}

/** Finds a team's ranks at the end of a round; null if it had not started yet. */
export async function findPastRank(pool: Pool, teamId: TeamId, roundId: RoundId): Promise<TeamRank | null> {
	const { rows } = await pool.query<TeamRank>({
		name: "past-rank",
		text: `SELECT overall_rank AS "overallRank", round_rank AS "roundRank", points AS "roundPoints",
				total_points AS "overallPoints"
			FROM standings WHERE team_id = $1 AND round_id = $2`,
		values: [teamId, roundId],
	});
	return rows[0] ?? null;
}
