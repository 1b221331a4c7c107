import {
	changeEmail,
	requestEmailVerification,
	requestPasswordReset,
	resetPassword,
	verifyEmail,
} from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser } from "@first-bounce/contract/accounts/user";
import { mailPasswordReset } from "@first-bounce/contract/operator/people";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createManager,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { waitForLock } from "../../../../../testing/server/wait-for.ts";
import { getMailedToken, listMailsTo, processResets } from "../../../../../testing/services/outbox.ts";
import { lockUser, updateUserRow } from "../users/user-queries.ts";

const PASSWORD = "a long enough secret";
type TestOperator = Awaited<ReturnType<typeof createTestOperator>>;
let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

const confirm = (token: string) => app.visitor(verifyEmail, { body: { token } });
const getEmail = async (client: Awaited<ReturnType<typeof createManager>>["client"]) => {
	const { email, emailVerified } = (await client(getUser, {})).user;
	return [email, emailVerified];
};

describe("verifying the address", () => {
	test("the link mailed at sign-up verifies the address, once", async () => {
		const { user, client } = await createManager(app);
		expect(user.emailVerified).toBe(false);
		const [mail] = await listMailsTo(app, user.email);
		expect(mail).toMatchObject({ kind: "verify-email", path: "/verify-email", subject: "Confirm your email address" });
		expect(await confirm(mail?.token ?? "")).toEqual({ email: user.email });
		expect(await getEmail(client)).toEqual([user.email, true]);
		expect((await getApiFailure(confirm(mail?.token ?? ""))).code).toBe("link-refused");
	});

	test("a new link replaces the previous, and verified addresses get none", async () => {
		const { user, client } = await createManager(app);
		const first = await getMailedToken(app, user.email, "verify-email");
		expect(await client(requestEmailVerification, {})).toEqual({ sent: true });
		const second = await getMailedToken(app, user.email, "verify-email");
		expect((await getApiFailure(confirm(first))).code).toBe("link-refused");
		await confirm(second);
		expect(await client(requestEmailVerification, {})).toEqual({ sent: false });
	});

	test("a link expires after three days, and three an hour are sent", async () => {
		const { user, client } = await createManager(app);
		for (let mails = 0; mails < 3; mails++) await client(requestEmailVerification, {});
		expect((await getApiFailure(client(requestEmailVerification, {}))).status).toBe(429);
		const token = await getMailedToken(app, user.email, "verify-email");
		app.clocks.setWall(app.clocks.wallNow() + 72 * HOUR_MS);
		expect((await getApiFailure(confirm(token))).code).toBe("link-refused");
		expect(await getEmail(client)).toEqual([user.email, false]);
	});
});

