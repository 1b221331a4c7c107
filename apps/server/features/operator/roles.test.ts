import { eraseAccount } from "@first-bounce/contract/accounts/account";
import { getUser } from "@first-bounce/contract/accounts/user";
import { listAudit } from "@first-bounce/contract/operator/audit";
import { beginMaintenance, listSettings, sendTestMail } from "@first-bounce/contract/operator/installation";
import { showOverview } from "@first-bounce/contract/operator/operator";
import * as people from "@first-bounce/contract/operator/people";
import { holdRound } from "@first-bounce/contract/operator/season";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { announceToAll } from "@first-bounce/contract/site/announcements";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listCalls } from "../../../../testing/openapi/list-calls.ts";
import { getApiFailure } from "../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp, verifyOperator } from "../../../../testing/server/test-app.ts";
import {
	changeOperatorRole,
	findAccounts,
	grantOperatorRole,
	revokeOperatorRole,
	setActive,
} from "../accounts/users/administer-users.ts";
import { suspendAccount } from "../accounts/users/suspend-account.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
// Each test has the owners that it creates, and no others.
beforeEach(() => app.database.db.updateTable("users").set({ operator_role: null }).execute());

const reason = "a new season";
const PASSWORD = "a long enough secret";

async function createOperator(role: OperatorRole) {
	const manager = await createManager(app);
	await app.database.db.updateTable("users").set({ operator_role: role }).where("id", "=", manager.user.id).execute();
	await verifyOperator(app, manager.user.id);
	return manager;
}

async function getAccount(id: number) {
	const [account] = await findAccounts(app.database.db, String(id));
	if (!account) throw new Error("no account");
	return account;
}

const loadRole = async (id: number) => (await getAccount(id)).operatorRole;

describe("an owner in the console [D2.9.531]", () => {
	test("makes a manager an operator, who sets up a second factor", async () => {
		const owner = await createOperator("owner");
		const manager = await createManager(app);
		const params = { id: manager.user.id };
		const granted = await owner.client(people.setOperatorRole, { params, body: { reason, role: "match-day" } });
		expect(granted.user).toMatchObject({ isOperator: true, operatorRole: "match-day" });
		expect(granted.setupCode).toMatch(/^[A-Z0-9-]{10,}$/i);
		expect((await manager.client(getUser, {})).user.isOperator).toBe(true);
		const [entry] = (await owner.client(listAudit, { query: {} })).entries;
		expect(entry).toMatchObject({
			action: "operator-added",
			subject: `user:${manager.user.id}`,
			reason,
			before: { role: null },
			after: { role: "match-day" },
		});
	});

	test("changes a role, which takes effect with the next code", async () => {
		const owner = await createOperator("owner");
		const operator = await createOperator("match-day");
		const params = { id: operator.user.id };
		const body = { reason, role: "viewer" as const };
		expect((await owner.client(people.setOperatorRole, { params, body })).setupCode).toBeNull();
		expect((await getApiFailure(operator.client(showOverview, {}))).code).toBe("second-factor-needed");
		await verifyOperator(app, operator.user.id);
		await operator.client(showOverview, {});
		const announcement = { text: "Lightning", tone: "warn" as const, until: null };
		expect((await getApiFailure(operator.client(announceToAll, { body: announcement }))).code).toBe("role-not-allowed");
	});

	test("ends a role, and the console closes at once in every process", async () => {
		const owner = await createOperator("owner");
		const operator = await createOperator("moderator");
		const second = await app.startSecondServer();
		const elsewhere = second.as(await app.getToken(operator.user.id));
		await verifyOperator(app, operator.user.id);
		await elsewhere(people.findUsers, { query: {} });
		const params = { id: operator.user.id };
		const ended = await owner.client(people.setOperatorRole, { params, body: { reason, role: null } });
		expect(ended.user).toMatchObject({ isOperator: false, operatorRole: null });
		for (const client of [operator.client, elsewhere])
			expect((await getApiFailure(client(people.findUsers, { query: {} }))).code).toBe("not-operator");
		const { rows } = await app.database.pool.query(
			"SELECT FROM sessions WHERE user_id = $1 AND operator_until > now()",
			[operator.user.id],
		);
		expect(rows).toEqual([]);
		await second.close();
	});
});

