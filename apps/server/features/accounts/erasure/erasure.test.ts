import { eraseAccount as eraseCall } from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser, registerUser } from "@first-bounce/contract/accounts/user";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { autofillTeam, showMyTeam } from "@first-bounce/contract/team/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStandingsTable } from "../../../../../testing/season/play-rounds.ts";
import { readDataMap, readRemainingColumns } from "../../../../../testing/server/data-map.ts";
import { getApiFailure, getRefusalCode } from "../../../../../testing/server/failure.ts";
import {
	COLUMNS_WITHOUT_MARKER,
	findMarker,
	insertMarkers,
	insertMarkersOfOthers,
	listTextColumns,
} from "../../../../../testing/server/personal-markers.ts";
import {
	buildRegistrationForm,
	createManager,
	createTestApp,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { renameTeam, updateUser } from "../my-account/profile.ts";
import { isSignInBlocked, requireSignInAllowed } from "../users/account-access.ts";
import { findAccounts, setActive } from "../users/administer-users.ts";
import { updateUserRow } from "../users/user-queries.ts";
import { countErasedRows, listErasedAccounts } from "./erasure-queries.ts";
import { eraseAccount, eraseAccountsAgain } from "./service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const buildContext = () => ({ now: app.clocks.wallNow(), audit: { actor: "command line", reason: "Asked by mail" } });
const getServices = () => ({ db: app.database.db, media: app.media });

test("the data map lists every table and text column once", async () => {
	const map = readDataMap();
	expect(map.length).toBeGreaterThan(70);
	const columns: Record<string, string[]> = {};
	const { rows: tables } = await app.database.pool.query<{ name: string }>(
		"SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
	);
	for (const { name } of tables) columns[name] = [];
	for (const { table, column } of await listTextColumns(app.database.pool)) columns[table]?.push(column);
	expect(
		Object.fromEntries(map.map(({ table, personal, others }) => [table, [...personal, ...others].toSorted()])),
	).toEqual(columns);
	for (const { table, purpose, kept, inExport, erased } of map)
		expect([table, purpose, kept, inExport, erased]).not.toContain("");
});

test("an erasure leaves points, line-ups and prizes but nothing personal [D2.9.143]", async () => {
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
	const { league: otherLeague } = await other.client(createLeague, { body: { name: "The Stayers", startId: 2 } });
	await insertMarkers(app, { userId: user.id, teamId: team.id, leagueId: league.id, otherLeagueId: otherLeague.id });
	const personal = readDataMap().flatMap(({ table, personal: columns }) =>
		columns.map((column) => `${table}.${column}`),
	);
	expect(await findMarker(app.database.pool)).toEqual(
		personal.filter((column) => !COLUMNS_WITHOUT_MARKER.includes(column)).toSorted(),
	);

	const counted = await countErasedRows(app.database.db, user.id);
	expect(counted).toContainEqual({ table: "outbox_mails", rows: 4 });
	expect(counted).toContainEqual({ table: "leagues", rows: 2 });
	expect(await findMarker(app.database.pool)).toContain("users.email");
	expect(await eraseAccount(getServices(), user.id, buildContext())).toEqual(counted);

	expect(await findMarker(app.database.pool)).toEqual([]);
	expect(await findMarker(app.database.pool, "zqfriend")).toEqual([]);
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
		operator_role: null,
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
		"SELECT action, actor, reason, before, after FROM audit WHERE subject IN ($1, $2, $3) ORDER BY id",
		[`user:${user.id}`, `league:${league.id}`, "token:77"],
	);
	expect(audit).toEqual([
		{ action: "user-suspended", actor: "operator:1", reason: "", before: null, after: null },
		{ action: "message-hidden", actor: "operator:1", reason: "", before: { reports: 1 }, after: {} },
		{
			action: "announcement-hidden",
			actor: "operator:1",
			reason: "",
			before: { reports: 1, userId: user.id },
			after: {},
		},
		{
			action: "league-name-moderated",
			actor: "operator:1",
			reason: "",
			before: { avatarVersion: 0 },
			after: { avatarVersion: 0 },
		},
		{ action: "token-created", actor: `user:${user.id}`, reason: "", before: null, after: null },
		{ action: "token-revoked", actor: `user:${user.id}`, reason: "", before: null, after: null },
		{ action: "user-erased", actor: "command line", reason: "Asked by mail", before: null, after: null },
	]);
	const { rows: leagues } = await app.database.pool.query(
		"SELECT commissioner_id, name FROM leagues WHERE id IN ($1, $2) ORDER BY id",
		[league.id, otherLeague.id],
	);
	expect(leagues).toEqual([
		{ commissioner_id: other.user.id, name: `League ${league.id}` },
		{ commissioner_id: other.user.id, name: `League ${otherLeague.id}` },
	]);
	// A second erasure changes nothing, and the account cannot be found.
	expect(await eraseAccount(getServices(), user.id, buildContext())).toEqual([]);
	expect(await findAccounts(app.database.db, String(user.id))).toEqual([]);
});

