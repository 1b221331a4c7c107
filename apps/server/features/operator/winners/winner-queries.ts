import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

export type WinnerRow = Row<"winner_notes", "kind" | "subject"> & {
	readonly teamId: TeamId;
	readonly userId: UserId;
	/** Empty for a closed account. */
	readonly teamName: string;
	readonly fullName: string;
	/** Null for the cup. */
	readonly points: number | null;
};

/** SQL: the columns of the manager of team `t`, user `u`. */
const MANAGER_COLUMNS = sql`t.user_id AS "userId", CASE WHEN u.is_active THEN coalesce(u.team_name, '') ELSE '' END AS "teamName",
	CASE WHEN u.is_active THEN trim(u.first_name || ' ' || u.last_name) ELSE '' END AS "fullName"`;

/**
 * Lists the teams with the most points in each published round, or in one. Ranks have no ties, so winners are compared by
 * points.
 */
export const listRoundWinners = (db: Db, seasonId: number, roundId: RoundId | null = null) =>
	listRows(db)<WinnerRow>`
		SELECT 'round' AS kind, s.round_id::text AS subject, s.team_id AS "teamId", ${MANAGER_COLUMNS}, s.points
		FROM standings AS top
		JOIN standings AS s ON s.season_id = top.season_id AND s.round_id = top.round_id AND s.points = top.points
		JOIN teams AS t ON t.id = s.team_id JOIN users AS u ON u.id = t.user_id
		WHERE top.season_id = ${seasonId} AND top.round_rank = 1
			AND (${roundId}::int IS NULL OR top.round_id = ${roundId})
		ORDER BY s.round_id, s.team_id`;

/** Lists the winners overall, of each club and of each state; none before every round is published. */
export const listSeasonWinners = (db: Db, seasonId: number) =>
	listRows(db)<WinnerRow>`
		WITH final_standings AS (
			SELECT s.team_id, s.total_points, u.supported_squad_id::text AS club, u.state
			FROM standings AS s JOIN teams AS t ON t.id = s.team_id JOIN users AS u ON u.id = t.user_id
			WHERE s.season_id = ${seasonId}
				AND s.round_id = (SELECT max(round_id) FROM standings WHERE season_id = ${seasonId})
				AND NOT EXISTS (
					SELECT FROM rounds AS r JOIN seasons AS e ON e.id = r.season_id
					WHERE r.season_id = ${seasonId} AND r.status <> 'complete' AND r.id <= (e.rules ->> 'lastRound')::int)
		), best AS (
			SELECT 'overall' AS kind, '' AS subject, team_id, total_points, 1 AS place,
				rank() OVER (ORDER BY total_points DESC) FROM final_standings
			UNION ALL SELECT 'club', club, team_id, total_points, 2,
				rank() OVER (PARTITION BY club ORDER BY total_points DESC) FROM final_standings WHERE club IS NOT NULL
			UNION ALL SELECT 'state', state, team_id, total_points, 3,
				rank() OVER (PARTITION BY state ORDER BY total_points DESC) FROM final_standings WHERE state IS NOT NULL
		)
		SELECT best.kind, best.subject, best.team_id AS "teamId", ${MANAGER_COLUMNS}, best.total_points AS points
		FROM best JOIN teams AS t ON t.id = best.team_id JOIN users AS u ON u.id = t.user_id
		WHERE rank = 1 ORDER BY place, best.subject, best.team_id`;

/** Lists the winner of a season's cup; none until its final, the only match of its round, is decided. */
export const listCupWinners = (db: Db, seasonId: number) =>
	listRows(db)<WinnerRow>`
		SELECT 'cup' AS kind, '' AS subject, t.id AS "teamId", ${MANAGER_COLUMNS}, NULL::int AS points
		FROM cup_matches AS m JOIN teams AS t ON t.id = m.winner_team_id JOIN users AS u ON u.id = t.user_id
		WHERE m.season_id = ${seasonId} AND m.is_decided
			AND m.round_id = (SELECT max(round_id) FROM cup_matches WHERE season_id = ${seasonId})
			AND NOT EXISTS (
				SELECT FROM cup_matches AS o WHERE o.season_id = m.season_id AND o.round_id = m.round_id AND o.place > 0)
	`;
