import {
	changePassword,
	deactivateAccount,
	requestPasswordReset,
	resetPassword,
} from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser } from "@first-bounce/contract/accounts/user";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { getMailedToken, listMailsTo, processResets } from "../../../../../testing/services/outbox.ts";

const OLD = "a long enough secret";
const NEW = "another lantern entirely";
let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());
// Each test starts with fresh rate limits.
beforeEach(() => app.clocks.setWall(app.clocks.wallNow() + 61 * MINUTE_MS));

const login = (email: string, password: string) => app.visitor(authLogin, { body: { email, password } });
const answerRequests = () => processResets(app);
const request = async (email: string) => {
	const answer = await app.visitor(requestPasswordReset, { body: { email } });
	await answerRequests();
	return answer;
};
const reset = (token: string, password = NEW) => app.visitor(resetPassword, { body: { token, password } });

describe("resetting a forgotten password", () => {
	test("a mailed link sets a new password and signs out everywhere (D1.7.22, D1.7.23)", async () => {
		const { user, client } = await createManager(app);
		await request(user.email.toUpperCase());
		const [, mail] = await listMailsTo(app, user.email);
		expect(mail).toMatchObject({ kind: "reset-password", path: "/reset-password" });
		await reset(mail?.token ?? "");
		expect((await getApiFailure(client(getUser, {}))).status).toBe(401);
		expect((await getApiFailure(login(user.email, OLD))).code).toBe("wrong-credentials");
		expect((await login(user.email, NEW)).user.emailVerified).toBe(true);
		expect((await listMailsTo(app, user.email)).at(-1)?.kind).toBe("password-changed");
	});

	test("unknown addresses and accounts without passwords get the same response (D1.7.10)", async () => {
		const { user } = await createManager(app);
		await app.database.db.updateTable("users").set({ password_hash: null }).where("id", "=", user.id).execute();
		const manager = await createManager(app);
		const expected = await request(manager.user.email);
		for (const address of [user.email, "nobody@example.test"]) expect(await request(address)).toEqual(expected);
		expect(await listMailsTo(app, "nobody@example.test")).toEqual([]);
		expect((await listMailsTo(app, user.email)).map(({ kind }) => kind)).not.toContain("reset-password");
	});

	test("unknown and known addresses use equally many database connections", async () => {
		const { user } = await createManager(app);
		// Time that stands still keeps the app from looking for maintenance, as it does once a second, on a connection of its own.
		const time = vi.spyOn(performance, "now").mockReturnValue(0);
		let connections = 0;
		const count = () => {
			connections++;
		};
		app.database.pool.on("acquire", count);
		const countConnections = async (email: string) => {
			connections = 0;
			await app.visitor(requestPasswordReset, { body: { email } });
			return connections;
		};
		const countForKnown = await countConnections(user.email);
		const countForUnknown = await countConnections("nobody-at-all@example.test");
		app.database.pool.off("acquire", count);
		time.mockRestore();
		expect(countForKnown).toBe(countForUnknown);
		expect((await listMailsTo(app, user.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
		await Promise.all([answerRequests(), answerRequests()]);
		expect((await listMailsTo(app, user.email)).map(({ kind }) => kind)).toEqual(["verify-email", "reset-password"]);
		expect(await app.database.db.selectFrom("password_reset_requests").selectAll().execute()).toEqual([]);
	});

	test("the mail is in the language of the request", async () => {
		const { user } = await createManager(app);
		const frenchRequest = {
			method: "POST",
			url: "/api/fr/password_reset/request",
			payload: { email: user.email },
		} as const;
		expect((await app.app.inject(frenchRequest)).statusCode).toBe(200);
		await answerRequests();
		const mail = await app.database.db
			.selectFrom("outbox_mails")
			.where("to_address", "=", user.email)
			.where("kind", "=", "reset-password")
			.select(["subject", "body_text", "body_html"])
			.executeTakeFirstOrThrow();
		expect(mail.subject).toBe("Choisissez un nouveau mot de passe");
		expect(mail.body_html).toContain('<html lang="fr">');
		expect(mail.body_text).not.toMatch(/Hello|\byour\b/i);
	});

	test("a link works once and for an hour (D1.7.22)", async () => {
		const { user } = await createManager(app);
		await request(user.email);
		const first = await getMailedToken(app, user.email, "reset-password");
		app.clocks.setWall(app.clocks.wallNow() + 60 * MINUTE_MS);
		expect(await getApiFailure(reset(first))).toMatchObject({ status: 422, code: "link-refused" });
		await request(user.email);
		const second = await getMailedToken(app, user.email, "reset-password");
		app.clocks.setWall(app.clocks.wallNow() + 59 * MINUTE_MS);
		await reset(second);
		expect((await getApiFailure(reset(second, "yet another lantern"))).code).toBe("link-refused");
		expect((await getApiFailure(reset("A".repeat(43)))).code).toBe("link-refused");
		expect((await login(user.email, NEW)).user.id).toBe(user.id);
	});

	test("two concurrent uses of a link set the password once", async () => {
		const { user } = await createManager(app);
		await request(user.email);
		const token = await getMailedToken(app, user.email, "reset-password");
		const answers = await Promise.allSettled([reset(token, "the first lantern"), reset(token, "the second lantern")]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
	});

	test("a weak password keeps the link, and a used link revokes others", async () => {
		const { user } = await createManager(app);
		await request(user.email);
		await request(user.email);
		const [one = "", other = ""] = (await listMailsTo(app, user.email))
			.filter(({ kind }) => kind === "reset-password")
			.map(({ token }) => token);
		expect((await getApiFailure(reset(one, "short"))).code).toBe("password-too-short");
		expect((await getApiFailure(reset(one, "password123"))).code).toBe("password-too-common");
		await reset(one);
		expect((await getApiFailure(reset(other))).code).toBe("link-refused");
	});

	test("three mails an hour can be requested per address, known or unknown", async () => {
		const { user } = await createManager(app);
		for (const address of [user.email, "unknown@example.test"]) {
			for (let mails = 0; mails < 3; mails++) await request(address);
			expect(await getApiFailure(request(address))).toMatchObject({
				status: 429,
				message: "Too many attempts. Try again in 60 minutes",
			});
		}
		expect((await listMailsTo(app, user.email)).filter(({ kind }) => kind === "reset-password")).toHaveLength(3);
	});

	test("a link is revoked when the account is deactivated", async () => {
		const { user, client } = await createManager(app);
		await request(user.email);
		await client(deactivateAccount, {});
		expect((await getApiFailure(reset(await getMailedToken(app, user.email, "reset-password")))).code).toBe(
			"link-refused",
		);
	});

	test("the token of a link is not stored, only its hash", async () => {
		const { user } = await createManager(app);
		await request(user.email);
		const token = await getMailedToken(app, user.email, "reset-password");
		const { rows } = await app.database.pool.query("SELECT token_hash FROM mailed_tokens");
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.some(({ token_hash }) => token_hash.toString("base64url") === token)).toBe(false);
	});
});

describe("changing the password", () => {
	test("the change needs the current password and signs out other devices", async () => {
		const { user, client, sessionId } = await createManager(app);
		const phone = app.as((await login(user.email, OLD)).sessionId);
		const answer = await client(changePassword, { body: { password: OLD, newPassword: NEW } });
		expect(answer.sessionId).not.toBe(sessionId);
		expect((await app.as(answer.sessionId)(getUser, {})).user.id).toBe(user.id);
		for (const oldClient of [client, phone]) expect((await getApiFailure(oldClient(getUser, {}))).status).toBe(401);
		expect((await login(user.email, NEW)).user.id).toBe(user.id);
	});

	test("the change ends only the user's sessions at the built-in provider", async () => {
		const { user, client } = await createManager(app);
		const insert = (id: string, accountId: number) =>
			app.database.pool.query("INSERT INTO oidc_payloads (kind, id, payload) VALUES ('Session', $1, $2)", [
				id,
				JSON.stringify({ accountId: String(accountId) }),
			]);
		await insert("own", user.id);
		await insert("another's", user.id + 1);
		await client(changePassword, { body: { password: OLD, newPassword: NEW } });
		const { rows } = await app.database.pool.query("SELECT id FROM oidc_payloads WHERE kind = 'Session'");
		expect(rows).toEqual([{ id: "another's" }]);
	});

	test("a wrong password or a common new one is refused", async () => {
		const { user, client } = await createManager(app);
		const tryPasswordChange = () =>
			getApiFailure(client(changePassword, { body: { password: "not mine at all", newPassword: NEW } }));
		for (let guesses = 0; guesses < 10; guesses++)
			expect(await tryPasswordChange()).toMatchObject({ status: 422, code: "wrong-password" });
		expect((await tryPasswordChange()).status).toBe(429);
		app.clocks.setWall(app.clocks.wallNow() + MINUTE_MS);
		const weak = client(changePassword, { body: { password: OLD, newPassword: "password123" } });
		expect((await getApiFailure(weak)).code).toBe("password-too-common");
		expect((await login(user.email, OLD)).user.id).toBe(user.id);
		await app.database.db.updateTable("users").set({ password_hash: null }).where("id", "=", user.id).execute();
		const withoutPassword = client(changePassword, { body: { password: OLD, newPassword: NEW } });
		expect(await getApiFailure(withoutPassword)).toMatchObject({ status: 409, code: "no-password" });
	});
});
