import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { aflIdLogin, aflIdRegister, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import Provider, { type AdapterFactory, type JWK } from "oidc-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../db/open.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { getApiFailure } from "../../../testing/failure.ts";
import { buildRegistrationForm, createTestApp, TEST_URL, type TestApp } from "../../../testing/test-app.ts";
import { createAdapterFactory } from "../identity-provider/adapter.ts";

const CALLBACK = `${TEST_URL}/login/callback`;
const CLIENT = { clientId: "somebody-elses-client", clientSecret: "a secret between the two of them" };
let server: Server;
let issuer: string;
let app: TestApp;
/** The person who signs in next at the external provider. */
let person = { sub: "abc|1", given_name: "Ida", family_name: "Dent", email: "ida@elsewhere.example" };
let misconfigured: TestApp;
let providerDatabase: Database;

/** A provider that differs from the built-in one: client secret, ES256, opaque subjects. It signs everybody in at once. */
function createExternalProvider(address: string, adapter: AdapterFactory): Provider {
	const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const key = { ...privateKey.export({ format: "jwk" }), kid: "other", use: "sig", alg: "ES256" } as JWK;
	return new Provider(address, {
		adapter,
		clients: [
			{
				client_id: CLIENT.clientId,
				client_secret: CLIENT.clientSecret,
				redirect_uris: [CALLBACK],
				id_token_signed_response_alg: "ES256",
				token_endpoint_auth_method: "client_secret_post",
			},
		],
		jwks: { keys: [key] },
		cookies: { keys: ["one"] },
		conformIdTokenClaims: false,
		claims: { openid: ["sub"], profile: ["given_name", "family_name"], email: ["email"] },
		features: { devInteractions: { enabled: false } },
		ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
		interactions: { url: (_, { uid }) => `/interaction/${uid}` },
		findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
		loadExistingGrant: async (ctx) => {
			const { client, session } = ctx.oidc;
			const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
			grant.addOIDCScope("openid profile email");
			await grant.save();
			return grant;
		},
	});
}

beforeAll(async () => {
	server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	providerDatabase = await createTestDatabase();
	const provider = createExternalProvider(issuer, createAdapterFactory(providerDatabase.pool));
	const callback = provider.callback();
	server.on("request", (request, response) => {
		if (!request.url?.startsWith("/interaction/")) return void callback(request, response);
		void provider.interactionFinished(request, response, { login: { accountId: person.sub } });
	});
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: { issuer, ...CLIENT } } });
	const wrong = { issuer, ...CLIENT, clientSecret: "not the secret" };
	misconfigured = await createTestApp({ config: { publicUrl: TEST_URL, oidc: wrong } });
});
afterAll(async () => {
	await app.close();
	await misconfigured.close();
	server.close();
	server.closeAllConnections();
	await providerDatabase.close();
});

/** Goes to the provider and comes back with a code, as a browser would. */
async function signIn() {
	const { authorizeUrl, clientId, scope, endSessionUrl } = await app.visitor(showSignInOptions, {});
	expect([new URL(authorizeUrl).origin, clientId, endSessionUrl]).toEqual([
		issuer,
		CLIENT.clientId,
		expect.stringContaining(issuer),
	]);
	const codeVerifier = randomBytes(96).toString("base64url");
	const nonce = randomBytes(8).toString("hex");
	const query = new URLSearchParams({
		client_id: clientId,
		scope,
		response_type: "code",
		redirect_uri: CALLBACK,
		state: "s",
		nonce,
		code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
		code_challenge_method: "S256",
	});
	let cookies: string[] = [];
	let at = `${authorizeUrl}?${query}`;
	while (!at.startsWith(CALLBACK)) {
		const answer = await fetch(at, { redirect: "manual", headers: { cookie: cookies.join("; ") } });
		cookies = [...cookies, ...answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "")];
		at = new URL(answer.headers.get("location") ?? "/missing-location", at).href;
	}
	const code = new URL(at).searchParams.get("code") ?? "";
	return { code, codeVerifier, redirectUrl: CALLBACK, nonce };
}

test("a person registers once with an external provider and then signs in", async () => {
	const grant = await signIn();
	const unknown = await getApiFailure(app.visitor(aflIdLogin, { body: grant }));
	expect(unknown.data).toEqual({ profile: { firstName: "Ida", lastName: "Dent", email: "ida@elsewhere.example" } });
	const { user } = await app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Ida's Idols") } });
	expect(user).toMatchObject({ firstName: "Ida", hasPassword: false, aflIdProfile: { issuer, sub: "abc|1" } });
	expect((await app.visitor(aflIdLogin, { body: await signIn() })).user.id).toBe(user.id);
});

test("a new identity is not linked to the account with the same address", async () => {
	person = { ...person, sub: "abc|2" };
	const stranger = await getApiFailure(app.visitor(aflIdLogin, { body: await signIn() }));
	expect(stranger.code).toBe("not-registered");
});

test("a name with a web address is left out, because invitations are mailed with names", async () => {
	const known = person;
	person = { ...person, sub: "abc|3", given_name: "Win at evil.com", family_name: "Dent" };
	const unknown = await getApiFailure(app.visitor(aflIdLogin, { body: await signIn() }));
	expect(unknown.data).toEqual({ profile: { firstName: null, lastName: "Dent", email: "ida@elsewhere.example" } });
	person = known;
});

test("an exchange without a nonce is accepted; a wrong nonce or client secret is refused", async () => {
	person = { ...person, sub: "abc|1" };
	const { nonce: _, ...without } = await signIn();
	expect((await app.visitor(aflIdLogin, { body: without })).user.firstName).toBe("Ida");
	const wrong = await getApiFailure(app.visitor(aflIdLogin, { body: { ...(await signIn()), nonce: "other" } }));
	expect([wrong.status, wrong.code]).toEqual([401, "code-refused"]);
	const secret = await getApiFailure(misconfigured.visitor(aflIdLogin, { body: await signIn() }));
	expect([secret.status, secret.code]).toEqual([401, "code-refused"]);
});

test("an unreachable issuer leads to 503", async () => {
	const unreachable = await createTestApp({
		config: { publicUrl: TEST_URL, oidc: { ...CLIENT, issuer: "http://127.0.0.1:1" } },
	});
	const { status, code } = await getApiFailure(unreachable.visitor(showSignInOptions, {}));
	await unreachable.close();
	expect([status, code]).toEqual([503, "provider-down"]);
});
