import type { OwnData } from "@first-bounce/contract/accounts/own-data";
import type { UserId } from "@first-bounce/rules/ids";
import { type RawBuilder, sql } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { getUser } from "../users/service.ts";

/** Every list of the export has this type: rows of any JSON. */
type Rows = OwnData["teams"];

/** The name of a player of a draft league `l`, by a column with her id. */
const namePlayer = (column: string) =>
	sql`(SELECT n.first_name || ' ' || n.last_name FROM players n
		WHERE n.season_id = l.season_id AND n.id = ${sql.ref(column)})`;

/** Whether the account is one person's: the demo's is shared, and its visitors must not get one another's browsers and addresses. */
const isPersonal = (userId: UserId) => sql`NOT EXISTS (SELECT FROM users x WHERE x.id = ${userId} AND x.is_demo)`;

/** The queries for the lists of the export. Secrets such as hashes of passwords, tokens and codes are left out. */
const LISTS = {
	identities: (userId) => sql`
		SELECT to_jsonb(i) - 'user_id' AS row FROM identities i WHERE user_id = ${userId} ORDER BY linked_at`,
	passkeys: (userId) => sql`
		SELECT to_jsonb(p) - 'user_id' - 'public_key' AS row FROM passkeys p WHERE user_id = ${userId} ORDER BY created_at`,
	devices: (userId) => sql`
		SELECT to_jsonb(s) - 'user_id' - 'token_hash' AS row FROM sessions s
		WHERE user_id = ${userId} AND ${isPersonal(userId)} ORDER BY created_at`,
	accessTokens: (userId) => sql`
		SELECT to_jsonb(t) - 'user_id' - 'token_hash' AS row FROM access_tokens t WHERE user_id = ${userId} ORDER BY created_at`,
	// Without the text of the mails, because their links give access to the account.
	mails: (userId) => sql`
		SELECT jsonb_build_object('kind', m.kind, 'to', m.to_address, 'subject', m.subject, 'written_at', m.created_at,
			'sent_at', m.sent_at) AS row
		FROM outbox_mails m JOIN users u ON lower(u.email) = lower(m.to_address)
		WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL ORDER BY m.id`,
	teams: (userId) => sql`
		SELECT to_jsonb(t) - 'user_id' || jsonb_build_object('season', s.name,
			'line_ups', (SELECT jsonb_agg(to_jsonb(l) - 'team_id' ORDER BY l.round_id) FROM lineups l WHERE l.team_id = t.id),
			'trades', (SELECT jsonb_agg(to_jsonb(r) - 'team_id' ORDER BY r.id) FROM trades r WHERE r.team_id = t.id),
			'actions', (SELECT jsonb_agg(to_jsonb(a) - 'team_id' - 'user_id' ORDER BY a.version)
				FROM team_actions a WHERE a.team_id = t.id),
			'instructions', (SELECT jsonb_agg(to_jsonb(i) - 'team_id' - 'season_id' ORDER BY i.round_id, i.position)
				FROM team_instructions i WHERE i.team_id = t.id),
			'prizes', (SELECT jsonb_agg(to_jsonb(n) - 'team_id' - 'season_id' - 'told_by' ORDER BY n.told_at)
				FROM winner_notes n WHERE n.team_id = t.id),
			'rounds', (SELECT jsonb_agg(to_jsonb(p) - 'team_id' - 'season_id' ORDER BY p.round_id)
				FROM standings p WHERE p.team_id = t.id)) AS row
		FROM teams t JOIN seasons s ON s.id = t.season_id WHERE t.user_id = ${userId} ORDER BY t.season_id`,
	favouritePlayers: (userId) => sql`
		SELECT to_jsonb(f) - 'user_id' || jsonb_build_object('name', p.first_name || ' ' || p.last_name) AS row
		FROM favourite_players f JOIN players p ON p.season_id = f.season_id AND p.id = f.player_id
		WHERE f.user_id = ${userId} ORDER BY f.season_id, f.player_id`,
	coachPreferences: (userId) => sql`
		SELECT to_jsonb(c) - 'user_id' AS row FROM coach_preferences c WHERE user_id = ${userId}`,
	coachPlayers: (userId) => sql`
		SELECT to_jsonb(c) - 'user_id' || jsonb_build_object('name', p.first_name || ' ' || p.last_name) AS row
		FROM coach_players c JOIN players p ON p.season_id = c.season_id AND p.id = c.player_id
		WHERE c.user_id = ${userId} ORDER BY c.season_id, c.list, c.priority`,
	leagues: (userId) => sql`
		SELECT jsonb_build_object('name', l.name, 'code', l.code, 'season_id', l.season_id, 'joined_at', m.joined_at,
			'is_commissioner', coalesce(l.commissioner_id = m.user_id, false), 'deputy_since', m.deputy_since,
			'offered_to_you', (SELECT jsonb_build_object('at', h.offered_at, 'until', h.expires_at, 'declined_at', h.declined_at)
				FROM league_hand_overs h WHERE h.league_id = l.id AND h.user_id = m.user_id),
			'invited', (SELECT jsonb_agg(jsonb_build_object('email', i.email, 'at', i.created_at) ORDER BY i.id)
				FROM league_invites i WHERE i.league_id = l.id AND i.invited_by = m.user_id AND i.email IS NOT NULL
					AND ${isPersonal(userId)})) AS row
		FROM league_members m JOIN leagues l ON l.id = m.league_id WHERE m.user_id = ${userId} ORDER BY m.joined_no`,
	draftTeams: (userId) => sql`
		SELECT jsonb_build_object('league', l.name, 'season_id', l.season_id, 'name', t.name, 'colour', t.colour,
			'autopick', s.autopick, 'queue', s.queue, 'ranking', s.ranking, 'do_not_draft', s.do_not_draft,
			'keepers', s.keepers,
			'picks', (SELECT jsonb_agg(to_jsonb(p) - 'league_id' - 'request_key' - 'version' ORDER BY p.overall)
				FROM draft_picks p WHERE p.team_id = t.id),
			'board', (SELECT jsonb_agg(jsonb_build_object('overall', p.overall, 'round', p.round, 'team_id', p.team_id,
					'player', ${namePlayer("p.player_id")}) ORDER BY p.overall)
				FROM draft_picks p WHERE p.league_id = l.id),
			'line_ups', (SELECT jsonb_agg(to_jsonb(u) - 'team_id' ORDER BY u.round_id) FROM lineups u WHERE u.team_id = t.id),
			'trades', (SELECT jsonb_agg(to_jsonb(o) - 'league_id' - 'change_id' || jsonb_build_object(
					'parts', (SELECT jsonb_agg(to_jsonb(p) - 'trade_id') FROM draft_trade_parts p WHERE p.trade_id = o.id))
					|| CASE WHEN o.from_team_id = t.id THEN '{}'::jsonb ELSE '{"message": null}'::jsonb END ORDER BY o.id)
				FROM draft_trades o WHERE t.id IN (o.from_team_id, o.to_team_id) AND o.offered_at >= m.joined_at),
			'trade_votes', (SELECT jsonb_agg(to_jsonb(v) - 'team_id' ORDER BY v.at)
				FROM draft_trade_votes v WHERE v.team_id = t.id AND v.at >= m.joined_at),
			'claims', (SELECT jsonb_agg(to_jsonb(c) - 'league_id' - 'team_id' || jsonb_build_object(
					'player', ${namePlayer("c.player_id")}, 'dropped_player', ${namePlayer("c.drop_player_id")}) ORDER BY c.id)
				FROM waiver_claims c WHERE c.team_id = t.id AND c.created_at >= m.joined_at),
			'squad_changes', (SELECT jsonb_agg(to_jsonb(c) - 'league_id' - 'user_id' || jsonb_build_object('moves',
					(SELECT jsonb_agg(jsonb_build_object('player', ${namePlayer("v.player_id")}, 'from_team_id', v.from_team_id,
						'to_team_id', v.to_team_id, 'kind', v.kind) ORDER BY v.id) FROM player_moves v WHERE v.change_id = c.id))
					ORDER BY c.id)
				FROM squad_changes c WHERE c.league_id = l.id AND (c.team_id = t.id OR c.user_id = m.user_id)),
			'next_picks', (SELECT jsonb_agg(to_jsonb(f) - 'league_id' - 'team_id' ORDER BY f.round, f.original_team_id)
				FROM future_picks f WHERE f.team_id = t.id),
			'undo_proposals', (SELECT jsonb_agg(to_jsonb(p) - 'league_id' - 'user_id' ORDER BY p.at)
				FROM undo_proposals p WHERE p.league_id = l.id AND p.user_id = m.user_id),
			'undo_votes', (SELECT jsonb_agg(to_jsonb(v) - 'team_id' ORDER BY v.at)
				FROM undo_votes v WHERE v.team_id = t.id AND v.at >= m.joined_at),
			'log', (SELECT jsonb_agg(jsonb_build_object('at', g.at, 'action', g.action, 'data', g.data) ORDER BY g.id)
				FROM draft_log g WHERE g.league_id = l.id AND g.user_id = ${userId})) AS row
		FROM league_members m JOIN leagues l ON l.id = m.league_id JOIN teams t ON t.id = m.team_id AND t.league_id = l.id
			JOIN draft_seats s ON s.team_id = t.id
		WHERE m.user_id = ${userId} ORDER BY m.joined_no`,
	officialLeagues: (userId) => sql`
		SELECT to_jsonb(o) - 'user_id' AS row FROM official_league_members o
		WHERE user_id = ${userId} ORDER BY season_id, kind`,
	cups: (userId) => sql`
		SELECT to_jsonb(e) - 'team_id' || jsonb_build_object('matches', (
			SELECT jsonb_agg(jsonb_build_object('round_id', m.round_id,
				'points', CASE WHEN m.home_team_id = e.team_id THEN m.home_points ELSE m.away_points END,
				'is_through', CASE WHEN m.is_decided THEN m.winner_team_id = e.team_id END) ORDER BY m.round_id)
			FROM cup_matches m WHERE m.season_id = e.season_id AND e.team_id IN (m.home_team_id, m.away_team_id))) AS row
		FROM cup_entries e JOIN teams t ON t.id = e.team_id WHERE t.user_id = ${userId} ORDER BY e.season_id`,
	leagueEvents: (userId) => sql`
		SELECT jsonb_build_object('league', l.name, 'kind', e.kind, 'data', e.data, 'at', e.at) AS row FROM (
			SELECT league_id, kind, data, at FROM league_events WHERE user_id = ${userId} AND kind <> 'announcement'
			UNION ALL
			SELECT league_id, 'renewal-skipped', '{}', NULL FROM league_recover_skips WHERE user_id = ${userId}
		) AS e JOIN leagues l ON l.id = e.league_id ORDER BY e.at`,
	leagueMessages: (userId) => sql`
		SELECT jsonb_build_object('league', l.name, 'kind', m.kind, 'text', m.text,
			'at', CASE WHEN m.kind = 'announcement' THEN m.pinned_at ELSE m.at END, 'mentions', m.mentions,
			'pinned_at', CASE WHEN m.is_pinned THEN m.pinned_at END,
			'is_reply', m.reply_to IS NOT NULL, 'removed_at', m.hidden_at, 'removed_by', m.hidden_by) AS row
		FROM league_messages m JOIN leagues l ON l.id = m.league_id WHERE m.user_id = ${userId} ORDER BY m.id`,
	leagueReactions: (userId) => sql`
		SELECT jsonb_build_object('league', l.name, 'emoji', r.emoji, 'at', r.at) AS row
		FROM league_message_reactions r JOIN league_messages m ON m.id = r.message_id JOIN leagues l ON l.id = m.league_id
		WHERE r.user_id = ${userId} ORDER BY r.at`,
	// Without the messages, which others wrote.
	leagueReports: (userId) => sql`
		SELECT jsonb_build_object('league', l.name, 'at', r.at) AS row
		FROM league_message_reports r JOIN league_messages m ON m.id = r.message_id JOIN leagues l ON l.id = m.league_id
		WHERE r.user_id = ${userId} ORDER BY r.at`,
	leagueReading: (userId) => sql`
		SELECT jsonb_build_object('league', l.name, 'muted_until', s.muted_until, 'read_up_to',
			(SELECT at FROM league_messages m WHERE m.id = s.read_id)) AS row
		FROM league_conversation_members s JOIN leagues l ON l.id = s.league_id
		WHERE s.user_id = ${userId} ORDER BY s.league_id`,
	shares: (userId) => sql`
		SELECT to_jsonb(s) - 'user_id' - 'content_hash' AS row FROM share_snapshots s WHERE user_id = ${userId}
		ORDER BY created_at`,
	notificationPreferences: (userId) => sql`
		SELECT to_jsonb(p) - 'user_id' - 'mail_token' AS row FROM notification_preferences p WHERE user_id = ${userId}`,
	// Without the secret `auth`, because anybody who has it could send messages to the browser.
	pushDevices: (userId) => sql`
		SELECT to_jsonb(p) - 'user_id' - 'session_id' - 'auth' AS row FROM push_subscriptions p
		WHERE user_id = ${userId} AND ${isPersonal(userId)} ORDER BY created_at`,
	notices: (userId) => sql`
		SELECT to_jsonb(n) - 'user_id' || jsonb_build_object('deliveries',
			(SELECT jsonb_agg(to_jsonb(d) - 'notice_id' ORDER BY d.due_at) FROM notice_deliveries d WHERE d.notice_id = n.id)
			) AS row
		FROM notices n WHERE user_id = ${userId} ORDER BY id`,
	resultMails: (userId) => sql`
		SELECT to_jsonb(m) - 'user_id' AS row FROM result_mails m WHERE user_id = ${userId} ORDER BY created_at`,
	contactMessages: (userId) => sql`
		SELECT to_jsonb(m) - 'user_id' AS row FROM contact_messages m
		WHERE user_id = ${userId} AND ${isPersonal(userId)} ORDER BY id`,
} as const satisfies Record<OwnDataList, (userId: UserId) => RawBuilder<unknown>>;