test("stays only in columns that the privacy page allows", async () => {
	const gone = await createManager(app, "Gone Too");
	const other = await createManager(app, "Her Rival");
	const { league } = await gone.client(createLeague, { body: { name: "Farewell", startId: 2 } });
	const { league: otherLeague } = await other.client(createLeague, { body: { name: "Onwards", startId: 2 } });
	const { team } = await gone.client(showMyTeam, {});
	const person = { userId: gone.user.id, teamId: team.id, leagueId: league.id, otherLeagueId: otherLeague.id };
	await app.database.pool.query("DELETE FROM share_snapshots; DELETE FROM mail_stops");
	await insertMarkers(app, person);
	await app.database.pool.query("DELETE FROM suspensions WHERE user_id <> $1", [gone.user.id]);
	await insertMarkersOfOthers(app, person, other.user.id);
	await eraseAccount(getServices(), gone.user.id, buildContext());
	const allowed = readRemainingColumns();
	expect(allowed.length).toBeGreaterThan(15);
	expect(allowed.map(({ reason }) => reason)).not.toContain("");
	expect(await findMarker(app.database.pool)).toEqual(allowed.map(({ column }) => column).toSorted());
	const known = readDataMap().flatMap(({ table, personal, others }) =>
		[...personal, ...others].map((column) => `${table}.${column}`),
	);
	for (const { column } of allowed) expect(known).toContain(column);
});

