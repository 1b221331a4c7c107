import {
	deactivateAccount,
	reactivateUser,
	requestPasswordReset,
	resetPassword,
} from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser, registerUser } from "@first-bounce/contract/accounts/user";
import { listAudit } from "@first-bounce/contract/operator/audit";
import { listMails, showMail } from "@first-bounce/contract/operator/mails";
import * as people from "@first-bounce/contract/operator/people";
import { DAY_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	type Client,
	createManager,
	createTestApp,
	createTestOperator,
	type TestApp,
	verifyOperator,
} from "../../../../../testing/server/test-app.ts";
import { listMailsTo, processResets } from "../../../../../testing/services/outbox.ts";
import { hashToken } from "../../../db/hash-token.ts";
import { createMailedToken } from "../../notifications/mail/mailed-token-queries.ts";
import { reactivateAccount } from "../my-account/deactivate-account.ts";
import { createSessionStore } from "../sessions/session-store.ts";
import { liftEndedSuspensions } from "./lift-suspensions.ts";
import { findProviderAccount } from "./service.ts";
import { suspendAccount } from "./suspend-account.ts";

const START = Date.parse("2026-08-26T08:00:00Z");
const END = "2026-09-02T08:00:00.000Z";
const reason = "Abuse in a league";
const password = "a long enough secret";

let app: TestApp;
let client: Client;
let operatorId: number;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
	app.clocks.setWall(START);
	const operator = await createTestOperator(app);
	await verifyOperator(app, operator.user.id);
	client = operator.client;
	operatorId = operator.user.id;
});

const suspend = (id: number, until: string | null = END) =>
	client(people.suspendUser, { params: { id }, body: { reason, until } });
const liftSuspensionOf = (id: number) =>
	client(people.liftSuspension, { params: { id }, body: { reason: "The owner apologised" } });
const signIn = (email: string) => app.visitor(authLogin, { body: { email, password } });
const findLastMailTo = async (to: string) => {
	const { mails } = await client(listMails, { query: {} });
	const mail = mails.find((mail) => mail.to === to);
	return { kind: mail?.kind, text: (await client(showMail, { params: { id: mail?.id ?? 0 } })).text };
};
const isActive = async (id: number) => (await client(people.showUserAccount, { params: { id } })).user.isActive;

