import { brotliDecompressSync } from "node:zlib";
import type { Pool } from "pg";
import type { TestApp } from "./test-app.ts";

/** Lists the columns that can hold text in every table, including those of the job queue. */
export async function listTextColumns(
	pool: Pool,
): Promise<readonly { readonly table: string; readonly column: string }[]> {
	const { rows } = await pool.query<{ table: string; column: string }>(`
		SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name AS "table",
			column_name AS "column"
		FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'
			AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'date', 'inet')
		ORDER BY 1, 2`);
	return rows;
}

const MARKER = "zqmarker";

/** Lists the columns in which the marker is found, such as `users.email`. */
export async function findMarker(pool: Pool, marker = MARKER): Promise<string[]> {
	const found: string[] = [];
	for (const { table, column } of await listTextColumns(pool)) {
		const { rowCount } = await pool.query(
			`SELECT FROM ${table} WHERE lower("${column}"::text) LIKE '%${marker}%' OR "${column}"::text LIKE '%${Buffer.from(marker).toString("hex")}%' LIMIT 1`,
		);
		if (rowCount) found.push(`${table}.${column}`);
	}
	const { rows: archivedFiles } = await pool.query<{ content: Buffer }>("SELECT content FROM season_files");
	if (archivedFiles.some(({ content }) => brotliDecompressSync(content).toString().toLowerCase().includes(marker)))
		found.push("season_files.content");
	return found;
}

/** Personal columns that accept only certain values, so the marker cannot be stored in them. */
export const COLUMNS_WITHOUT_MARKER = [
	"users.gender",
	"users.country",
	"users.state",
	"users.birthday",
	"users.language",
];

export interface MarkedPerson {
	readonly userId: number;
	readonly teamId: number;
	/** A league that she runs. */
	readonly leagueId: number;
	/** A league of somebody else. */
	readonly otherLeagueId: number;
}

const HASH = `'${Buffer.from(MARKER.repeat(4)).toString("hex")}'`;
const BYTES = `decode(${HASH}, 'hex')`;
const LATER = "now() + interval '1 day'";
const ADDRESS = `${MARKER}@example.org`;

/** Her account, and what gives access to it. */
const insertAccountMarkers = (app: TestApp, { userId }: MarkedPerson) =>
	app.database.pool.query(`
		UPDATE users SET first_name = 'Zqmarker', last_name = 'Zqmarker', email = '${ADDRESS}', email_verified_at = now(),
			password_hash = 'zqmarker', team_name = 'Zqmarker United', birthday = '1990-03-07', gender = 'female', state = 'VIC',
			country = 'AU', avatar_version = 2, pictures = 2, sponsor_opt_in = true WHERE id = ${userId};
		DELETE FROM sessions WHERE user_id = ${userId};
		INSERT INTO identities (issuer, sub, user_id, profile) VALUES ('https://id.example', '${MARKER}', ${userId}, '{"email": "${ADDRESS}"}');
		INSERT INTO pending_identities (code_hash, issuer, sub, profile, identity_token, expires_at)
			VALUES (${BYTES}, 'https://id.example', '${MARKER}', '{"email": "${ADDRESS}"}', '${MARKER}', ${LATER});
		INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at)
			VALUES ('${MARKER}', ${userId}, '${MARKER}', ${BYTES}, 0, '{}', now());
		INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at, user_agent, address, provider_session)
			VALUES (${BYTES}, ${userId}, now(), ${LATER}, now(), '${MARKER}', '${MARKER}', 'a-random-id');
		INSERT INTO access_tokens (user_id, name, scopes, token_hash, created_at, expires_at)
			VALUES (${userId}, '${MARKER}', '{read:team}', ${BYTES}, now(), ${LATER});
		INSERT INTO mailed_tokens (token_hash, kind, user_id, email, expires_at)
			VALUES (${BYTES}, 'change-email', ${userId}, 'new-${ADDRESS}', ${LATER});
		INSERT INTO password_reset_requests (email, language, requested_at) VALUES ('${ADDRESS}', 'en', now());
		INSERT INTO oidc_payloads (kind, id, payload, grant_id, uid, expires_at)
			VALUES ('Session', '${MARKER}', '{"accountId": "${userId}", "login": "${MARKER}"}', '${MARKER}', 'a-random-id', ${LATER});
		INSERT INTO suspensions (user_id, reason, suspended_at, was_active) VALUES (${userId}, '${MARKER} was rude', now(), true);
		INSERT INTO rejected_names (kind, owner_id, name_key) VALUES ('team', ${userId}, '${MARKER}');
		INSERT INTO operator_factors (user_id, secret, setup_code_hash, last_period, failures) VALUES (${userId}, '${MARKER}', ${BYTES}, 0, 0);
		INSERT INTO operator_recovery_codes (user_id, code_hash) VALUES (${userId}, ${BYTES});`);

