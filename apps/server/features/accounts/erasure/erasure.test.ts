import { eraseAccount as eraseCall } from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser, registerUser } from "@first-bounce/contract/accounts/user";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { autofillTeam, showMyTeam } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDataMap } from "../../../testing/data-map.ts";
import { getApiFailure, getRefusalCode } from "../../../testing/failure.ts";
import { createStandingsTable } from "../../../testing/season/play-rounds.ts";
import { buildRegistrationForm, createManager, createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { renameTeam, updateUser } from "../my-account/profile.ts";
import { isSignInBlocked, requireSignInAllowed } from "../users/account-access.ts";
import { findAccounts, setActive } from "../users/administer-users.ts";
import { updateUserRow } from "../users/queries.ts";
import { listErasedAccounts } from "./queries.ts";
import { countPersonalData, eraseAccount, eraseAccountsAgain } from "./service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const buildContext = () => ({ now: app.clocks.wallNow(), audit: { actor: "command line", reason: "Asked by mail" } });
const getServices = () => ({ db: app.database.db, media: app.media });

/** Lists the columns that can hold text in every table, including those of the job queue. */
async function listTextColumns(): Promise<readonly { readonly table: string; readonly column: string }[]> {
	const { rows } = await app.database.pool.query<{ table: string; column: string }>(`
		SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name AS "table",
			column_name AS "column"
		FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'
			AND data_type IN ('text', 'character varying', 'jsonb', 'bytea', 'ARRAY', 'date', 'inet')
		ORDER BY 1, 2`);
	return rows;
}

const MARKER = "zqmarker";
const MARKER_HEX = Buffer.from(MARKER).toString("hex");

/** Lists the columns in which the marker is found, such as `users.email`. */
async function findMarker(): Promise<string[]> {
	const found: string[] = [];
	for (const { table, column } of await listTextColumns()) {
		const { rowCount } = await app.database.pool.query(
			`SELECT FROM ${table} WHERE lower("${column}"::text) LIKE '%${MARKER}%' OR "${column}"::text LIKE '%${MARKER_HEX}%' LIMIT 1`,
		);
		if (rowCount) found.push(`${table}.${column}`);
	}
	return found;
}

/** Personal columns that accept only certain values, so the marker cannot be stored in them. */
const COLUMNS_WITHOUT_MARKER = ["users.gender", "users.country", "users.state", "users.birthday", "users.language"];

/** Puts the marker into every personal column, for one person. */
async function plantMarkers(userId: number, teamId: number, leagueId: number): Promise<void> {
	const hash = `'${Buffer.from(MARKER.repeat(4)).toString("hex")}'`;
	const bytes = `decode(${hash}, 'hex')`;
	const later = "now() + interval '1 day'";
	const address = `${MARKER}@example.org`;
	await app.database.pool.query(`
		UPDATE users SET first_name = 'Zqmarker', last_name = 'Zqmarker', email = '${address}', email_verified_at = now(),
			password_hash = 'zqmarker', team_name = 'Zqmarker United', birthday = '1990-03-07', gender = 'female', state = 'VIC',
			country = 'AU', avatar_version = 2, pictures = 2, sponsor_opt_in = true WHERE id = ${userId};
		DELETE FROM sessions WHERE user_id = ${userId};
		INSERT INTO identities (issuer, sub, user_id, profile) VALUES ('https://id.example', '${MARKER}', ${userId}, '{"email": "${address}"}');
		INSERT INTO pending_identities (code_hash, issuer, sub, profile, identity_token, expires_at)
			VALUES (${bytes}, 'https://id.example', '${MARKER}', '{"email": "${address}"}', '${MARKER}', ${later});
		INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at)
			VALUES ('${MARKER}', ${userId}, '${MARKER}', ${bytes}, 0, '{}', now());
		INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at, user_agent, address, provider_session)
			VALUES (${bytes}, ${userId}, now(), ${later}, now(), '${MARKER}', '${MARKER}', 'a-random-id');
		INSERT INTO access_tokens (user_id, name, scopes, token_hash, created_at, expires_at)
			VALUES (${userId}, '${MARKER}', '{read:team}', ${bytes}, now(), ${later});
		INSERT INTO mailed_tokens (token_hash, kind, user_id, email, expires_at)
			VALUES (${bytes}, 'change-email', ${userId}, 'new-${address}', ${later});
		INSERT INTO password_reset_requests (email, language, requested_at) VALUES ('${address}', 'en', now());
		INSERT INTO oidc_payloads (kind, id, payload, grant_id, uid, expires_at)
			VALUES ('Session', '${MARKER}', '{"accountId": "${userId}", "login": "${MARKER}"}', '${MARKER}', 'a-random-id', ${later});
		INSERT INTO suspensions (user_id, reason, suspended_at, was_active) VALUES (${userId}, '${MARKER} was rude', now(), true);
		INSERT INTO rejected_names (kind, owner_id, name_key) VALUES ('team', ${userId}, '${MARKER}');
		INSERT INTO operator_factors (user_id, secret, setup_code_hash, last_period, failures) VALUES (${userId}, '${MARKER}', ${bytes}, 0, 0);
		INSERT INTO operator_recovery_codes (user_id, code_hash) VALUES (${userId}, ${bytes});
		INSERT INTO league_invites (league_id, email, invited_by, token, created_at)
			VALUES (${leagueId}, 'friend@example.org', ${userId}, '${MARKER}-token', now()),
				(${leagueId}, '${address}', ${userId}, 'another-token', now());
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
			FROM sessions WHERE user_id = ${userId};
		INSERT INTO notices (user_id, kind, season_id, round_id, subject, player_ids, corrected, created_at)
			VALUES (${userId}, 'message', ${app.season.id}, 1, '${MARKER}', '{}', '{"1": "${MARKER}"}', now());
		INSERT INTO notice_deliveries (notice_id, subscription_id, due_at, attempts, last_error)
			SELECT n.id, p.id, now(), 1, '${MARKER}' FROM notices n, push_subscriptions p
			WHERE n.user_id = ${userId} AND p.user_id = ${userId};
		INSERT INTO outbox_mails (kind, to_address, subject, body_text, body_html, headers, last_error)
			VALUES ('verify-email', '${address}', '${MARKER}', '${MARKER}', '${MARKER}', '{}', '${MARKER}'),
				('change-email', 'new-${address}', 's', 'b', NULL, '{}', NULL),
				('league-invite', 'friend@example.org', '${MARKER} invites you', 'join/${MARKER}-token', NULL, '{}', NULL),
				('contact-message', 'desk@example.org', '${MARKER}', '${MARKER}', NULL, '{"Reply-To": "${address}"}', NULL);
		INSERT INTO mail_stops (address, kind) VALUES ('${address}', 'league-invite');
		INSERT INTO mail_counts (subject, day, mails) VALUES ('reset-password:${address}', now(), 1);
		INSERT INTO share_snapshots (id, kind, user_id, season_id, round_id, content, content_hash, created_at)
			VALUES ('abcdefghijklmnop', 'team', ${userId}, ${app.season.id}, 1, '{"note": "${MARKER}"}', sha256(''), now());
		INSERT INTO contact_messages (user_id, name, email, message, page, created_at)
			VALUES (NULL, '${MARKER}', '${address}', '${MARKER}', '/${MARKER}', now());
		INSERT INTO audit (actor, action, subject, reason, before, after) VALUES
			('operator:1', 'user-suspended', 'user:${userId}', '${MARKER} was rude', '{"name": "${MARKER}"}', '{"name": "${MARKER}"}'),
			('operator:1', 'message-hidden', 'league:${leagueId}', '${MARKER} was rude', '{"text": "${MARKER} writes", "reports": 1}', '{}');
		INSERT INTO favourite_players (season_id, user_id, player_id) SELECT ${app.season.id}, ${userId}, min(id) FROM players;
		INSERT INTO coach_preferences (user_id) VALUES (${userId});
		INSERT INTO winner_notes (season_id, kind, subject, team_id, told_at) VALUES (${app.season.id}, 'overall', '', ${teamId}, now());`);
	for (const version of [1, 2]) await app.media.put(`users/${userId}/${version}.webp`, Buffer.from(MARKER));
}

test("the data map lists every table, and each column that can hold text once", async () => {
	const map = readDataMap();
	expect(map.length).toBeGreaterThan(70);
	const columns: Record<string, string[]> = {};
	const { rows: tables } = await app.database.pool.query<{ name: string }>(
		"SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
	);
	for (const { name } of tables) columns[name] = [];
	for (const { table, column } of await listTextColumns()) columns[table]?.push(column);
	expect(
		Object.fromEntries(map.map(({ table, personal, others }) => [table, [...personal, ...others].toSorted()])),
	).toEqual(columns);
	for (const { table, purpose, kept, inExport, erased } of map)
		expect([table, purpose, kept, inExport, erased]).not.toContain("");
});

test("nothing personal is found in any column after an erasure, and points, line-ups and prizes stay [D2.9.143]", async () => {
	const { user, client } = await createManager(app, "Gone For Good");
	const other = await createManager(app, "Still Here");
	const { team } = await client(showMyTeam, {});
	const { lineup, bench, utilityId, captainId, viceCaptainId } = team;
	await client(autofillTeam, { body: { lineup, bench, utilityId, captainId, viceCaptainId } });
	const { league } = await client(createLeague, { body: { name: "The Leavers", startId: 2 } });
	await app.database.pool.query(
		"INSERT INTO league_members (league_id, user_id, team_id, joined_at) SELECT $1, t.user_id, t.id, now() FROM teams t WHERE t.user_id = $2",
		[league.id, other.user.id],
	);
	const { rows: others } = await app.database.pool.query("SELECT id FROM teams WHERE user_id = $1", [other.user.id]);
	await createStandingsTable(app.database.db, app.season, 1);
	await app.database.pool.query(`
		INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank, team_value)
			VALUES (${app.season.id}, 1, ${team.id}, 812, 3, 812, 812, 4, 1000);
		INSERT INTO league_matches (league_id, season_id, round_id, place, home_team_id, away_team_id, home_points, away_points)
			VALUES (${league.id}, ${app.season.id}, 2, 0, ${team.id}, ${others[0].id}, 812, 790)`);
	await plantMarkers(user.id, team.id, league.id);
	const personal = readDataMap().flatMap(({ table, personal: columns }) =>
		columns.map((column) => `${table}.${column}`),
	);
	expect(await findMarker()).toEqual(personal.filter((column) => !COLUMNS_WITHOUT_MARKER.includes(column)).toSorted());

	const counted = await countPersonalData(app.database.db, user.id);
	expect(counted).toContainEqual({ table: "outbox_mails", rows: 4 });
	expect(counted).toContainEqual({ table: "leagues", rows: 1 });
	expect(await findMarker()).toContain("users.email");
	expect(await eraseAccount(getServices(), user.id, buildContext())).toEqual(counted);

	expect(await findMarker()).toEqual([]);
	expect([await app.media.read(`users/${user.id}/1.webp`), await app.media.read(`users/${user.id}/2.webp`)]).toEqual([
		null,
		null,
	]);
	const { rows } = await app.database.pool.query(
		"SELECT to_jsonb(u) - 'id' - 'created_at' - 'erased_at' AS user FROM users u WHERE id = $1 AND erased_at IS NOT NULL",
		[user.id],
	);
	expect(rows[0]?.user).toEqual({
		first_name: "Former",
		last_name: "manager",
		email: "",
		email_verified_at: null,
		password_hash: null,
		is_active: false,
		is_operator: false,
		language: "en",
		team_name: null,
		birthday: null,
		gender: null,
		state: "VIC",
		country: null,
		supported_squad_id: user.supportedSquadId,
		avatar_version: 0,
		pictures: 2,
		sponsor_opt_in: false,
		terms_accepted_at: null,
		is_bot: false,
		is_demo: false,
		retired_at: null,
	});
	const count = async (table: string, column: string, id: number) =>
		(await app.database.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rowCount;
	expect([
		await count("teams", "user_id", user.id),
		await count("lineups", "team_id", team.id),
		await count("team_actions", "team_id", team.id),
		await count("winner_notes", "team_id", team.id),
		await count("league_members", "user_id", user.id),
	]).toEqual([1, 1, 1, 1, 1]);
	const { rows: standings } = await app.database.pool.query(
		"SELECT points, round_rank, overall_rank FROM standings WHERE team_id = $1",
		[team.id],
	);
	expect(standings).toEqual([{ points: 812, round_rank: 3, overall_rank: 4 }]);
	const { rows: matchUps } = await app.database.pool.query(
		"SELECT home_points, away_points FROM league_matches WHERE home_team_id = $1",
		[team.id],
	);
	expect(matchUps).toEqual([{ home_points: 812, away_points: 790 }]);
	const { rows: withUser } = await app.database.pool.query<{ table: string }>(
		"SELECT table_name AS table FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id'",
	);
	const deleted = readDataMap().filter(
		({ table, erased }) => erased.startsWith("deleted") && withUser.some((userTable) => userTable.table === table),
	);
	expect(deleted.length).toBeGreaterThan(15);
	for (const { table } of deleted) expect([table, await count(table, "user_id", user.id)]).toEqual([table, 0]);
	const { rows: audit } = await app.database.pool.query(
		"SELECT action, actor, reason, before, after FROM audit WHERE subject IN ($1, $2) ORDER BY id",
		[`user:${user.id}`, `league:${league.id}`],
	);
	expect(audit).toEqual([
		{ action: "user-suspended", actor: "operator:1", reason: "", before: null, after: null },
		{ action: "message-hidden", actor: "operator:1", reason: "", before: { reports: 1 }, after: {} },
		{ action: "user-erased", actor: "command line", reason: "Asked by mail", before: null, after: null },
	]);
	const { rows: leagues } = await app.database.pool.query("SELECT commissioner_id FROM leagues WHERE id = $1", [
		league.id,
	]);
	expect(leagues).toEqual([{ commissioner_id: other.user.id }]);
	// A second erasure changes nothing, and the account cannot be found.
	expect(await eraseAccount(getServices(), user.id, buildContext())).toEqual([]);
	expect(await findAccounts(app.database.db, String(user.id))).toEqual([]);
});

test("a manager deletes her account with her password, and cannot sign in to it again [D2.9.144]", async () => {
	const { user, client, sessionId } = await createManager(app, "Short Stay");
	const password = "a long enough secret";
	for (const body of [{}, { password: "not my password" }])
		expect(await getApiFailure(client(eraseCall, { body }))).toMatchObject({ status: 422, code: "wrong-password" });
	expect((await client(getUser, {})).user.email).toBe(user.email);
	expect(await client(eraseCall, { body: { password } })).toEqual({ erased: true });
	expect((await getApiFailure(app.as(sessionId)(getUser, {}))).status).toBe(401);
	const again = app.visitor(authLogin, { body: { email: user.email, password } });
	expect((await getApiFailure(again)).code).toBe("wrong-credentials");
	// The name and the address are free again.
	const { user: nextUser } = await app.visitor(registerUser, {
		body: { firstName: "Jo", lastName: "Next", email: user.email, password, ...buildRegistrationForm("Short Stay") },
	});
	expect([nextUser.fantasyTeamName, nextUser.email]).toEqual(["Short Stay", user.email]);
	expect(nextUser.id).not.toBe(user.id);
});

test("a sign-in or a change that began just before the erasure leaves nothing in the account", async () => {
	const { user } = await createManager(app);
	const { db } = app.database;
	const [account] = await findAccounts(db, String(user.id));
	if (!account) throw new Error("no account");
	await eraseAccount(getServices(), user.id, buildContext());
	expect(await getRefusalCode(setActive(db, account, true))).toBe("user-unknown");
	const accounts = { db, media: app.media, clocks: app.clocks, peekSeason: app.seasons.peek };
	expect(await getRefusalCode(renameTeam(accounts, user.id, "Back Again"))).toBe("not-signed-in");
	expect(await getRefusalCode(updateUser(accounts, user.id, { firstName: "Mo" }, null))).toBe("not-signed-in");
	const signIn = db
		.transaction()
		.execute((transaction) => requireSignInAllowed(transaction, user.id, app.clocks.wallNow()));
	expect(await getRefusalCode(signIn)).toBe("not-signed-in");
	expect(await isSignInBlocked(db, user.id, app.clocks.wallNow())).toBe(true);
	for (const change of [
		{ first_name: "Mo" },
		{ email: "mo@example.org" },
		{ team_name: "Back Again" },
		{ is_active: true },
	])
		await expect(updateUserRow(db, user.id, change)).rejects.toThrow("violates check constraint");
});

test("a deactivated account can be deleted too, but not that of the last operator or of the demo [D2.9.144]", async () => {
	const { user, client } = await createManager(app);
	const { db } = app.database;
	await db.updateTable("users").set({ is_active: false }).where("id", "=", user.id).execute();
	expect(await client(eraseCall, { body: { password: "a long enough secret" } })).toEqual({ erased: true });
	for (const [column, code] of [
		["is_operator", "last-operator"],
		["is_demo", "demo-account"],
	] as const) {
		const otherManager = await createManager(app);
		await db
			.updateTable("users")
			.set({ [column]: true })
			.where("id", "=", otherManager.user.id)
			.execute();
		const attempt = otherManager.client(eraseCall, { body: { password: "a long enough secret" } });
		expect((await getApiFailure(attempt)).code).toBe(code);
		expect((await otherManager.client(getUser, {})).user.email).toBe(otherManager.user.email);
		await db.updateTable("users").set({ is_operator: false }).where("id", "=", otherManager.user.id).execute();
	}
});

test("accounts that return with an older backup are erased again, but not others with the same id", async () => {
	const [restored, newer] = [await createManager(app), await createManager(app)];
	const { rows } = await app.database.pool.query<{ id: number; createdAt: Date }>(
		'SELECT id, created_at AS "createdAt" FROM users WHERE id IN ($1, $2) ORDER BY id',
		[restored.user.id, newer.user.id],
	);
	const list = rows.map(({ id, createdAt }) => ({
		id,
		createdAt: id === newer.user.id ? new Date(createdAt.getTime() - 60_000) : createdAt,
	}));
	expect(await eraseAccountsAgain(getServices(), list, buildContext())).toBe(1);
	expect(await eraseAccountsAgain(getServices(), list, buildContext())).toBe(0);
	expect((await newer.client(getUser, {})).user.email).toBe(newer.user.email);
	const erased = await listErasedAccounts(app.database.db);
	expect(erased.find(({ id }) => id === restored.user.id)).toEqual(list[0]);
	expect(erased.map(({ id }) => id)).not.toContain(newer.user.id);
});
