import { readFile } from "node:fs/promises";
import {
	changeEmail,
	changePassword,
	deactivateAccount,
	requestPasswordReset,
	resetPassword,
	verifyEmail,
} from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser } from "@first-bounce/contract/accounts/user";
import { signInToDemo } from "@first-bounce/contract/clock";
import { confirmOperator, enrolOperator } from "@first-bounce/contract/operator/access";
import * as people from "@first-bounce/contract/operator/people";
import { announceToAll, showAnnouncements } from "@first-bounce/contract/site/announcements";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSeasonFolder } from "../../../../testing/season/season-folder.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp, verifyOperator } from "../../../../testing/server/test-app.ts";
import { generateUnusedCode } from "../accounts/second-factor/one-time-code.ts";
import { hashPassword } from "../accounts/sign-in/passwords.ts";
import { findAccounts, grantOperatorRole } from "../accounts/users/administer-users.ts";
import { createMailedToken } from "../notifications/mail/mailed-token-queries.ts";
import { importSeason } from "../seasons/import/import-season.ts";
import { beginSeason } from "../seasons/rollover/rollover.ts";
import { DEMO_EMAIL, DEMO_PASSWORD, syncDemoAccounts } from "./demo-accounts.ts";
import { createDemoManager, findDemoManagerId } from "./queries.ts";
import { createDemoServices } from "./service.ts";

let app: TestApp;
let managerId: number;
let rivalId: number;
beforeEach(async () => {
	app = await createTestApp({
		demo: {
			isOffered: () => true,
			managerId: () => findDemoManagerId(app.database.db),
			getDraftLeague: async () => null,
			playRound: async () => undefined,
		},
	});
	const { db } = app.database;
	await sql`UPDATE seasons SET is_demo = true, data_version = data_version + 1`.execute(db);
	await app.seasons.refresh();
	managerId = await createDemoManager(db, {
		email: DEMO_EMAIL,
		passwordHash: await hashPassword(DEMO_PASSWORD),
		now: app.clocks.wallNow(),
	});
	rivalId = (await createManager(app, "A Rival")).user.id;
	const rival = { is_bot: true, is_demo: true, password_hash: null };
	await db.updateTable("users").set(rival).where("id", "=", rivalId).execute();
});
afterEach(() => app.close());

const signInToTheDemo = async () => app.as((await app.visitor(signInToDemo, {})).sessionId);
const signInOperator = async () => {
	const client = await signInToTheDemo();
	await verifyOperator(app, managerId);
	return client;
};
const importRealSeason = async () => {
	const folder = createSeasonFolder();
	await importSeason(app.database.db, folder.path, { endDemo: true });
	folder.discard();
};
/** Lists the tables that still have rows giving access or rights to a demo account. */
async function listRemainingAccess() {
	const tables = {
		users: sql`SELECT id FROM users WHERE is_demo AND (is_operator OR password_hash IS NOT NULL OR retired_at IS NULL)`,
		sessions: sql`SELECT user_id FROM sessions WHERE user_id IN (${managerId}, ${rivalId})`,
		identities: sql`SELECT user_id FROM identities WHERE user_id IN (${managerId}, ${rivalId})`,
		operator_factors: sql`SELECT user_id FROM operator_factors WHERE user_id = ${managerId}`,
		operator_recovery_codes: sql`SELECT user_id FROM operator_recovery_codes WHERE user_id = ${managerId}`,
		mailed_tokens: sql`SELECT user_id FROM mailed_tokens WHERE user_id IN (${managerId}, ${rivalId})`,
		push_subscriptions: sql`SELECT user_id FROM push_subscriptions WHERE user_id IN (${managerId}, ${rivalId})`,
		oidc_payloads: sql`SELECT id FROM oidc_payloads`,
	};
	const left: string[] = [];
	for (const [name, query] of Object.entries(tables))
		if ((await query.execute(app.database.db)).rows.length > 0) left.push(name);
	return left;
}

/** Signs in as the demo manager, with another email address and a row in every table that gives access. */
async function signInWithFullAccess() {
	const { db, pool } = app.database;
	const client = await signInOperator();
	await db.updateTable("users").set({ email: "mine@example.test" }).where("id", "=", managerId).execute();
	const { secret } = await client(enrolOperator, { body: {} });
	const code = generateUnusedCode(secret, 0, app.clocks.wallNow()) ?? "";
	await client(confirmOperator, { body: { code } });
	await createMailedToken(db, {
		kind: "change-email",
		userId: managerId,
		email: "other@example.test",
		now: Date.now(),
	});
	await pool.query("INSERT INTO identities (issuer, sub, user_id) VALUES ('https://id.example', 'x', $1)", [rivalId]);
	await pool.query(
		"INSERT INTO oidc_payloads (kind, id, payload) VALUES ('Session', 's', jsonb_build_object('accountId', $1::text))",
		[String(managerId)],
	);
	await pool.query(
		`INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language, created_at)
		SELECT user_id, id, 'https://push.example', repeat('p', 87), repeat('a', 22), 'en', now() FROM sessions LIMIT 1`,
	);
	return client;
}

