import type { UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { CREATE_DELIVERIES, HAS_SUBSCRIPTION } from "./queries.ts";

/** A member who wants every message gets at most one notice per league in this time, apart from mentions and replies. */
const LEAGUE_NOTICE_INTERVAL_MINUTES = 15;

/**
 * Creates notices of new league messages for the members who want them: of mentions, of replies, or of the newest message
 * in a league. A pinned message also reaches those who want none. Members who have read the message get no notice. Safe to
 * run in several processes.
 */
export const createMessageNotices = (pool: Pool, wallNow: number) =>
	pool.query(
		`WITH fresh AS (UPDATE league_messages SET is_notified = true WHERE id IN (
				SELECT id FROM league_messages WHERE NOT is_notified ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
			RETURNING id, league_id, user_id, mentions, reply_to, hidden_at, is_pinned),
		wanted AS (
			SELECT np.user_id, f.league_id, f.id,
				f.is_pinned OR np.user_id = ANY (f.mentions)
					OR (np.league_messages <> 'mentions' AND p.user_id IS NOT DISTINCT FROM np.user_id) AS is_personal
			FROM fresh f JOIN league_members m ON m.league_id = f.league_id
				JOIN notification_preferences np ON np.user_id = m.user_id
				LEFT JOIN league_messages p ON p.id = f.reply_to
				LEFT JOIN league_conversation_members s ON s.league_id = m.league_id AND s.user_id = m.user_id
			WHERE f.hidden_at IS NULL AND f.user_id IS DISTINCT FROM np.user_id AND coalesce(s.read_id, 0) < f.id
				AND ${HAS_SUBSCRIPTION}
				AND (f.is_pinned OR np.league_messages = 'all'
					OR (np.league_messages <> 'none' AND np.user_id = ANY (f.mentions))
					OR (np.league_messages = 'replies' AND p.user_id = np.user_id))),
		chosen AS (
			SELECT user_id, league_id, id FROM wanted WHERE is_personal
			UNION
			SELECT w.user_id, w.league_id, max(w.id) FROM wanted w WHERE NOT EXISTS (
				SELECT FROM notices n WHERE n.user_id = w.user_id AND n.kind = 'message'
					AND n.subject LIKE w.league_id || ':%' AND n.created_at > $1::timestamptz - $2 * interval '1 minute')
			GROUP BY w.user_id, w.league_id HAVING NOT bool_or(w.is_personal)),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT c.user_id, 'message', l.season_id, 0, c.league_id || ':' || c.id, $1
			FROM chosen c JOIN leagues l ON l.id = c.league_id
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(wallNow), LEAGUE_NOTICE_INTERVAL_MINUTES],
	);

export interface NoticeMessage {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly text: string;
	readonly teamName: string;
	readonly isPinned: boolean;
	readonly isMention: boolean;
	readonly isReply: boolean;
	/** The active members that the text mentions. */
	readonly mentionedMembers: readonly { readonly userId: UserId; readonly teamName: string }[] | null;
}

/**
 * Finds the message of a notice; null if it was removed, its author is deactivated, or the user has read or reported it or
 * left.
 */
export async function findNoticeMessage(
	pool: Pool,
	{ userId, subject }: { readonly userId: UserId; readonly subject: string },
): Promise<NoticeMessage | null> {
	const { rows } = await pool.query<NoticeMessage>(
		`SELECT l.id AS "leagueId", l.name AS "leagueName", t.text, coalesce(u.team_name, '') AS "teamName",
			t.is_pinned AS "isPinned", $1 = ANY (t.mentions) AS "isMention", coalesce(p.user_id = $1, false) AS "isReply",
			(SELECT json_agg(json_build_object('userId', n.id, 'teamName', coalesce(n.team_name, ''))) FROM users n
				WHERE n.id = ANY (t.mentions) AND n.is_active) AS "mentionedMembers"
		FROM league_messages t JOIN leagues l ON l.id = t.league_id AND l.deleted_at IS NULL
			JOIN league_members m ON m.league_id = t.league_id AND m.user_id = $1
			JOIN users u ON u.id = t.user_id AND u.is_active
			LEFT JOIN league_messages p ON p.id = t.reply_to
			LEFT JOIN league_conversation_members s ON s.league_id = t.league_id AND s.user_id = $1
		WHERE t.id = split_part($2, ':', 2)::int AND t.hidden_at IS NULL AND coalesce(s.read_id, 0) < t.id
			AND NOT EXISTS (SELECT FROM league_message_reports r WHERE r.message_id = t.id AND r.user_id = $1)`,
		[userId, subject],
	);
	return rows[0] ?? null;
}

/** Creates notices of leagues that are offered to their members. Safe to run in several processes. */
export const createHandOverNotices = (pool: Pool, wallNow: number) =>
	pool.query(
		`WITH fresh AS (UPDATE league_hand_overs SET is_notified = true WHERE league_id IN (
				SELECT league_id FROM league_hand_overs WHERE NOT is_notified ORDER BY league_id FOR UPDATE SKIP LOCKED)
			RETURNING league_id, user_id, offered_at, declined_at),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT np.user_id, 'hand-over', l.season_id, 0,
				f.league_id || ':' || (extract(epoch FROM f.offered_at) * 1000)::bigint, $1
			FROM fresh f JOIN leagues l ON l.id = f.league_id JOIN notification_preferences np ON np.user_id = f.user_id
			WHERE f.declined_at IS NULL AND ${HAS_SUBSCRIPTION}
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(wallNow)],
	);

export interface NoticeOffer {
	readonly leagueId: number;
	readonly leagueName: string;
	/** The commissioner's. */
	readonly teamName: string;
}

/** Finds the offer of a notice; null if it can no longer be accepted. */
export async function findNoticeOffer(
	pool: Pool,
	{ userId, subject }: { readonly userId: UserId; readonly subject: string },
	wallNow: number,
): Promise<NoticeOffer | null> {
	const { rows } = await pool.query<NoticeOffer>(
		`SELECT l.id AS "leagueId", l.name AS "leagueName", coalesce(u.team_name, '') AS "teamName"
		FROM league_hand_overs h JOIN leagues l ON l.id = h.league_id JOIN users u ON u.id = l.commissioner_id
		WHERE h.league_id = split_part($2, ':', 1)::int AND h.user_id = $1
			AND (extract(epoch FROM h.offered_at) * 1000)::bigint = split_part($2, ':', 2)::bigint
			AND h.declined_at IS NULL AND h.expires_at > $3`,
		[userId, subject, new Date(wallNow)],
	);
	return rows[0] ?? null;
}
