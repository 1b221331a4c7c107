import type { RoundId, TeamId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** A draft team whose picks or line-up contradict the log of who owns whom. */
export interface SquadFinding {
	readonly teamId: TeamId;
	readonly roundId: RoundId;
	readonly what: string;
}

const NOT_OWNED = "whom the log of moves does not give to the team";

/** Compares the picks and line-ups of complete drafts with the log of who owns whom. */
export async function checkSquads(
	db: Kysely<Tables>,
	seasonId: number,
): Promise<{ readonly teams: number; readonly findings: readonly SquadFinding[] }> {
	const { rows: findings } = await sql<SquadFinding>`
		SELECT p.team_id AS "teamId", l.start_id AS "roundId",
			format('pick %s took player %s, %s', p.overall, p.player_id, ${NOT_OWNED}::text) AS what
		FROM leagues l JOIN drafts d ON d.league_id = l.id JOIN draft_picks p ON p.league_id = l.id
		WHERE l.season_id = ${seasonId} AND d.state = 'complete' AND p.player_id IS NOT NULL
			AND p.team_id IS DISTINCT FROM (SELECT m.to_team_id FROM player_moves m
				WHERE m.league_id = l.id AND m.player_id = p.player_id AND m.kind = 'drafted' ORDER BY m.id DESC LIMIT 1)
		UNION ALL
		SELECT x.team_id, x.round_id, format('the line-up has player %s, %s', slot.id, ${NOT_OWNED}::text)
		FROM teams t JOIN drafts d ON d.league_id = t.league_id JOIN lineups x ON x.team_id = t.id
			CROSS JOIN unnest(x.slots) AS slot (id)
		WHERE t.season_id = ${seasonId} AND d.state = 'complete' AND slot.id IS NOT NULL
			AND t.id IS DISTINCT FROM (SELECT m.to_team_id FROM player_moves m
				WHERE m.league_id = t.league_id AND m.player_id = slot.id AND m.round_id <= x.round_id
				ORDER BY m.id DESC LIMIT 1)
		ORDER BY 1, 2, 3`.execute(db);
	const { rows } = await sql<{ teams: number }>`
		SELECT count(*)::int AS teams FROM teams t JOIN drafts d ON d.league_id = t.league_id
		WHERE t.season_id = ${seasonId} AND d.state = 'complete'`.execute(db);
	return { teams: rows[0]?.teams ?? 0, findings };
}