/** What she wrote and set in leagues and for notifications. */
const insertLeagueMarkers = (app: TestApp, { userId, leagueId, otherLeagueId }: MarkedPerson) =>
	app.database.pool.query(`
		INSERT INTO league_invites (league_id, email, invited_by, token, created_at)
			VALUES (${leagueId}, 'zqfriend@example.org', ${userId}, '${MARKER}-token', now()),
				(${leagueId}, '${ADDRESS}', ${userId}, 'another-token', now());
		INSERT INTO league_invites (league_id, email, invited_by, token, status, created_at, answered_at, answered_by)
			SELECT id, '${MARKER}@work.example', commissioner_id, 'forwarded-token', 'accepted', now(), now(), ${userId}
			FROM leagues WHERE id = ${otherLeagueId};
		WITH league AS (INSERT INTO leagues (season_id, name, code, class, type, privacy, size, start_id, finals, tiebreaker,
				commissioner_id, colour)
			SELECT season_id, 'Draft', 'DRA' || translate(lpad(id::text, 3, '2'), '01', '89'), 'draft', 'h2h', 'private', 4, start_id, false, 'percentage', commissioner_id,
				'teal' FROM leagues WHERE id = ${otherLeagueId} RETURNING id, season_id, commissioner_id),
		draft AS (INSERT INTO drafts (league_id, kind, clock, pick_seconds, time_zone, squad, captain_doubled, seed, seed_hash)
			SELECT id, 'snake', 'live', 60, 'UTC', '{}', true, '', '' FROM league),
		team AS (INSERT INTO teams (season_id, league_id, name, colour)
			SELECT season_id, id, '${MARKER} FC', 'teal' FROM league RETURNING id, league_id),
		other AS (INSERT INTO teams (season_id, league_id) SELECT season_id, id FROM league RETURNING id, league_id),
		seat AS (INSERT INTO draft_seats (team_id, league_id, queue, ranking, do_not_draft)
			SELECT id, league_id, '{1}', '{1}', '{1}' FROM team),
		trade AS (INSERT INTO draft_trades (league_id, from_team_id, to_team_id, message, offered_at, expires_at)
			SELECT t.league_id, t.id, o.id, '${MARKER} offers', now(), now() FROM team t CROSS JOIN other o)
		INSERT INTO league_members (league_id, user_id, team_id, joined_at)
			SELECT league_id, ${userId}, id, now() FROM team
			UNION ALL SELECT o.league_id, l.commissioner_id, o.id, now() FROM other o CROSS JOIN league l;
		UPDATE leagues SET name = 'Zqmarker''s friends' WHERE id = ${leagueId};
		UPDATE leagues SET name = 'Beat ${ADDRESS}' WHERE id = ${otherLeagueId};
		INSERT INTO rejected_names (kind, owner_id, name_key) VALUES ('league', ${leagueId}, 'theworstofzqmarker');
		INSERT INTO league_events (league_id, kind, user_id, data)
			VALUES (${leagueId}, 'announcement', ${userId}, '{"text": "${MARKER} announces"}');
		INSERT INTO league_conversations (league_id, version) VALUES (${leagueId}, 7) ON CONFLICT DO NOTHING;
		INSERT INTO league_messages (league_id, version, kind, user_id, text, client_key, at)
			VALUES (${leagueId}, 7, 'text', ${userId}, '${MARKER} writes', gen_random_uuid(), now());
		INSERT INTO league_message_reactions (message_id, user_id, emoji, at)
			SELECT id, ${userId}, '${MARKER}', now() FROM league_messages WHERE user_id = ${userId};
		INSERT INTO league_webhooks (league_id, service, address, language, sends_cards, sends_recap, created_at, retry_at)
			VALUES (${leagueId}, 'discord', 'https://discord.example/${MARKER}', 'en', true, true, now(), now());
		INSERT INTO official_league_members (season_id, user_id, kind, joined_at) VALUES (${app.season.id}, ${userId}, 'state', now());
		INSERT INTO notification_preferences (user_id, lock_reminders, minutes_before, late_outs, round_results, zone, league_messages)
			VALUES (${userId}, 'always', 60, true, true, '${MARKER}', 'all');
		INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language, created_at)
			SELECT ${userId}, id, 'https://push.example/${MARKER}', rpad('${MARKER}', 87, 'x'), rpad('${MARKER}', 22, 'x'), 'en', now()
			FROM sessions WHERE user_id = ${userId};`);

