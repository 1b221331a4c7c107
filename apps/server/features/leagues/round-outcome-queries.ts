import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";

export interface RoundMatchUp {
	readonly leagueId: number;
	readonly homeTeamId: TeamId;
	readonly awayTeamId: TeamId;
	readonly isGrandFinal: boolean;
	readonly isSemiFinal: boolean;
	readonly isConsolation: boolean;
	/** Whether each of the two also plays against the league's median. */
	readonly hasMedian: boolean;
	readonly homePoints: number;
	readonly awayPoints: number;
}

/** Lists the played match-ups of a published round, without those of deleted leagues. */
export async function listRoundMatchUps(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<readonly RoundMatchUp[]> {
	const { rows } = await sql<RoundMatchUp>`
		SELECT m.league_id AS "leagueId", m.home_team_id AS "homeTeamId", m.away_team_id AS "awayTeamId",
			m.is_grand_final AS "isGrandFinal", m.is_semi_final AS "isSemiFinal", m.is_consolation AS "isConsolation",
			l.median_game AND NOT (m.is_grand_final OR m.is_semi_final OR m.is_consolation) AS "hasMedian",
			m.home_points AS "homePoints", m.away_points AS "awayPoints"
		FROM league_matches AS m JOIN leagues AS l ON l.id = m.league_id AND l.deleted_at IS NULL
		WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId} AND m.home_points IS NOT NULL`.execute(db);
	return rows;
}
