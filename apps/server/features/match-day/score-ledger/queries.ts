import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { Pool } from "pg";
import type { OptionalRow, Row } from "../../../db/tables/tables.ts";
import type { StatRow } from "../../seasons/current/stat-line.ts";

type TeamRow = Row<"users", "team_name" | "is_active"> &
	Row<"teams", "league_id"> &
	OptionalRow<"drafts", "squad" | "captain_doubled"> & {
		/** 0 for a draft team that nobody manages. */
		readonly user_id: UserId;
		/** Published points in the round; null before publication. */
		readonly published: number | null;
	};

/** The line-up that counts in the round. */
type LineupRow = Row<"lineups", "slots" | "captain_id" | "vice_captain_id" | "emergency">;

/** The line-up is null if the team did not take part. */
export type LedgerTeam = TeamRow & (LineupRow | { readonly [column in keyof LineupRow]: null });

/** Finds a team of the season with its line-up in a round, and for a draft team how its league scores. */
export async function findLedgerTeam(pool: Pool, seasonId: number, roundId: RoundId, teamId: TeamId) {
	const { rows } = await pool.query<LedgerTeam>(
		`SELECT coalesce(u.id, 0) AS user_id, coalesce(t.name, u.team_name) AS team_name,
				coalesce(u.is_active, true) AS is_active, t.league_id, d.squad, d.captain_doubled,
				l.slots, l.captain_id, l.vice_captain_id, l.emergency, s.points AS published
			FROM teams AS t LEFT JOIN drafts AS d ON d.league_id = t.league_id LEFT JOIN leagues AS g ON g.id = t.league_id
			LEFT JOIN league_members AS m ON m.league_id = t.league_id AND m.team_id = t.id
			LEFT JOIN users AS u ON u.id = coalesce(t.user_id, m.user_id)
			LEFT JOIN LATERAL (SELECT * FROM lineups WHERE team_id = t.id AND round_id <= $2
					AND coalesce(t.start_round_id, g.start_id) <= $2
				ORDER BY round_id DESC LIMIT 1) AS l ON true
			LEFT JOIN standings AS s ON s.season_id = $1 AND s.round_id = $2 AND s.team_id = t.id
			WHERE t.season_id = $1 AND t.id = $3`,
		[seasonId, roundId, teamId],
	);
	return rows[0];
}

export type LedgerLine = StatRow & {
	readonly corrected_at: Date | null;
	readonly correction_reason: string | null;
	readonly corrected_before: Partial<StatLine> | null;
};

/** Lists the stat lines of players in a round's matches, with operators' corrections. */
export async function listLedgerLines(
	pool: Pool,
	seasonId: number,
	matchIds: readonly number[],
	playerIds: readonly PlayerId[],
): Promise<readonly LedgerLine[]> {
	const { rows } = await pool.query<LedgerLine>(
		`SELECT l.*, c.at AS corrected_at, c.reason AS correction_reason, c.before AS corrected_before
			FROM stat_lines AS l LEFT JOIN stat_corrections AS c USING (season_id, match_id, player_id)
			WHERE l.season_id = $1 AND l.match_id = ANY ($2::int[]) AND l.player_id = ANY ($3::int[])`,
		[seasonId, matchIds, playerIds],
	);
	return rows;
}
