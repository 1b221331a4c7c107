import {
	changeEmail,
	requestEmailVerification,
	requestPasswordReset,
	resetPassword,
	verifyEmail,
} from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { getUser } from "@first-bounce/contract/accounts/user";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { mailedToken, mailsTo, processResets } from "../../../testing/services/outbox.ts";
import { newManager, type TestApp, testApp } from "../../../testing/test-app.ts";

const PASSWORD = "a long enough secret";
const HOUR = 3_600_000;
let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(() => app.close());

const confirm = (token: string) => app.visitor(verifyEmail, { body: { token } });
const emailOf = async (client: Awaited<ReturnType<typeof newManager>>["client"]) => {
	const { email, emailVerified } = (await client(getUser, {})).user;
	return [email, emailVerified];
};

describe("verifying the address", () => {
	test("the link mailed at sign-up verifies the address, once", async () => {
		const { user, client } = await newManager(app);
		expect(user.emailVerified).toBe(false);
		const [mail] = await mailsTo(app, user.email);
		expect(mail).toMatchObject({ kind: "verify-email", path: "/verify-email", subject: "Confirm your e-mail address" });
		expect(await confirm(mail?.token ?? "")).toEqual({ email: user.email });
		expect(await emailOf(client)).toEqual([user.email, true]);
		expect((await failure(confirm(mail?.token ?? ""))).code).toBe("link-refused");
	});

	test("a new link on request replaces the former one, and none is sent for a verified address", async () => {
		const { user, client } = await newManager(app);
		const first = await mailedToken(app, user.email, "verify-email");
		expect(await client(requestEmailVerification, {})).toEqual({ sent: true });
		const second = await mailedToken(app, user.email, "verify-email");
		expect((await failure(confirm(first))).code).toBe("link-refused");
		await confirm(second);
		expect(await client(requestEmailVerification, {})).toEqual({ sent: false });
	});

	test("a link expires after three days, and three links an hour can be requested", async () => {
		const { user, client } = await newManager(app);
		for (let mails = 0; mails < 3; mails++) await client(requestEmailVerification, {});
		expect((await failure(client(requestEmailVerification, {}))).status).toBe(429);
		const token = await mailedToken(app, user.email, "verify-email");
		app.clocks.setWall(app.clocks.wallNow() + 72 * HOUR);
		expect((await failure(confirm(token))).code).toBe("link-refused");
		expect(await emailOf(client)).toEqual([user.email, false]);
	});
});

describe("changing the address", () => {
	test("the new address is mailed a link, which replaces the old address; the old one is mailed a notice", async () => {
		const { user, client } = await newManager(app);
		await client(changeEmail, { body: { email: "new@example.test", password: PASSWORD } });
		expect(await emailOf(client)).toEqual([user.email, false]);
		const word = (await mailsTo(app, user.email)).at(-1);
		expect(word).toMatchObject({ kind: "email-changing", token: "" });
		expect(word?.text).toContain("new@example.test");
		await confirm(await mailedToken(app, "new@example.test", "change-email"));
		expect(await emailOf(client)).toEqual(["new@example.test", true]);
		const login = (email: string) => app.visitor(authLogin, { body: { email, password: PASSWORD } });
		expect((await login("new@example.test")).user.id).toBe(user.id);
		expect((await failure(login(user.email))).code).toBe("wrong-credentials");
	});

	test("a verification link to the old address is refused after the change", async () => {
		const { user, client } = await newManager(app);
		const stale = await mailedToken(app, user.email, "verify-email");
		await client(changeEmail, { body: { email: "moved@example.test", password: PASSWORD } });
		await confirm(await mailedToken(app, "moved@example.test", "change-email"));
		expect((await failure(confirm(stale))).code).toBe("link-refused");
		expect(await emailOf(client)).toEqual(["moved@example.test", true]);
	});

	test("a wrong password, the present address and another user's address are refused without a mail", async () => {
		const { user, client } = await newManager(app);
		const other = await newManager(app);
		const attempt = (email: string, password = PASSWORD) => failure(client(changeEmail, { body: { email, password } }));
		expect((await attempt("x@example.test", "wrong wrong wrong")).code).toBe("wrong-password");
		expect((await attempt(user.email.toUpperCase())).code).toBe("email-unchanged");
		expect((await attempt(other.user.email)).code).toBe("email-taken");
		expect(await mailsTo(app, "x@example.test")).toEqual([]);
		expect((await mailsTo(app, other.user.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
	});

	test("resetting the password revokes a requested change of address", async () => {
		const { user, client } = await newManager(app);
		await client(changeEmail, { body: { email: "thief@example.test", password: PASSWORD } });
		await app.visitor(requestPasswordReset, { body: { email: user.email } });
		await processResets(app);
		const token = await mailedToken(app, user.email, "reset-password");
		await app.visitor(resetPassword, { body: { token, password: "another lantern entirely" } });
		const taken = failure(confirm(await mailedToken(app, "thief@example.test", "change-email")));
		expect((await taken).code).toBe("link-refused");
	});

	test("password links that were mailed to the old address are refused after the change", async () => {
		const { user, client } = await newManager(app);
		await app.visitor(requestPasswordReset, { body: { email: user.email } });
		await processResets(app);
		const stale = await mailedToken(app, user.email, "reset-password");
		await client(changeEmail, { body: { email: "elsewhere@example.test", password: PASSWORD } });
		await confirm(await mailedToken(app, "elsewhere@example.test", "change-email"));
		const attempt = app.visitor(resetPassword, { body: { token: stale, password: "another lantern entirely" } });
		expect((await failure(attempt)).code).toBe("link-refused");
	});

	test("if two users confirm the same address, only the first gets it", async () => {
		const managers = [await newManager(app), await newManager(app)];
		for (const { client } of managers)
			await client(changeEmail, { body: { email: "wanted@example.test", password: PASSWORD } });
		const [one = "", other = ""] = (await mailsTo(app, "wanted@example.test")).map(({ token }) => token);
		await confirm(one);
		expect((await failure(confirm(other))).code).toBe("email-taken");
	});
});