/** Notices, mails, messages to the operators, and what operators did. */
const insertMailMarkers = (app: TestApp, { userId, teamId, leagueId }: MarkedPerson) =>
	app.database.pool.query(`
		INSERT INTO notices (user_id, kind, season_id, round_id, subject, player_ids, corrected, created_at)
			VALUES (${userId}, 'message', ${app.season.id}, 1, '${MARKER}', '{}', '{"1": "${MARKER}"}', now());
		INSERT INTO notice_deliveries (notice_id, subscription_id, due_at, attempts, last_error)
			SELECT n.id, p.id, now(), 1, '${MARKER}' FROM notices n, push_subscriptions p
			WHERE n.user_id = ${userId} AND p.user_id = ${userId};
		INSERT INTO outbox_mails (kind, to_address, subject, body_text, body_html, headers, last_error)
			VALUES ('verify-email', '${ADDRESS}', '${MARKER}', '${MARKER}', '${MARKER}', '{}', '${MARKER}'),
				('change-email', 'new-${ADDRESS}', 's', 'b', NULL, '{}', NULL),
				('league-invite', 'zqfriend@example.org', '${MARKER} invites you', 'join/${MARKER}-token', NULL, '{}', NULL),
				('contact-message', 'desk@example.org', '${MARKER}', '${MARKER}', NULL, '{"Reply-To": "${ADDRESS}"}', NULL);
		INSERT INTO mail_stops (address, kind) VALUES ('${ADDRESS}', 'league-invite');
		INSERT INTO mail_counts (subject, day, mails) VALUES ('reset-password:${ADDRESS}', now(), 1), ('person:${userId}', now(), 1);
		INSERT INTO share_snapshots (id, kind, user_id, season_id, round_id, content, content_hash, created_at)
			VALUES ('abcdefghijklmnop', 'team', ${userId}, ${app.season.id}, 1, '{"note": "${MARKER}"}', sha256(''), now());
		INSERT INTO contact_messages (user_id, name, email, message, page, created_at)
			VALUES (NULL, '${MARKER}', '${ADDRESS}', '${MARKER}', '/${MARKER}', now());
		INSERT INTO audit (actor, action, subject, reason, before, after) VALUES
			('operator:1', 'user-suspended', 'user:${userId}', '${MARKER} was rude', '{"name": "${MARKER}"}', '{"name": "${MARKER}"}'),
			('operator:1', 'message-hidden', 'league:${leagueId}', '${MARKER} was rude', '{"text": "${MARKER} writes", "reports": 1}', '{}'),
			('operator:1', 'announcement-hidden', 'league:${leagueId}', '${MARKER} was rude',
				'{"text": "${MARKER} wrote what is deleted by now", "reports": 1, "userId": ${userId}}', '{}'),
			('operator:1', 'league-name-moderated', 'league:${leagueId}', '${MARKER} was rude',
				'{"name": "The worst of Zqmarker", "avatarVersion": 0}', '{"name": "Zqmarker''s friends", "avatarVersion": 0}'),
			('operator:1', 'mail-resent', 'mail:99999', '${MARKER} asked', '{"to": "${ADDRESS}", "state": "failed"}', '{"to": "${ADDRESS}"}'),
			('operator:1', 'winner-told', 'team:${app.season.id}:${teamId}', 'Called ${MARKER}', '{"kind": "overall"}', '{}'),
			('user:${userId}', 'token-created', 'token:77', '', NULL, '{"name": "${MARKER}"}'),
			('user:${userId}', 'token-revoked', 'token:77', '', '{"name": "${MARKER}"}', NULL);
		INSERT INTO audit (actor, action, subject, reason) SELECT 'operator:1', 'contact-message-answered',
			'contact-message:' || id, 'Rang ${MARKER}' FROM contact_messages WHERE email = '${ADDRESS}';
		INSERT INTO audit (actor, action, subject, reason) SELECT 'operator:1', 'mail-resent', 'mail:' || id, 'For ${MARKER}'
			FROM outbox_mails WHERE headers ->> 'Reply-To' = '${ADDRESS}';
		INSERT INTO favourite_players (season_id, user_id, player_id) SELECT ${app.season.id}, ${userId}, min(id) FROM players;
		INSERT INTO coach_preferences (user_id) VALUES (${userId});
		INSERT INTO winner_notes (season_id, kind, subject, team_id, told_at) VALUES (${app.season.id}, 'overall', '', ${teamId}, now());`);

