import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { listRows } from "../../../db/rows.ts";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";

export type CupOutcome = "through" | "out" | "won";

/** A team's outcome in a published cup round; null if it did not play. The final has no pairing after place 0. */
export async function findCupOutcome(
	pool: Pool,
	{ seasonId, roundId }: RoundKey,
	teamId: TeamId,
): Promise<CupOutcome | null> {
	const { rows } = await pool.query<{ outcome: CupOutcome }>(
		`SELECT CASE WHEN m.winner_team_id IS DISTINCT FROM $3 THEN 'out'
			WHEN NOT EXISTS (SELECT FROM cup_matches o WHERE o.season_id = $1 AND o.round_id = $2 AND o.place > 0) THEN 'won'
			ELSE 'through' END AS outcome
		FROM cup_matches m
		WHERE m.season_id = $1 AND m.round_id = $2 AND m.is_decided AND $3 IN (m.home_team_id, m.away_team_id)
		UNION ALL
		SELECT CASE WHEN EXISTS (SELECT FROM cup_matches m WHERE m.season_id = $1 AND $3 IN (m.home_team_id, m.away_team_id))
			THEN 'through' ELSE 'out' END
		FROM cups c JOIN cup_entries e ON e.season_id = c.season_id AND e.team_id = $3
		WHERE c.season_id = $1 AND c.start_id = $2 AND c.qualifiers IS NOT NULL
			AND (e.is_drawn OR c.moment IS NULL) AND EXISTS (SELECT FROM cup_matches m WHERE m.season_id = $1)`,
		[seasonId, roundId, teamId],
	);
	return rows[0]?.outcome ?? null;
}

export interface TeamCupOutcome {
	readonly teamId: TeamId;
	/** Whether the team won its pairing or, in the qualifying round, a place in the draw. */
	readonly isThrough: boolean;
}

/** Lists the outcomes of all teams of the cup in a published round, as `findCupOutcome` does for one. */
export const listCupOutcomes = (db: Db, seasonId: number, roundId: RoundId): Promise<readonly TeamCupOutcome[]> =>
	listRows(db)<TeamCupOutcome>`
		SELECT t.team_id AS "teamId", m.winner_team_id IS NOT DISTINCT FROM t.team_id AS "isThrough"
		FROM cup_matches AS m CROSS JOIN LATERAL (VALUES (m.home_team_id), (m.away_team_id)) AS t (team_id)
		WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId} AND m.is_decided AND t.team_id IS NOT NULL
		UNION ALL
		SELECT e.team_id, EXISTS (SELECT FROM cup_matches AS m WHERE m.season_id = e.season_id
			AND e.team_id IN (m.home_team_id, m.away_team_id))
		FROM cups AS c JOIN cup_entries AS e ON e.season_id = c.season_id
		WHERE c.season_id = ${seasonId} AND c.start_id = ${roundId} AND c.qualifiers IS NOT NULL
			AND (e.is_drawn OR c.moment IS NULL)
			AND EXISTS (SELECT FROM cup_matches AS m WHERE m.season_id = c.season_id)`;