type OwnDataList = Exclude<keyof OwnData, "exportedAt" | "user" | "account">;

/** Reads all lists of the export. */
export async function readOwnLists(db: Db, userId: UserId): Promise<Pick<OwnData, OwnDataList>> {
	const lists: Record<string, Rows> = {};
	for (const [name, select] of Object.entries(LISTS)) {
		const { rows } = await (select(userId) as RawBuilder<{ row: Rows[number] }>).execute(db);
		lists[name] = rows.map(({ row }) => row);
	}
	return lists as Pick<OwnData, OwnDataList>;
}

/** Gets a user's row without the password hash. */
export async function getOwnAccount(db: Db, userId: UserId): Promise<OwnData["account"]> {
	const found = await findRow(db)<{ row: OwnData["account"] }>`
		SELECT to_jsonb(u) - 'password_hash' AS row FROM users u WHERE id = ${userId}`;
	return found?.row ?? {};
}

/** Gets everything that is stored about a user, read in one database snapshot. */
export const getOwnData = (db: Db, userId: UserId, now: number): Promise<OwnData> =>
	db
		.transaction()
		.setIsolationLevel("repeatable read")
		.setAccessMode("read only")
		.execute(async (trx) => {
			const user = await getUser({ db: trx }, userId);
			const account = await getOwnAccount(trx, userId);
			return { exportedAt: new Date(now).toISOString(), user, account, ...(await readOwnLists(trx, userId)) };
		});
