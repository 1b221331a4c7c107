import { randomBytes } from "node:crypto";
import { aflIdLogin, aflIdRegister } from "@first-bounce/contract/accounts/auth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	createTestApp,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { type Signer, startFakeProvider } from "../../../../../testing/services/fake-provider.ts";

let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let app: TestApp;
beforeAll(async () => {
	provider = await startFakeProvider();
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: provider.oidc } });
});
afterAll(async () => {
	await app.close();
	provider.close();
});

const NONCE = "asked-for";
const buildGrant = (nonce = NONCE) => ({
	code: randomBytes(8).toString("hex"),
	codeVerifier: randomBytes(96).toString("base64url"),
	redirectUrl: `${TEST_URL}/login/callback`,
	nonce,
});

/** Counts the rows of all tables that a sign-in writes. */
const countRows = async () => {
	const tables = ["users", "identities", "pending_identities", "sessions", "teams", "outbox_mails"];
	const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`).join(" + ");
	return (await app.database.pool.query(`SELECT ${counts} AS rows`)).rows[0].rows;
};

const getSeconds = () => Math.floor(Date.now() / 1000);
const VALID = { nonce: NONCE };

describe("an invalid identity token is refused, and nothing is written", () => {
	test.each<[string, () => Parameters<typeof provider.respond>[0]]>([
		["expired", () => ({ claims: { ...VALID, iat: getSeconds() - 7200, exp: getSeconds() - 3600 } })],
		["of another issuer", () => ({ claims: { ...VALID, iss: "https://elsewhere.example" } })],
		["for another audience", () => ({ claims: { ...VALID, aud: "another-client" } })],
		["for two audiences", () => ({ claims: { ...VALID, aud: ["bounce", "another-client"] } })],
		["signed with an unknown key", () => ({ claims: VALID, signer: provider.signers.unknownKey })],
		["not signed", () => ({ claims: VALID, signer: provider.signers.unsigned as Signer, header: { alg: "none" } })],
		[
			"signed with the client secret",
			() => ({ claims: VALID, signer: provider.signers.clientSecret, header: { alg: "HS256" } }),
		],
		["without a subject", () => ({ claims: { ...VALID, sub: undefined } })],
		["with an empty subject", () => ({ claims: { ...VALID, sub: "" } })],
		["with a blank subject", () => ({ claims: { ...VALID, sub: "   " }, userinfo: { sub: "   " } })],
		[
			"with a subject of 256 characters",
			() => ({ claims: { ...VALID, sub: "s".repeat(256) }, userinfo: { sub: "s".repeat(256) } }),
		],
		["with a subject beyond ASCII", () => ({ claims: { ...VALID, sub: "zoë" }, userinfo: { sub: "zoë" } })],
		["without an expiry", () => ({ claims: { ...VALID, exp: undefined } })],
		["missing", () => ({ hasToken: false })],
		[
			"with another subject at userinfo",
			() => ({ claims: VALID, userinfo: { sub: "eve", email: "eve@example.test" } }),
		],
	])("%s", async (_, getResponse) => {
		provider.respond(getResponse());
		const before = await countRows();
		for (const attempt of [
			() => app.visitor(aflIdLogin, { body: buildGrant() }),
			() => app.visitor(aflIdRegister, { body: { ...buildGrant(), ...buildRegistrationForm("Trojan Horses") } }),
		])
			expect(await getApiFailure(attempt())).toMatchObject({
				status: 401,
				code: "token-refused",
				message: "Sign-in failed: the identity provider's answer is not valid. Please sign in again",
			});
		expect(await countRows()).toBe(before);
	});

	test("with another nonce than the requested one", async () => {
		provider.respond({ claims: { nonce: "another" } });
		const before = await countRows();
		const { status, code, message } = await getApiFailure(app.visitor(aflIdLogin, { body: buildGrant() }));
		expect([status, code, message]).toEqual([401, "code-refused", expect.stringContaining("Please sign in again")]);
		expect(await countRows()).toBe(before);
	});
});

test("a valid token signs in, with names from userinfo (D1.4.37, D1.3.08)", async () => {
	provider.respond({
		claims: VALID,
		userinfo: { name: "Ada van Lovelace", email: "ada@example.test", email_verified: true },
	});
	const first = buildGrant();
	const unknown = await getApiFailure(app.visitor(aflIdLogin, { body: first }));
	const profile = { firstName: "Ada van", lastName: "Lovelace", email: "ada@example.test" };
	expect([unknown.status, unknown.data]).toEqual([404, { profile }]);
	const { user } = await app.visitor(aflIdRegister, {
		body: { ...first, ...buildRegistrationForm("Difference Engine") },
	});
	expect(user).toMatchObject({ ...profile, emailVerified: true, hasPassword: false });
	expect(user.aflIdProfile).toEqual({ issuer: provider.oidc.issuer, sub: "ada", ...profile });
});

test("a code works once, and then writes nothing (D1.7.03, D1.7.04, D1.4.35)", async () => {
	provider.respond({ claims: VALID });
	const singleUseGrant = buildGrant();
	const answer = await app.visitor(aflIdLogin, { body: singleUseGrant });
	expect(Object.keys(answer).toSorted()).toEqual(["identityToken", "sessionId", "user"]);
	const before = await countRows();
	expect(await getApiFailure(app.visitor(aflIdLogin, { body: singleUseGrant }))).toMatchObject({
		status: 401,
		code: "code-refused",
	});
	expect(await countRows()).toBe(before);
});

test("a subject of 255 characters is accepted", async () => {
	const sub = "s".repeat(255);
	provider.respond({ claims: { ...VALID, sub }, userinfo: { sub } });
	const body = { ...buildGrant(), ...buildRegistrationForm("Long Subject") };
	expect((await app.visitor(aflIdRegister, { body })).user.aflIdProfile?.sub).toBe(sub);
});
