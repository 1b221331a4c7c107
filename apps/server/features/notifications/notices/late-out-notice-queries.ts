import type { PlayerId } from "@first-bounce/rules/ids";
import type { Pool, PoolClient } from "pg";
import type { RoundKey } from "../../../db/tables/tables.ts";
import { CREATE_DELIVERIES, HAS_SUBSCRIPTION } from "./queries.ts";

/** Claims the players who were ruled out, in the caller's transaction, so that only one process creates notices of them. */
export async function claimPlayerOuts(
	client: PoolClient,
	seasonId: number,
): Promise<readonly { readonly id: string; readonly playerId: PlayerId }[]> {
	const { rows } = await client.query<{ id: string; playerId: PlayerId }>(
		`UPDATE player_outs SET is_notified = true WHERE id IN (
			SELECT id FROM player_outs WHERE season_id = $1 AND NOT is_notified ORDER BY id FOR UPDATE SKIP LOCKED)
		RETURNING id, player_id AS "playerId"`,
		[seasonId],
	);
	return rows;
}

/** SQL: which notices are about the classic team, and which about the team in the draft league `g`. */
const OF_CLASSIC_TEAM = "n.subject NOT LIKE '%:%'";
const OF_DRAFT_TEAM = "split_part(n.subject, ':', 2) = g.id::text";

/** SQL: whether the manager has a late-out notice of a team in the round. */
const hasLateOut = (ofTeam: string, condition = "true") =>
	`EXISTS (SELECT FROM notices n WHERE n.user_id = np.user_id AND n.season_id = $2 AND n.round_id = $3
		AND n.kind = 'late-out' AND ${ofTeam} AND ${condition})`;

/** SQL: whether a notice names the player `p`, and was not dropped because she was named again before it was sent. */
const NAMES_PLAYER = `p.id = ANY (n.player_ids) AND EXISTS (SELECT FROM notice_deliveries d
	WHERE d.notice_id = n.id AND d.outcome IS DISTINCT FROM 'late')`;

/**
 * Creates one late-out notice per manager with any of these players on the field or bench in the round. The utility counts
 * if the manager had a late-out notice in the round before, because she may be the replacement that it suggested. Skips
 * players that the manager was already notified about in the round or has left an instruction for.
 */
export const createLateOutNotices = (
	client: PoolClient,
	scope: RoundKey & { readonly wallNow: number },
	{ playerIds, subject }: { readonly playerIds: readonly PlayerId[]; readonly subject: string },
) =>
	client.query(
		`WITH created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, player_ids, created_at)
			SELECT np.user_id, 'late-out', $2, $3, $5, array_agg(p.id ORDER BY array_position(l.slots, p.id)), $1
			FROM notification_preferences np
			JOIN teams t ON t.season_id = $2 AND t.user_id = np.user_id
			JOIN LATERAL (SELECT slots FROM lineups WHERE team_id = t.id AND round_id <= $3 ORDER BY round_id DESC LIMIT 1) l
				ON l.slots && $4
			-- The last slot is the utility, who never scores.
			JOIN unnest($4::int[]) AS p (id) ON p.id = ANY (trim_array(l.slots, 1)) OR p.id = l.slots[cardinality(l.slots)]
				AND ${hasLateOut(OF_CLASSIC_TEAM)}
			WHERE np.late_outs AND ${HAS_SUBSCRIPTION} AND NOT EXISTS (SELECT FROM team_instructions i
				WHERE i.team_id = t.id AND i.round_id = $3 AND i.player_id = p.id AND i.minimum_score IS NULL)
			AND NOT ${hasLateOut(OF_CLASSIC_TEAM, NAMES_PLAYER)}
			GROUP BY np.user_id ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(scope.wallNow), scope.seasonId, scope.roundId, playerIds, subject],
	);

/**
 * Creates one late-out notice per draft team whose manager has any of these players in it in the round; a utility counts if it
 * scores, and otherwise as in the classic game. Skips players that the manager was already notified about in this league and round.
 */
export const createDraftLateOutNotices = (
	client: PoolClient,
	scope: RoundKey & { readonly wallNow: number },
	{ playerIds, subject }: { readonly playerIds: readonly PlayerId[]; readonly subject: string },
) =>
	client.query(
		`WITH created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, player_ids, created_at)
			SELECT np.user_id, 'late-out', $2, $3, $5 || ':' || g.id, array_agg(p.id ORDER BY array_position(l.slots, p.id)), $1
			FROM notification_preferences np
			JOIN league_members m ON m.user_id = np.user_id
			JOIN leagues g ON g.id = m.league_id AND g.season_id = $2 AND g.class = 'draft' AND g.start_id <= $3
				AND NOT g.is_mock AND g.deleted_at IS NULL
			JOIN drafts d ON d.league_id = g.id
			JOIN LATERAL (SELECT slots FROM lineups WHERE team_id = m.team_id AND round_id <= $3
				ORDER BY round_id DESC LIMIT 1) l ON l.slots && $4
			-- The last slot is the utility.
			JOIN unnest($4::int[]) AS p (id) ON p.id = ANY (CASE
				WHEN (d.squad ->> 'utilityScores')::bool OR ${hasLateOut(OF_DRAFT_TEAM)} THEN l.slots
				ELSE trim_array(l.slots, 1) END)
			WHERE np.late_outs AND ${HAS_SUBSCRIPTION} AND NOT ${hasLateOut(OF_DRAFT_TEAM, NAMES_PLAYER)}
			GROUP BY np.user_id, g.id ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(scope.wallNow), scope.seasonId, scope.roundId, playerIds, subject],
	);

/** Creates a notice of every instruction that has run, for managers who want late-out notices. Idempotent. */
export const createInstructionNotices = (pool: Pool, scope: { readonly wallNow: number; readonly seasonId: number }) =>
	pool.query(
		`WITH ran AS (UPDATE team_instructions SET is_notified = true
			WHERE season_id = $2 AND state <> 'waiting' AND NOT is_notified RETURNING id, team_id, round_id, player_id),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, player_ids, created_at)
			SELECT np.user_id, 'instruction', $2, r.round_id, r.id::text, ARRAY[r.player_id], $1
			FROM ran r JOIN teams t ON t.id = r.team_id JOIN notification_preferences np ON np.user_id = t.user_id
			WHERE np.late_outs AND ${HAS_SUBSCRIPTION}
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(scope.wallNow), scope.seasonId],
	);
