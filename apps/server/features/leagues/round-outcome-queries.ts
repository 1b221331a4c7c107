import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import { HAS_MEDIAN_GAME } from "../../db/tables/leagues.ts";
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
	/** Null until the round is published. */
	readonly homePoints: Points | null;
	readonly awayPoints: Points | null;
}

/** Lists the match-ups of a round, without byes and those of deleted leagues. */
export async function listRoundMatchUps(
	db: Kysely<Tables>,
	seasonId: number,
	roundId: RoundId,
): Promise<readonly RoundMatchUp[]> {
	const { rows } = await sql<RoundMatchUp>`
		SELECT m.league_id AS "leagueId", m.home_team_id AS "homeTeamId", m.away_team_id AS "awayTeamId",
			m.is_grand_final AS "isGrandFinal", m.is_semi_final AS "isSemiFinal", m.is_consolation AS "isConsolation",
			${sql.raw(HAS_MEDIAN_GAME)} AS "hasMedian",
			m.home_points AS "homePoints", m.away_points AS "awayPoints"
		FROM league_matches AS m JOIN leagues AS l ON l.id = m.league_id AND l.deleted_at IS NULL
		WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId}`.execute(db);
	return rows;
}