/** Names the person in what others wrote, and in what she wrote as an operator. Both stay. */
export const insertMarkersOfOthers = (app: TestApp, { otherLeagueId }: MarkedPerson, otherUserId: number) =>
	app.database.pool.query(`
		UPDATE leagues SET name = '${MARKER}''s rivals' WHERE id = ${otherLeagueId};
		WITH change AS (INSERT INTO squad_changes (league_id, kind, round_id, at, season_at, user_id, reason)
				SELECT league_id, 'correction', 1, now(), now(), ${otherUserId}, '${MARKER} asked' FROM drafts LIMIT 1
				RETURNING id, league_id, reason),
			move AS (INSERT INTO player_moves (league_id, player_id, to_team_id, kind, round_id, at, reason, change_id)
				SELECT league_id, 1, 1, 'corrected', 1, now(), reason, id FROM change)
		INSERT INTO undo_proposals (change_id, league_id, user_id, reason, at)
			SELECT id, league_id, ${otherUserId}, 'Not for ${MARKER}', now() FROM change;
		INSERT INTO rejected_names (kind, owner_id, name_key) VALUES ('league', ${otherLeagueId}, 'worstof${MARKER}');
		INSERT INTO league_events (league_id, kind, user_id, data)
			VALUES (${otherLeagueId}, 'announcement', ${otherUserId}, '{"text": "${MARKER} left us"}');
		INSERT INTO league_conversations (league_id, version) VALUES (${otherLeagueId}, 7) ON CONFLICT DO NOTHING;
		INSERT INTO league_messages (league_id, version, kind, user_id, text, client_key, at)
			VALUES (${otherLeagueId}, 7, 'text', ${otherUserId}, 'Where is ${MARKER}?', gen_random_uuid(), now());
		INSERT INTO league_invites (league_id, email, invited_by, token, created_at)
			VALUES (${otherLeagueId}, '${MARKER}@former.example', ${otherUserId}, 'never-answered', now());
		INSERT INTO outbox_mails (kind, to_address, subject, body_text, body_html, headers)
			VALUES ('round-results', 'rival@example.org', 'You beat ${MARKER}', '${MARKER}', '${MARKER}', '{}'),
				('verify-email', '${MARKER}@former.example', 'Verify', 'Hello', NULL, '{}');
		INSERT INTO contact_messages (user_id, name, email, message, page, created_at)
			VALUES (${otherUserId}, 'Rival', 'rival@example.org', '${MARKER} is rude', '/', now()),
				(NULL, '${MARKER}', '${MARKER}@former.example', 'Hello', '/', now());
		INSERT INTO mail_stops (address, kind) VALUES ('${MARKER}@former.example', 'league-invite');
		INSERT INTO suspensions (user_id, reason, suspended_at, was_active) VALUES (${otherUserId}, 'insulted ${MARKER}', now(), true);
		INSERT INTO announcements (text, tone, created_at) VALUES ('${MARKER} has won', 'info', now());
		INSERT INTO audit (actor, action, subject, reason, before, after) VALUES
			('operator:1', 'user-suspended', 'user:${otherUserId}', 'insulted ${MARKER}', NULL, NULL),
			('operator:1', 'league-name-moderated', 'league:${otherLeagueId}', '',
				'{"name": "Worst of ${MARKER}"}', '{"name": "${MARKER}''s rivals"}');
		UPDATE rounds SET held_since = now(), held_reason = '${MARKER} asked' WHERE id = 2;
		INSERT INTO stat_corrections (season_id, match_id, player_id, stats, actor, reason, at)
			VALUES (${app.season.id}, 101, 1001, NULL, 'operator:1', '${MARKER} noticed', now());
		INSERT INTO season_import_changes (season_id, actor, reason, source, changes)
			VALUES (${app.season.id}, 'operator:1', '${MARKER} noticed', 'files', '{}');`);

/** Puts the marker into every personal column, for one person. */
export async function insertMarkers(app: TestApp, person: MarkedPerson): Promise<void> {
	await insertAccountMarkers(app, person);
	await insertLeagueMarkers(app, person);
	await insertMailMarkers(app, person);
	for (const version of [1, 2]) await app.media.put(`users/${person.userId}/${version}.webp`, Buffer.from(MARKER));
}
