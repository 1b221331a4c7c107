import {
	changeEmail,
	changePassword,
	requestPasswordReset,
	resetPassword,
} from "@first-bounce/contract/accounts/account";
import { authLogin } from "@first-bounce/contract/accounts/auth";
import { registerUser } from "@first-bounce/contract/accounts/user";
import { mailPasswordReset } from "@first-bounce/contract/operator/people";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	createManager,
	createTestApp,
	createTestOperator,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

const OIDC = { issuer: "http://127.0.0.1:1", clientId: "bounce", clientSecret: null };
const PASSWORD = "a long enough secret";
let open: TestApp;
beforeAll(async () => {
	open = await createTestApp({ config: { publicUrl: TEST_URL, oidc: OIDC, localLogin: true } });
});
afterAll(() => open.close());

const credentials = { email: "pat@example.test", password: PASSWORD };
const registration = {
	...credentials,
	firstName: "Pat",
	lastName: "Password",
	...buildRegistrationForm("Passwords Only"),
};

test("with an external provider, password sign-in, registration and reset are refused", async () => {
	const app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: OIDC } });
	const attempts = [
		() => app.visitor(authLogin, { body: credentials }),
		() => app.visitor(registerUser, { body: registration }),
		() => app.visitor(requestPasswordReset, { body: { email: credentials.email } }),
		() => app.visitor(resetPassword, { body: { token: "A".repeat(43), password: "another lantern entirely" } }),
	];
	for (const attempt of attempts)
		expect(await getApiFailure(attempt())).toMatchObject({
			status: 403,
			code: "local-login-closed",
			message: "Passwords are not used here. Sign in with the identity provider",
		});
	const { rows } = await app.database.pool.query("SELECT FROM users WHERE email = $1", [credentials.email]);
	expect(rows).toEqual([]);
	await app.close();
});

test("password calls are refused as closed before their fields are validated (D1.7.10)", async () => {
	const { sessionId } = await createManager(open);
	const app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: OIDC }, database: open.database });
	const post = async (url: string) => {
		const headers = { "x-sid": sessionId };
		const answer = await app.app.inject({ method: "POST", url: `/api/en${url}`, headers, payload: { unknown: true } });
		return [answer.statusCode, answer.json().errors[0].code];
	};
	const closed = [403, "local-login-closed"];
	expect(await post("/auth/login")).toEqual(closed);
	expect(await post("/user/register")).toEqual(closed);
	expect(await post("/password_reset/request")).toEqual(closed);
	expect(await post("/password_reset")).toEqual(closed);
	expect(await post("/user/change-email")).toEqual(closed);
	expect(await post("/user/change-password")).toEqual(closed);
	await app.app.close();
});

test("an earlier password cannot be changed, reset or used", async () => {
	const { user, sessionId } = await createManager(open);
	const operator = await createTestOperator(open);
	const { password_hash } = await open.database.db
		.selectFrom("users")
		.where("id", "=", user.id)
		.select("password_hash")
		.executeTakeFirstOrThrow();
	const app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: OIDC }, database: open.database });
	const attempts = [
		() => app.as(sessionId)(changePassword, { body: { password: PASSWORD, newPassword: "another lantern entirely" } }),
		() => app.as(sessionId)(changeEmail, { body: { email: "new@example.test", password: PASSWORD } }),
		() =>
			app.as(operator.sessionId)(mailPasswordReset, { params: { id: user.id }, body: { reason: "she asked for it" } }),
	];
	for (const attempt of attempts) expect((await getApiFailure(attempt())).code).toBe("local-login-closed");
	await app.app.close();
	const after = await open.database.db
		.selectFrom("users")
		.where("id", "=", user.id)
		.select("password_hash")
		.executeTakeFirstOrThrow();
	expect(after.password_hash).toBe(password_hash);
});

test("LOCAL_LOGIN=on allows passwords alongside an external identity provider", async () => {
	const { user } = await open.visitor(registerUser, { body: registration });
	expect((await open.visitor(authLogin, { body: credentials })).user.id).toBe(user.id);
});