describe("changing the address", () => {
	test("the address changes once the new one's mailed link is opened", async () => {
		const { user, client } = await createManager(app);
		await client(changeEmail, { body: { email: "new@example.test", password: PASSWORD } });
		expect(await getEmail(client)).toEqual([user.email, false]);
		const notice = (await listMailsTo(app, user.email)).at(-1);
		expect(notice).toMatchObject({ kind: "email-changing", token: "" });
		expect(notice?.text).toContain("new@example.test");
		await confirm(await getMailedToken(app, "new@example.test", "change-email"));
		expect(await getEmail(client)).toEqual(["new@example.test", true]);
		const login = (email: string) => app.visitor(authLogin, { body: { email, password: PASSWORD } });
		expect((await login("new@example.test")).user.id).toBe(user.id);
		expect((await getApiFailure(login(user.email))).code).toBe("wrong-credentials");
	});

	test("a verification link to the old address is refused after the change", async () => {
		const { user, client } = await createManager(app);
		const stale = await getMailedToken(app, user.email, "verify-email");
		await client(changeEmail, { body: { email: "moved@example.test", password: PASSWORD } });
		await confirm(await getMailedToken(app, "moved@example.test", "change-email"));
		expect((await getApiFailure(confirm(stale))).code).toBe("link-refused");
		expect(await getEmail(client)).toEqual(["moved@example.test", true]);
	});

	test("a wrong password or a used address is refused without mail", async () => {
		const { user, client } = await createManager(app);
		const other = await createManager(app);
		const tryEmailChange = (email: string, password = PASSWORD) =>
			getApiFailure(client(changeEmail, { body: { email, password } }));
		expect((await tryEmailChange("x@example.test", "wrong wrong wrong")).code).toBe("wrong-password");
		expect((await tryEmailChange(user.email.toUpperCase())).code).toBe("email-unchanged");
		expect((await tryEmailChange(other.user.email)).code).toBe("email-taken");
		expect(await listMailsTo(app, "x@example.test")).toEqual([]);
		expect((await listMailsTo(app, other.user.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
	});

	test("resetting the password revokes a requested change of address", async () => {
		const { user, client } = await createManager(app);
		await client(changeEmail, { body: { email: "thief@example.test", password: PASSWORD } });
		await app.visitor(requestPasswordReset, { body: { email: user.email } });
		await processResets(app);
		const token = await getMailedToken(app, user.email, "reset-password");
		await app.visitor(resetPassword, { body: { token, password: "another lantern entirely" } });
		const confirmation = getApiFailure(confirm(await getMailedToken(app, "thief@example.test", "change-email")));
		expect((await confirmation).code).toBe("link-refused");
	});

	test("a reset link to the old address is refused after the change", async () => {
		const { user, client } = await createManager(app);
		await app.visitor(requestPasswordReset, { body: { email: user.email } });
		await processResets(app);
		const stale = await getMailedToken(app, user.email, "reset-password");
		await client(changeEmail, { body: { email: "elsewhere@example.test", password: PASSWORD } });
		await confirm(await getMailedToken(app, "elsewhere@example.test", "change-email"));
		const attempt = app.visitor(resetPassword, { body: { token: stale, password: "another lantern entirely" } });
		expect((await getApiFailure(attempt)).code).toBe("link-refused");
	});

	test.each([
		[
			"its owner asks for",
			(email: string) => app.visitor(requestPasswordReset, { body: { email } }),
			() => processResets(app),
			[],
		],
		[
			"an operator mails",
			async () => undefined,
			(id: number, operator: TestOperator) =>
				operator.client(mailPasswordReset, { params: { id }, body: { reason: "she asked" } }),
			["moving@example.test"],
		],
	])("a reset link that %s during the change spares the old address", async (_, request, send, expected) => {
		const { user, client } = await createManager(app);
		await client(changeEmail, { body: { email: "moving@example.test", password: PASSWORD } });
		await request(user.email);
		const operator = await createTestOperator(app);
		let sending: Promise<unknown> | undefined;
		await app.database.db.transaction().execute(async (trx) => {
			await lockUser(trx, user.id);
			sending = send(user.id, operator);
			await waitForLock(app.database);
			await updateUserRow(trx, user.id, { email: "moving@example.test" });
		});
		await sending;
		const { rows } = await app.database.pool.query(
			"SELECT to_address FROM outbox_mails WHERE kind = 'reset-password' AND to_address IN ('moving@example.test', $1)",
			[user.email],
		);
		expect(rows.map(({ to_address }) => to_address)).toEqual(expected);
		await updateUserRow(app.database.db, user.id, { email: `moved-${user.id}@example.test` });
	});

	test("if two users confirm the same address, only the first gets it", async () => {
		const managers = [await createManager(app), await createManager(app)];
		for (const { client } of managers)
			await client(changeEmail, { body: { email: "wanted@example.test", password: PASSWORD } });
		const [one = "", other = ""] = (await listMailsTo(app, "wanted@example.test")).map(({ token }) => token);
		await confirm(one);
		expect((await getApiFailure(confirm(other))).code).toBe("email-taken");
	});
});