describe("the last owner [D2.9.532]", () => {
	test("cannot be removed, demoted, suspended, erased or deactivated", async () => {
		const { db } = app.database;
		const owner = await createOperator("owner");
		await createOperator("match-day");
		const account = await getAccount(owner.user.id);
		const params = { id: owner.user.id };
		const audit = { actor: "operator:0", reason };
		const attempts = [
			() => owner.client(people.setOperatorRole, { params, body: { reason, role: null } }),
			() => owner.client(people.setOperatorRole, { params, body: { reason, role: "viewer" } }),
			() => owner.client(eraseAccount, { body: { password: PASSWORD } }),
		];
		for (const attempt of attempts) expect((await getApiFailure(attempt())).code).toBe("last-operator");
		const refused = { status: 409, message: "last-operator" };
		await expect(revokeOperatorRole(db, account)).rejects.toMatchObject(refused);
		await expect(changeOperatorRole(db, account, "moderator")).rejects.toMatchObject(refused);
		await expect(grantOperatorRole(db, account, { role: "viewer", now: 0 })).rejects.toMatchObject(refused);
		await expect(setActive(db, account, false)).rejects.toMatchObject(refused);
		const terms = { endsAt: null, by: null, now: app.clocks.wallNow() };
		await expect(suspendAccount(db, account.id, terms, audit)).rejects.toMatchObject(refused);
		expect(await getAccount(owner.user.id)).toMatchObject({ operatorRole: "owner", isActive: true, suspension: null });
	});

	test("is not counted among the owners while deactivated", async () => {
		const owner = await createOperator("owner");
		const other = await createOperator("owner");
		await setActive(app.database.db, await getAccount(other.user.id), false);
		const account = await getAccount(owner.user.id);
		await expect(revokeOperatorRole(app.database.db, account)).rejects.toMatchObject({ message: "last-operator" });
	});

	test("stays if two owners end each other's role at the same moment", async () => {
		const owners = [await createOperator("owner"), await createOperator("owner")];
		const accounts = await Promise.all(owners.map(({ user }) => getAccount(user.id)));
		const both = await Promise.allSettled(accounts.map((account) => revokeOperatorRole(app.database.db, account)));
		expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		expect((await Promise.all(owners.map(({ user }) => loadRole(user.id)))).toSorted()).toEqual(
			[null, "owner"].toSorted(),
		);
	});
});

test("a role that somebody else has changed meanwhile stays as it is", async () => {
	const { db } = app.database;
	await createOperator("owner");
	const [removed, added] = [await createOperator("match-day"), await createManager(app)];
	const seen = { removed: await getAccount(removed.user.id), added: await getAccount(added.user.id) };
	await revokeOperatorRole(db, seen.removed);
	await grantOperatorRole(db, seen.added, { role: "moderator", now: app.clocks.wallNow() });
	const refused = { status: 409, message: "operator-role-changed" };
	await expect(changeOperatorRole(db, seen.removed, "viewer")).rejects.toMatchObject(refused);
	// The set-up code that the other operator passes on stays valid.
	await expect(grantOperatorRole(db, seen.added, { role: "viewer", now: 0 })).rejects.toMatchObject(refused);
	expect([await loadRole(removed.user.id), await loadRole(added.user.id)]).toEqual([null, "moderator"]);
});

test("the demo's manager gives no roles and does not close the site [D2.9.533]", async () => {
	const { client, user } = await createOperator("owner");
	const { user: other } = await createManager(app);
	await app.database.db.updateTable("users").set({ is_demo: true }).where("id", "=", user.id).execute();
	for (const attempt of [
		() => client(people.setOperatorRole, { params: { id: other.id }, body: { reason, role: "owner" } }),
		() => client(beginMaintenance, { body: { reason, text: "Back soon", until: null } }),
		() => client(listSettings, {}),
		() => client(sendTestMail, {}),
	])
		expect((await getApiFailure(attempt())).code).toBe("demo-account");
	expect(await loadRole(other.id)).toBeNull();
});

test("a moderator cannot suspend an operator [D2.9.533]", async () => {
	const owner = await createOperator("owner");
	const moderator = await createOperator("moderator");
	const manager = await createManager(app);
	const suspend = (id: number) =>
		moderator.client(people.suspendUser, { params: { id }, body: { reason, until: null } });
	expect((await getApiFailure(suspend(owner.user.id))).code).toBe("operator-account");
	expect((await suspend(manager.user.id)).user.suspension).toMatchObject({ reason });
});

