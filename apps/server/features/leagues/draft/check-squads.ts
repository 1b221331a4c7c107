import type { PlayerId, RoundId, TeamId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** A difference between the squads of a draft league and its log of moves. */
export interface SquadFinding {
	readonly teamId: TeamId;
	readonly playerId: PlayerId;
	readonly roundId: RoundId;
	readonly kind:
		| "broken-log"
		| "pick-without-move"
		| "move-without-change"
		| "not-owned"
		| "without-place"
		| "injured-not-owned";
}

export interface SquadCheck {
	/** Drafted teams. */
	readonly teams: number;
	/** By team, round and player. */
	readonly findings: readonly SquadFinding[];
}

/**
 * Compares the squads of the current season's drafted leagues with the log of moves: each move takes a player from the team that
 * had her, every pick of the draft is a move and each later move a part of a change, each line-up has only players who were the
 * team's in its round, and the last one has all of them but the player in the injured place.
 *
 * @param leagueId the only league to check
 */
export async function checkSquads(db: Db, leagueId?: number): Promise<SquadCheck> {
	const leagues = sql`
		SELECT l.id FROM leagues l JOIN drafts d ON d.league_id = l.id
		WHERE l.season_id = (SELECT id FROM seasons WHERE is_current) AND d.state = 'complete' AND NOT l.is_mock AND l.deleted_at IS NULL
			${leagueId === undefined ? sql`` : sql`AND l.id = ${leagueId}`}`;
	const findings = await listRows(db)<SquadFinding>`
		WITH moves AS MATERIALIZED (
			SELECT m.*, lag(m.to_team_id) OVER each AS owner, lead(m.round_id) OVER each AS until_round_id,
				lead(m.id) OVER each IS NULL AS is_last
			FROM player_moves m WHERE m.league_id IN (${leagues}) WINDOW each AS (PARTITION BY m.league_id, m.player_id ORDER BY m.id)),
		placed AS MATERIALIZED (
			SELECT t.id AS team_id, t.league_id, l.round_id, player_id,
				l.round_id = max(l.round_id) OVER (PARTITION BY t.id) AS is_latest
			FROM teams t JOIN lineups l ON l.team_id = t.id CROSS JOIN unnest(l.slots) AS player_id
			WHERE t.league_id IN (${leagues}) AND player_id > 0)
		SELECT coalesce(to_team_id, from_team_id) AS "teamId", player_id AS "playerId", round_id AS "roundId", 'broken-log' AS kind
		FROM moves WHERE from_team_id IS DISTINCT FROM owner
		UNION ALL
		SELECT p.team_id, p.player_id, 0, 'pick-without-move' FROM draft_picks p
		WHERE p.league_id IN (${leagues}) AND NOT EXISTS (SELECT FROM moves m WHERE m.league_id = p.league_id
			AND m.player_id = p.player_id AND m.kind IN ('drafted', 'kept') AND m.to_team_id = p.team_id)
		UNION ALL
		SELECT coalesce(to_team_id, from_team_id), player_id, round_id, 'move-without-change' FROM moves
		WHERE change_id IS NULL AND kind NOT IN ('drafted', 'reset', 'kept', 'delisted')
		UNION ALL
		SELECT s.team_id, s.injured_player_id, 0, 'injured-not-owned' FROM draft_seats s
		WHERE s.league_id IN (${leagues}) AND s.injured_player_id IS NOT NULL AND NOT EXISTS (SELECT FROM moves m
			WHERE m.league_id = s.league_id AND m.player_id = s.injured_player_id AND m.is_last AND m.to_team_id = s.team_id)
		UNION ALL
		SELECT p.team_id, p.player_id, p.round_id, 'not-owned' FROM placed p
		WHERE NOT EXISTS (SELECT FROM moves m WHERE m.league_id = p.league_id AND m.player_id = p.player_id
			AND m.to_team_id = p.team_id AND m.round_id <= p.round_id AND (m.is_last OR m.until_round_id > p.round_id))
		UNION ALL
		SELECT m.to_team_id, m.player_id, m.round_id, 'without-place' FROM moves m
		WHERE m.is_last AND m.to_team_id IS NOT NULL AND NOT EXISTS (
			SELECT FROM placed p WHERE p.team_id = m.to_team_id AND p.player_id = m.player_id AND p.is_latest)
			AND NOT EXISTS (SELECT FROM draft_seats s WHERE s.team_id = m.to_team_id AND s.injured_player_id = m.player_id)
		ORDER BY 1, 3, 2`;
	const row = await findRow(db)<{ teams: number }>`
		SELECT count(*)::int AS teams FROM teams WHERE league_id IN (${leagues})`;
	return { teams: row?.teams ?? 0, findings };
}