describe("a suspended account", () => {
	test("gets mails in the language its owner last used", async () => {
		const { user } = await createManager(app);
		const sendRequest = (method: "GET" | "POST", path: string, headers = {}, payload = {}) =>
			app.app.inject({ method, url: path, headers, ...(method === "POST" ? { payload } : {}) });
		await sendRequest("POST", `/api/fr${authLogin.path}`, {}, { email: user.email, password });
		await suspend(user.id);
		expect((await findLastMailTo(user.email)).text).toContain("Votre compte est suspendu");
		await liftSuspensionOf(user.id);
		expect((await findLastMailTo(user.email)).text).toContain("La suspension de votre compte");

		const token = await app.getToken(user.id);
		app.clocks.setWall(START + 6 * 60_000);
		await sendRequest("GET", `/api/en${getUser.path}`, { "x-sid": token });
		await verifyOperator(app, operatorId);
		await suspend(user.id);
		expect((await findLastMailTo(user.email)).text).toContain("Your account is suspended");
	});

	test("is signed out at once and told why by mail", async () => {
		const { user, client: owner } = await createManager(app);
		const { user: shown } = await suspend(user.id);
		expect(shown).toMatchObject({
			isActive: false,
			openSessions: 0,
			suspension: { reason, since: "2026-08-26T08:00:00.000Z", until: END },
		});
		expect((await getApiFailure(owner(getUser, {}))).code).toBe("not-signed-in");
		expect(await getApiFailure(signIn(user.email))).toMatchObject({
			status: 403,
			code: "account-suspended",
			message: expect.stringMatching(/until 2 September 2026 at 6:00\spm AEST\. Reason: Abuse in a league$/),
		});
		const mail = await findLastMailTo(user.email);
		expect(mail.kind).toBe("account-suspended");
		expect(mail.text).toMatch(/suspended until 2 September 2026 at 6:00\spm AEST/);
		expect(mail.text).toContain("The reason the operators gave: Abuse in a league");
		expect((await client(listAudit, { query: {} })).entries[0]).toMatchObject({
			action: "user-suspended",
			subject: `user:${user.id}`,
			reason,
			after: { endsAt: END },
		});
		const wrongPassword = app.visitor(authLogin, { body: { email: user.email, password: "not her password" } });
		expect((await getApiFailure(wrongPassword)).code).toBe("wrong-credentials");
	});

	test("gets the message in its language, also without an end", async () => {
		const { user } = await createManager(app);
		await suspend(user.id, null);
		const answer = await app.app.inject({
			method: "POST",
			url: "/api/fr/auth/login",
			payload: { email: user.email, password },
		});
		expect(answer.json().errors[0].message).toBe(
			"Votre compte est suspendu jusqu’à nouvel ordre. Motif : Abuse in a league",
		);
		app.clocks.setWall(START + 400 * DAY_MS);
		expect((await getApiFailure(signIn(user.email))).code).toBe("account-suspended");
	});

	test("cannot be recovered, even by a request that began before the suspension", async () => {
		const { user } = await createManager(app, "Will Be Back");
		await suspend(user.id);
		const services = { db: app.database.db, clocks: app.clocks, peekSeason: app.seasons.peek };
		const lateRecovery = reactivateAccount(services as never, user.id, { teamName: "Another Name" });
		await expect(lateRecovery).rejects.toMatchObject({ status: 403, message: "account-suspended" });
		const owner = app.as(await insertLateSession(user.id));
		const recover = owner(reactivateUser, { body: { teamName: "Another Name", terms: true } });
		expect((await getApiFailure(recover)).code).toBe("account-suspended");
		expect(await isActive(user.id)).toBe(false);
	});

	test("gets no password link, and an earlier link is refused", async () => {
		const { user } = await createManager(app);
		const { db } = app.database;
		await suspend(user.id);
		await app.visitor(requestPasswordReset, { body: { email: user.email } });
		const mail = await findLastMailTo(user.email);
		expect([mail.kind, mail.text.includes("#")]).toEqual(["account-suspended", false]);
		const token = await createMailedToken(db, {
			kind: "reset-password",
			userId: user.id,
			email: user.email,
			now: START,
		});
		const reset = app.visitor(resetPassword, { body: { token, password: "seven purple lanterns" } });
		expect((await getApiFailure(reset)).code).toBe("account-suspended");
		const byOperator = client(people.mailPasswordReset, { params: { id: user.id }, body: { reason } });
		expect((await getApiFailure(byOperator)).code).toBe("user-suspended");
	});

	test("is mailed at most ten reminders a day", async () => {
		const { user } = await createManager(app);
		await suspend(user.id);
		for (let hour = 0; hour < 12; hour++) {
			await app.visitor(requestPasswordReset, { body: { email: user.email } });
			await processResets(app);
			app.clocks.setWall(app.clocks.wallNow() + 3_600_001);
		}
		const mails = await listMailsTo(app, user.email);
		expect(mails.filter(({ kind }) => kind === "account-suspended")).toHaveLength(1 + 10);
	});

	test("can neither be activated nor replaced by a sign-up", async () => {
		const { user } = await createManager(app);
		await suspend(user.id);
		const activate = client(people.setUserActive, { params: { id: user.id }, body: { reason, active: true } });
		expect((await getApiFailure(activate)).code).toBe("user-suspended");
		await app.database.db.updateTable("users").set({ password_hash: null }).where("id", "=", user.id).execute();
		const person = { firstName: "Mo", lastName: "Again", email: user.email.toUpperCase(), password };
		const again = app.visitor(registerUser, { body: { ...person, ...buildRegistrationForm("Not Again") } });
		expect((await getApiFailure(again)).code).toBe("email-taken");
	});

	test("is unknown to the identity provider, and no session can start", async () => {
		const { user } = await createManager(app);
		await suspend(user.id);
		expect(await findProviderAccount({ db: app.database.db, clocks: app.clocks }, user.id)).toBeNull();
		const store = createSessionStore(app.database.pool, app.clocks.wallNow);
		await expect(store.start(user.id, { userAgent: "", address: "" })).rejects.toThrow("account-suspended");
	});

	test("has no session left from sign-ins at the moment of the suspension", async () => {
		const { user } = await createManager(app);
		const store = createSessionStore(app.database.pool, app.clocks.wallNow);
		const device = { userAgent: "", address: "" };
		const signIns = Array.from({ length: 8 }, () => store.start(user.id, device));
		await Promise.allSettled([...signIns, suspend(user.id), ...signIns.map(() => store.start(user.id, device))]);
		const left = await app.database.db.selectFrom("sessions").where("user_id", "=", user.id).selectAll().execute();
		expect(left).toEqual([]);
	});
});

