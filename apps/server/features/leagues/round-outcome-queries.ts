import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { listRows } from "../../db/rows.ts";
import { HAS_MEDIAN_GAME } from "../../db/tables/leagues.ts";
import type { Db } from "../../db/tables/tables.ts";
import { AVERAGE_TEAM } from "./head-to-head/match-up-queries.ts";

export interface RoundMatchUp {
	readonly leagueId: number;
	readonly homeTeamId: TeamId;
	readonly awayTeamId: TeamId;
	readonly isGrandFinal: boolean;
	readonly isSemiFinal: boolean;
	readonly isConsolation: boolean;
	/** Whether each of the two also plays against the league's median. */
	readonly hasMedian: boolean;
	/** In the league's first match-up, the team that plays against its average; otherwise null. */
	readonly byeTeamId: TeamId | null;
	readonly byePoints: Points | null;
	/** Null until the round is published. */
	readonly homePoints: Points | null;
	readonly awayPoints: Points | null;
}

/** Lists the match-ups of a round, without byes and those of deleted leagues. */
export const listRoundMatchUps = (db: Db, seasonId: number, roundId: RoundId): Promise<readonly RoundMatchUp[]> =>
	listRows(db)<RoundMatchUp>`
		SELECT m.league_id AS "leagueId", m.home_team_id AS "homeTeamId", m.away_team_id AS "awayTeamId",
			m.is_grand_final AS "isGrandFinal", m.is_semi_final AS "isSemiFinal", m.is_consolation AS "isConsolation",
			${sql.raw(HAS_MEDIAN_GAME)} AS "hasMedian",
			m.home_points AS "homePoints", m.away_points AS "awayPoints", b.team_id AS "byeTeamId", b.points AS "byePoints"
		FROM league_matches AS m JOIN leagues AS l ON l.id = m.league_id AND l.deleted_at IS NULL
			LEFT JOIN LATERAL (${AVERAGE_TEAM}) AS b ON true
		WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId}`;