test.each([
	["an imported season that becomes current", importRealSeason],
	[
		"a season that an operator begins",
		async () => {
			await sql`UPDATE seasons SET is_current = false WHERE is_demo`.execute(app.database.db);
			await sql`INSERT INTO seasons (id, name, rules) SELECT 9, 'Real', rules FROM seasons LIMIT 1
				ON CONFLICT DO NOTHING`.execute(app.database.db);
			await beginSeason(app.database.db, 9, { actor: "command line", reason: "" });
		},
	],
	["a start without the demo", () => syncDemoAccounts(app.database.db, false)],
])("%s ends all sessions, tokens, factors and rights of the demo", async (_, end) => {
	const client = await signInWithFullAccess();
	await end();
	expect(await listRemainingAccess()).toEqual([]);
	expect((await getApiFailure(client(getUser, {}))).code).toBe("not-signed-in");
	expect((await getApiFailure(client(people.findUsers, { query: {} }))).code).toBe("not-signed-in");
	expect(await getApiFailure(signInToTheDemo())).toMatchObject({ status: 403, code: "demo-off" });
	for (const id of [managerId, rivalId])
		await expect(app.getToken(id), String(id)).rejects.toMatchObject({ status: 403, message: "demo-over" });
	for (const email of [DEMO_EMAIL, "mine@example.test"]) {
		const signIn = app.visitor(authLogin, { body: { email, password: DEMO_PASSWORD } });
		expect((await getApiFailure(signIn)).code).toBe("wrong-credentials");
	}
	await end();
	const retired = sql<{ count: number }>`SELECT count(*) FROM audit WHERE action = 'demo-retired'`;
	expect((await retired.execute(app.database.db)).rows).toEqual([{ count: 1 }]);
});

test("a real person's account survives the end of the demo", async () => {
	const { user, sessionId } = await createManager(app, "A Person");
	const operator = await signInOperator();
	const { user: other } = await createManager(app, "Another Person");
	const body = { reason: "for fun", until: null };
	await operator(people.suspendUser, { params: { id: other.id }, body });
	await operator(announceToAll, { body: { text: "The demo says hello", tone: "info", until: null } });
	await importRealSeason();
	expect((await app.as(sessionId)(getUser, {})).user).toMatchObject({ id: user.id, isActive: true });
	const signIn = app.visitor(authLogin, { body: { email: other.email, password: "a long enough secret" } });
	expect((await signIn).user.isActive).toBe(true);
	expect((await app.visitor(showAnnouncements, {})).announcements).toEqual([]);
});

test("a demo that is enabled again has the documented password", async () => {
	await syncDemoAccounts(app.database.db, false);
	await syncDemoAccounts(app.database.db, true);
	const { user } = await app.visitor(authLogin, { body: { email: DEMO_EMAIL, password: DEMO_PASSWORD } });
	expect(user).toMatchObject({ id: managerId, isActive: true, isOperator: true });
	await importRealSeason();
	await syncDemoAccounts(app.database.db, true);
	expect((await getApiFailure(signInToTheDemo())).code).toBe("demo-off");
});

test("a start restores the demo manager's credentials", async () => {
	const { db } = app.database;
	const visitor = await signInWithFullAccess();
	const changed = { password_hash: await hashPassword("seven purple lanterns"), is_operator: false };
	await db.updateTable("users").set(changed).where("id", "=", managerId).execute();
	await sql`DELETE FROM identities`.execute(db);
	await syncDemoAccounts(db, true);
	const { user, sessionId } = await app.visitor(authLogin, { body: { email: DEMO_EMAIL, password: DEMO_PASSWORD } });
	expect(user).toMatchObject({ id: managerId, isActive: true, isOperator: true });
	const left = await listRemainingAccess();
	expect(left).not.toContain("operator_factors");
	expect(left).not.toContain("oidc_payloads");
	expect((await getApiFailure(visitor(getUser, {}))).code).toBe("not-signed-in");
	expect((await app.as(sessionId)(enrolOperator, { body: {} })).secret).toEqual(expect.any(String));
});

test("a start does not change a demo manager with the documented credentials", async () => {
	const { db } = app.database;
	const visitor = await signInToTheDemo();
	const getUserRow = () => db.selectFrom("users").where("id", "=", managerId).selectAll().executeTakeFirstOrThrow();
	const before = await getUserRow();
	await syncDemoAccounts(db, true);
	expect(await getUserRow()).toEqual(before);
	expect((await visitor(getUser, {})).user.id).toBe(managerId);
});