test("another person's rows with the same texts stay as they are", async () => {
	const [gone, stays] = [await createManager(app, "Same Words"), await createManager(app, "Same Words Too")];
	const { pool, db } = app.database;
	const { league } = await stays.client(createLeague, { body: { name: "Zqshared Words", startId: 2 } });
	const { league: goneLeague } = await gone.client(createLeague, { body: { name: "Elsewhere", startId: 2 } });
	await pool.query(`INSERT INTO league_conversations (league_id, version) VALUES (${league.id}, 9);
		INSERT INTO announcements (text, tone, created_at) VALUES ('zqshared', 'info', now())`);
	const write = async ({ user }: typeof gone, leagueId: number, legacyLeagueId: number) => {
		const { id } = user;
		await pool.query(`
			UPDATE users SET first_name = 'Zqshared', last_name = 'Same' WHERE id = ${id};
			INSERT INTO league_messages (league_id, version, kind, user_id, text, client_key, at)
				VALUES (${league.id}, 9, 'text', ${id}, 'zqshared', gen_random_uuid(), now());
			INSERT INTO league_events (league_id, kind, user_id, data) VALUES (${leagueId}, 'announcement', ${id}, '{"text": "zqshared"}');
			INSERT INTO suspensions (user_id, reason, suspended_at, was_active) VALUES (${id}, 'zqshared', now(), true);
			INSERT INTO access_tokens (user_id, name, scopes, token_hash, created_at, expires_at)
				VALUES (${id}, 'zqshared', '{read:team}', sha256('${id}'), now(), now() + interval '1 day');
			INSERT INTO contact_messages (user_id, name, email, message, page, created_at)
				VALUES (${id}, 'zqshared', 'zqshared@example.org', 'zqshared', '', now());
			INSERT INTO league_invites (league_id, email, invited_by, token, created_at)
				VALUES (${leagueId}, 'zqshared@example.org', ${id}, 'zqshared-${id}', now());
			INSERT INTO audit (actor, action, subject, reason, before) VALUES
				('operator:1', 'message-hidden', 'league:${league.id}', 'zqshared', '{"text": "zqshared", "reports": 1, "userId": ${id}}'),
				('operator:1', 'announcement-hidden', 'league:${legacyLeagueId}', 'zqshared', '{"text": "zqshared", "reports": 1}'),
				('user:${id}', 'token-created', 'token:${id}', '', '{"name": "zqshared"}'),
				('operator:1', 'user-suspended', 'user:${id}', 'zqshared', '{"name": "zqshared"}'),
				('operator:1', 'announcement-withdrawn', 'announcement:${id}', '', '{"text": "zqshared"}');`);
	};
	const countRows = async () => {
		const counts: Record<string, number> = {};
		for (const place of await findMarker(pool, "zqshared")) {
			const [table = "", column = ""] = place.split(".");
			const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE lower("${column}"::text) LIKE '%zqshared%'`);
			counts[place] = rowCount ?? 0;
		}
		return counts;
	};
	await write(stays, league.id, league.id);
	const before = await countRows();
	expect(before).toMatchObject({ "audit.before": 5, "audit.reason": 3, "league_messages.text": 2, "leagues.name": 1 });
	await write(gone, goneLeague.id, goneLeague.id);
	await eraseAccount(getServices(), gone.user.id, buildContext());
	// Of the person who is gone, only the entry about an announcement of the operators stays.
	expect(await countRows()).toEqual({ ...before, "audit.before": 6 });
	const entries = await db
		.selectFrom("audit")
		.select(["action", "reason", "before"])
		.where("subject", "=", `league:${league.id}`)
		.orderBy("id")
		.execute();
	expect(entries).toEqual([
		{
			action: "message-hidden",
			reason: "zqshared",
			before: { text: "zqshared", reports: 1, userId: stays.user.id },
		},
		{ action: "announcement-hidden", reason: "zqshared", before: { text: "zqshared", reports: 1 } },
		{ action: "message-hidden", reason: "", before: { reports: 1, userId: gone.user.id } },
	]);
});

test("mails, invitations and counts of an unconfirmed address are erased too", async () => {
	const { user } = await createManager(app, "Never Confirmed");
	const inviter = await createManager(app, "The Inviter");
	const { pool, db } = app.database;
	const address = "zqunconfirmed@example.org";
	const { league } = await inviter.client(createLeague, { body: { name: "Come In", startId: 2 } });
	await inviter.client(inviteToLeague, { params: { id: league.id }, body: { invites: [{ email: address }] } });
	await pool.query("UPDATE users SET email = $1, email_verified_at = NULL WHERE id = $2", [address, user.id]);
	expect(await findMarker(pool, "zqunconfirmed")).toEqual([
		"league_invites.email",
		"outbox_mails.to_address",
		"users.email",
	]);
	const counted = await db.selectFrom("mail_counts").select("subject").where("subject", "like", "address:%").execute();
	expect(counted).toEqual([{ subject: "address:2d265affa5c2a95fe683e90bd25a67c73dae1e5075e51b97a742202c324ff108" }]);
	await eraseAccount(getServices(), user.id, buildContext());
	expect(await findMarker(pool, "zqunconfirmed")).toEqual([]);
	expect(await db.selectFrom("mail_counts").select("subject").where("subject", "like", "address:%").execute()).toEqual(
		[],
	);
});

test("a manager deletes her account with her password, for good [D2.9.144]", async () => {
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

test("a sign-in that began before the erasure leaves nothing behind", async () => {
	const { user } = await createManager(app);
	const { db } = app.database;
	const [account] = await findAccounts(db, String(user.id));
	if (!account) throw new Error("no account");
	await eraseAccount(getServices(), user.id, buildContext());
	expect(await getRefusalCode(setActive(db, account, true))).toBe("user-unknown");
	const accounts = { db, media: app.media, clocks: app.clocks, peekSeason: app.seasons.peek };
	expect(await getRefusalCode(renameTeam(accounts, user.id, "Back Again"))).toBe("not-signed-in");
	expect(await getRefusalCode(updateUser(accounts, user.id, { firstName: "Mo" }, null))).toBe("not-signed-in");
	const signIn = db.transaction().execute((trx) => requireSignInAllowed(trx, user.id, app.clocks.wallNow()));
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

test("a deactivated account can be deleted, except the last operator's [D2.9.144]", async () => {
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

test("accounts that return with an older backup are erased again", async () => {
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
