import { randomBytes } from "node:crypto";
import { aflIdLogin, aflIdRegister } from "@first-bounce/contract/accounts/auth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { type Signer, startLyingProvider } from "../../../testing/services/lying-provider.ts";
import { registrationForm, TEST_URL, type TestApp, testApp } from "../../../testing/test-app.ts";

let provider: Awaited<ReturnType<typeof startLyingProvider>>;
let app: TestApp;
beforeAll(async () => {
	provider = await startLyingProvider();
	app = await testApp({ config: { publicUrl: TEST_URL, oidc: provider.oidc } });
});
afterAll(async () => {
	await app.close();
	provider.close();
});

const NONCE = "asked-for";
const grant = (nonce = NONCE) => ({
	code: randomBytes(8).toString("hex"),
	codeVerifier: randomBytes(96).toString("base64url"),
	redirectUrl: `${TEST_URL}/login/callback`,
	nonce,
});

/** How many rows there are of whatever a sign-in writes. */
const written = async () => {
	const tables = ["users", "identities", "pending_identities", "sessions", "teams", "outbox_mails"];
	const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`).join(" + ");
	return (await app.database.pool.query(`SELECT ${counts} AS rows`)).rows[0].rows;
};

const seconds = () => Math.floor(Date.now() / 1000);
const RIGHT = { nonce: NONCE };

describe("an identity token is refused, and nothing is written", () => {
	test.each<[string, () => Parameters<typeof provider.say>[0]]>([
		["expired", () => ({ claims: { ...RIGHT, iat: seconds() - 7200, exp: seconds() - 3600 } })],
		["of another issuer", () => ({ claims: { ...RIGHT, iss: "https://elsewhere.example" } })],
		["for another audience", () => ({ claims: { ...RIGHT, aud: "another-client" } })],
		["for us and a stranger", () => ({ claims: { ...RIGHT, aud: ["bounce", "another-client"] } })],
		["signed by a stranger", () => ({ claims: RIGHT, by: provider.signers.stranger })],
		["signed by nobody", () => ({ claims: RIGHT, by: provider.signers.nobody as Signer, header: { alg: "none" } })],
		["signed with our secret", () => ({ claims: RIGHT, by: provider.signers.secret, header: { alg: "HS256" } })],
		["without a subject", () => ({ claims: { ...RIGHT, sub: undefined } })],
		["with an empty subject", () => ({ claims: { ...RIGHT, sub: "" } })],
		["with a subject of blanks", () => ({ claims: { ...RIGHT, sub: "   " }, userinfo: { sub: "   " } })],
		[
			"with a subject of 256 characters",
			() => ({ claims: { ...RIGHT, sub: "s".repeat(256) }, userinfo: { sub: "s".repeat(256) } }),
		],
		["with a subject beyond ASCII", () => ({ claims: { ...RIGHT, sub: "zoë" }, userinfo: { sub: "zoë" } })],
		["without an end", () => ({ claims: { ...RIGHT, exp: undefined } })],
		["not there at all", () => ({ hasToken: false })],
		[
			"with another's words at userinfo",
			() => ({ claims: RIGHT, userinfo: { sub: "eve", email: "eve@example.test" } }),
		],
	])("%s", async (_, says) => {
		provider.say(says());
		const before = await written();
		for (const attempt of [
			() => app.visitor(aflIdLogin, { body: grant() }),
			() => app.visitor(aflIdRegister, { body: { ...grant(), ...registrationForm("Trojan Horses") } }),
		])
			expect(await failure(attempt())).toMatchObject({
				status: 401,
				code: "token-refused",
				message: "Signing in did not work: what the identity provider answered cannot be trusted. Please sign in again",
			});
		expect(await written()).toBe(before);
	});

	test("with another nonce than was asked for", async () => {
		provider.say({ claims: { nonce: "another" } });
		const before = await written();
		const { status, code, message } = await failure(app.visitor(aflIdLogin, { body: grant() }));
		expect([status, code, message]).toEqual([401, "code-refused", expect.stringContaining("Please sign in again")]);
		expect(await written()).toBe(before);
	});
});

test("a truthful one signs in: the client proves itself the way this provider takes, and names come from userinfo (D1.4.37, D1.3.08)", async () => {
	provider.say({
		claims: RIGHT,
		userinfo: { name: "Ada van Lovelace", email: "ada@example.test", email_verified: true },
	});
	const first = grant();
	const unknown = await failure(app.visitor(aflIdLogin, { body: first }));
	const profile = { firstName: "Ada van", lastName: "Lovelace", email: "ada@example.test" };
	expect([unknown.status, unknown.data]).toEqual([404, { profile }]);
	const { user } = await app.visitor(aflIdRegister, { body: { ...first, ...registrationForm("Difference Engine") } });
	expect(user).toMatchObject({ ...profile, emailVerified: true, hasPassword: false });
	expect(user.aflIdProfile).toEqual({ issuer: provider.oidc.issuer, sub: "ada", ...profile });
});

test("a code is good once: the second time it is refused, and nothing is written (D1.7.03, D1.7.04, D1.4.35)", async () => {
	provider.say({ claims: RIGHT });
	const once = grant();
	const answer = await app.visitor(aflIdLogin, { body: once });
	expect(Object.keys(answer).toSorted()).toEqual(["identityToken", "sessionId", "user"]);
	const before = await written();
	expect(await failure(app.visitor(aflIdLogin, { body: once }))).toMatchObject({ status: 401, code: "code-refused" });
	expect(await written()).toBe(before);
});

test("a subject of 255 characters is one", async () => {
	const sub = "s".repeat(255);
	provider.say({ claims: { ...RIGHT, sub }, userinfo: { sub } });
	const body = { ...grant(), ...registrationForm("Long Subject") };
	expect((await app.visitor(aflIdRegister, { body })).user.aflIdProfile?.sub).toBe(sub);
});