test("a start removes the addresses that an earlier version stored of visitors", async () => {
	await signInToTheDemo();
	const { db, pool } = app.database;
	await pool.query("UPDATE sessions SET address = '203.0.113.7'");
	const { user } = await createManager(app);
	await app.getToken(user.id);
	await pool.query("UPDATE sessions SET address = '203.0.113.8' WHERE user_id = $1", [user.id]);
	await syncDemoAccounts(db, true);
	const { rows } = await pool.query(
		"SELECT DISTINCT user_id, address FROM sessions WHERE user_id <> $1 ORDER BY user_id",
		[rivalId],
	);
	expect(rows).toEqual([
		{ user_id: managerId, address: "" },
		{ user_id: user.id, address: "203.0.113.8" },
	]);
});

test("the demo starts even if a visitor's account has the documented address", async () => {
	const { db } = app.database;
	const { user } = await createManager(app, "A Namesake");
	await db.updateTable("users").set({ email: "mine@example.test" }).where("id", "=", managerId).execute();
	await db.updateTable("users").set({ email: DEMO_EMAIL }).where("id", "=", user.id).execute();
	await syncDemoAccounts(db, true);
	const rows = await db
		.selectFrom("users")
		.where("id", "in", [managerId, user.id])
		.orderBy("id")
		.select("email")
		.execute();
	expect(rows).toEqual([{ email: "mine@example.test" }, { email: DEMO_EMAIL }]);
	expect((await (await signInToTheDemo())(getUser, {})).user.id).toBe(managerId);
});

test("the demo manager's account cannot be changed, closed or promoted", async () => {
	const { db } = app.database;
	const client = await signInToTheDemo();
	const now = app.clocks.wallNow();
	const password = DEMO_PASSWORD;
	const newPassword = "seven purple lanterns";
	const changeToken = await createMailedToken(db, {
		kind: "change-email",
		userId: managerId,
		email: "mine@example.test",
		now,
	});
	const resetToken = await createMailedToken(db, { kind: "reset-password", userId: managerId, email: DEMO_EMAIL, now });
	for (const refused of [
		() => client(changeEmail, { body: { email: "mine@example.test", password } }),
		() => client(changePassword, { body: { password, newPassword } }),
		() => client(deactivateAccount, {}),
		() => app.visitor(verifyEmail, { body: { token: changeToken } }),
		() => app.visitor(resetPassword, { body: { token: resetToken, password: newPassword } }),
	])
		expect(await getApiFailure(refused())).toMatchObject({
			status: 403,
			code: "demo-account",
			message: "The demo account is shared, so this can't be changed. Sign up to get your own",
		});
	await app.visitor(requestPasswordReset, { body: { email: DEMO_EMAIL } });
	const [account] = await findAccounts(db, String(managerId));
	if (!account) throw new Error("no demo manager");
	await expect(grantOperatorRole(db, account, { role: "owner", now })).rejects.toThrow("demo-account");
	expect(await db.selectFrom("outbox_mails").where("to_address", "=", DEMO_EMAIL).selectAll().execute()).toEqual([]);
	const { user } = await app.visitor(authLogin, { body: { email: DEMO_EMAIL, password } });
	expect(user).toMatchObject({ id: managerId, isActive: true });
});

test("the demo manager is found by is_demo, not by email address", async () => {
	const { db } = app.database;
	const demo = createDemoServices({ demo: true, demoMayRun: true }, { db, seasons: app.seasons, clocks: app.clocks });
	await db.updateTable("users").set({ email: "mine@example.test" }).where("id", "=", managerId).execute();
	await createManager(app, "Somebody Else");
	await db.updateTable("users").set({ email: DEMO_EMAIL }).where("team_name", "=", "Somebody Else").execute();
	expect(await demo?.managerId()).toBe(managerId);
});

test("the migration marks all demo accounts, whatever their address, and no others", async () => {
	const { db, pool } = app.database;
	const migration = await readFile(
		new URL("../../db/migrations/0050-0099/0069-demo-accounts.sql", import.meta.url),
		"utf8",
	);
	const repeatMigration = async () => {
		await pool.query("ALTER TABLE users DROP COLUMN retired_at, DROP COLUMN is_demo");
		await pool.query(migration);
		return (await db.selectFrom("users").where("is_demo", "=", true).orderBy("id").select("id").execute()).map(
			({ id }) => id,
		);
	};
	const { user: namesake } = await createManager(app, "Namesake");
	await pool.query(
		"INSERT INTO seasons (id, name, rules, is_demo, generated_from) SELECT 90, 'First', rules, true, $1 FROM seasons LIMIT 1",
		[JSON.stringify({ after: null })],
	);
	await pool.query("UPDATE users SET email = 'mine@example.test' WHERE id = $1", [managerId]);
	await pool.query("UPDATE users SET email = $2 WHERE id = $1", [namesake.id, DEMO_EMAIL]);
	await pool.query("INSERT INTO teams (season_id, user_id) VALUES (90, $1)", [managerId]);
	expect(await repeatMigration()).toEqual([managerId, rivalId]);
	await pool.query("DELETE FROM users WHERE id = ANY ($1)", [[managerId, rivalId]]);
	await pool.query("UPDATE seasons SET is_demo = false");
	expect(await repeatMigration()).toEqual([]);
});