describe("what a role may not see [D2.9.534]", () => {
	const SECRET = "Zebrafinch";
	beforeAll(async () => {
		const { pool } = app.database;
		const { client } = await createOperator("owner");
		await client(holdRound, { params: { id: 1 }, body: { reason: `${SECRET} hold` } });
		await pool.query("DELETE FROM audit");
		const named = await createManager(app, "Plain Team");
		const actor = `operator:${named.user.id}`;
		await pool.query(
			`INSERT INTO audit (actor, reason, action, subject, before, after) VALUES
			($3, $1, 'user-suspended', 'user:1', $2, $2), ($3, $1, 'match-changed', 'match:1:101', $2, NULL)`,
			[`${SECRET} reason`, JSON.stringify({ email: "zebrafinch@example.org" }), actor],
		);
		await pool.query(
			"INSERT INTO season_import_changes (season_id, actor, reason, source, changes) VALUES (1, $1, $2, 'files', '[]')",
			[actor, `${SECRET} import`],
		);
		await pool.query("UPDATE users SET first_name = $1, last_name = $1, email = $2, team_name = NULL WHERE id = $3", [
			SECRET,
			"zebrafinch@example.org",
			named.user.id,
		]);
		await pool.query("UPDATE users SET team_name = 'Team ' || id WHERE id = $1", [named.user.id]);
		await pool.query(
			"INSERT INTO announcements (text, tone, created_at, created_by) VALUES ('Hello', 'info', now(), $1)",
			[named.user.id],
		);
	});

	/** The paths of the reading calls of viewers. */
	const listViewerPaths = async () =>
		(await listCalls())
			.filter(({ access, role, method }) => access === "operator" && role === "viewer" && method === "GET")
			.map(({ path }) => path.replaceAll(/:\w+/g, "1"))
			.map((path) => (path.endsWith("/names") ? `${path}?kind=team` : path));

	const readAll = async (token: string) => {
		const leaking: string[] = [];
		for (const path of await listViewerPaths()) {
			const headers = { host: "localhost:3000", "x-sid": token };
			const { body } = await app.app.inject({ url: `/api/en${path}`, headers });
			if (/zebrafinch/i.test(body)) leaking.push(path);
		}
		return leaking;
	};

	test("is nowhere in what a viewer reads, unlike an owner", async () => {
		expect(await listViewerPaths()).toHaveLength(31);
		const viewer = await createOperator("viewer");
		const owner = await createOperator("owner");
		expect(await readAll(await getVerifiedToken(viewer.user.id))).toEqual([]);
		expect((await readAll(await getVerifiedToken(owner.user.id))).toSorted()).toEqual([
			"/operator/announcements",
			"/operator/audit",
			"/operator/names?kind=team",
			"/operator/rounds",
			"/operator/season-imports",
		]);
	});

	test("is not found by searching for it", async () => {
		const owner = await createOperator("owner");
		const viewer = await createOperator("viewer");
		const search = { query: { search: `${SECRET} reason` } };
		expect((await owner.client(listAudit, search)).entries).toHaveLength(2);
		expect((await viewer.client(listAudit, search)).entries).toEqual([]);
		const name = { query: { search: SECRET } };
		expect((await (await createOperator("match-day")).client(listAudit, name)).entries).toHaveLength(2);
		expect((await viewer.client(listAudit, name)).entries).toEqual([]);
		const { entries } = await viewer.client(listAudit, { query: {} });
		expect(entries.map(({ actor }) => actor)).toEqual([
			expect.stringMatching(/^operator:\d+$/),
			expect.stringMatching(/^operator:\d+$/),
		]);
	});

	test("includes reasons about people, for match day", async () => {
		const { client } = await createOperator("match-day");
		const { entries } = await client(listAudit, { query: {} });
		expect(entries.map(({ action, reason: text, before }) => [action, text, before])).toEqual([
			["match-changed", `${SECRET} reason`, { email: "[mail]" }],
			["user-suspended", "", null],
		]);
	});

	async function getVerifiedToken(id: number) {
		const token = await app.getToken(id);
		await verifyOperator(app, id);
		return token;
	}
});

describe("a process of the previous release [D2.9.535]", () => {
	const loadFlags = async (id: number) =>
		(await app.database.pool.query("SELECT is_operator, operator_role FROM users WHERE id = $1", [id])).rows[0];

	test("takes only owners for operators", async () => {
		const owner = await createOperator("owner");
		const viewer = await createOperator("viewer");
		expect(await loadFlags(owner.user.id)).toEqual({ is_operator: true, operator_role: "owner" });
		expect(await loadFlags(viewer.user.id)).toEqual({ is_operator: false, operator_role: "viewer" });
	});

	test("adds and removes owners", async () => {
		const { user } = await createManager(app);
		const set = (isOperator: boolean) =>
			app.database.pool.query("UPDATE users SET is_operator = $2 WHERE id = $1", [user.id, isOperator]);
		await set(true);
		expect(await loadFlags(user.id)).toEqual({ is_operator: true, operator_role: "owner" });
		await set(false);
		expect(await loadFlags(user.id)).toEqual({ is_operator: false, operator_role: null });
	});
});