describe("a suspension", () => {
	test("is lifted by a sign-in after its end", async () => {
		const { user } = await createManager(app);
		await suspend(user.id);
		app.clocks.setWall(Date.parse(END) - 1);
		expect((await getApiFailure(signIn(user.email))).code).toBe("account-suspended");
		app.clocks.setWall(Date.parse(END));
		expect((await signIn(user.email)).user.isActive).toBe(true);
	});

	test("is lifted once after its end, and the owner is mailed", async () => {
		const { user } = await createManager(app);
		await suspend(user.id);
		const liftAll = () => liftEndedSuspensions(app.database.db, app.clocks.wallNow());
		await liftAll();
		expect(await isActive(user.id)).toBe(false);
		app.clocks.setWall(Date.parse(END));
		await verifyOperator(app, operatorId);
		await Promise.all([liftAll(), liftAll()]);
		expect(await isActive(user.id)).toBe(true);
		expect((await findLastMailTo(user.email)).kind).toBe("suspension-lifted");
		const { entries } = await client(listAudit, { query: { search: `user:${user.id}` } });
		expect(entries.map(({ action, actor }) => [action, actor === "server"])).toEqual([
			["suspension-lifted", true],
			["user-suspended", false],
		]);
	});

	test("that cannot be lifted does not keep others from being lifted", async () => {
		const [first, second] = [(await createManager(app)).user, (await createManager(app)).user];
		for (const { id } of [first, second]) await suspend(id);
		const { pool } = app.database;
		await pool.query(`ALTER TABLE audit ADD CONSTRAINT no_first CHECK (subject <> 'user:${first.id}') NOT VALID`);
		app.clocks.setWall(Date.parse(END));
		await verifyOperator(app, operatorId);
		const lifting = liftEndedSuspensions(app.database.db, app.clocks.wallNow());
		await expect(lifting).rejects.toThrow("1 ended suspension was not lifted");
		expect([await isActive(first.id), await isActive(second.id)]).toEqual([false, true]);
		await pool.query("ALTER TABLE audit DROP CONSTRAINT no_first");
	});

	test("can be lifted by an operator with a reason", async () => {
		const { user } = await createManager(app);
		await suspend(user.id, null);
		expect((await liftSuspensionOf(user.id)).user).toMatchObject({ isActive: true, suspension: null });
		expect((await signIn(user.email)).user.isActive).toBe(true);
		expect((await client(listAudit, { query: {} })).entries[0]).toMatchObject({
			action: "suspension-lifted",
			reason: "The owner apologised",
			before: { reason, endsAt: null },
		});
		expect((await getApiFailure(liftSuspensionOf(user.id))).code).toBe("not-suspended");
	});

	test("leaves an account inactive that its owner had deactivated before", async () => {
		const { user, client: owner } = await createManager(app);
		await owner(deactivateAccount, {});
		await suspend(user.id);
		await liftSuspensionOf(user.id);
		expect((await signIn(user.email)).user.isActive).toBe(false);
	});

	test("can be changed, and is active again once it is lifted", async () => {
		const { user } = await createManager(app);
		await suspend(user.id);
		const { user: shown } = await suspend(user.id, null);
		expect(shown.suspension?.until).toBeNull();
		expect((await liftSuspensionOf(user.id)).user.isActive).toBe(true);
	});

	test("is refused for a past end or an unknown account", async () => {
		const { user } = await createManager(app);
		expect((await getApiFailure(suspend(user.id, "2026-08-26T08:00:00.000Z"))).code).toBe("suspension-past");
		expect((await getApiFailure(suspend(999_999))).code).toBe("user-unknown");
	});
});

describe("an operator", () => {
	test("cannot suspend their own account", async () => {
		const refused = await getApiFailure(suspend(operatorId));
		expect([refused.status, refused.code]).toEqual([422, "not-yourself"]);
	});

	test("cannot be suspended if no other operator is left", async () => {
		const { db } = app.database;
		const other = await createTestOperator(app);
		await db
			.updateTable("users")
			.set({ is_operator: false })
			.where("id", "not in", [operatorId, other.user.id])
			.execute();
		const buildTerms = (by: number) => ({ endsAt: null, by, now: START });
		const auditContext = { actor: "operator", reason };
		const both = await Promise.allSettled([
			suspendAccount(db, other.user.id, buildTerms(operatorId), auditContext),
			suspendAccount(db, operatorId, buildTerms(other.user.id), auditContext),
		]);
		expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		const left = await db
			.selectFrom("users")
			.where("is_operator", "=", true)
			.where("is_active", "=", true)
			.select("id")
			.execute();
		expect(left).toHaveLength(1);
		const commandLine = suspendAccount(db, left[0]?.id ?? 0, { endsAt: null, by: null, now: START }, auditContext);
		await expect(commandLine).rejects.toMatchObject({ status: 409, message: "last-operator" });
	});
});

/** Inserts a session that the suspension has not ended, as if a sign-in had happened at the same moment. */
async function insertLateSession(userId: number): Promise<string> {
	const token = "a-token-of-forty-three-characters-or-more-x";
	const hash = hashToken(token);
	await app.database.pool.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at) VALUES ($1, $2, $3, $4, $3)`,
		[hash, userId, new Date(START), new Date(START + DAY_MS)],
	);
	return token;
}
