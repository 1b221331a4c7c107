import { aflIdLogin, aflIdRegister, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	createTestApp,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import {
	PROVIDER_CLIENT as CLIENT,
	signInAtProvider,
	startRealProvider,
} from "../../../../../testing/services/real-provider.ts";

let provider: Awaited<ReturnType<typeof startRealProvider>>;
let app: TestApp;
/** The person who signs in next at the external provider. */
let person = { sub: "abc|1", given_name: "Ida", family_name: "Dent", email: "ida@elsewhere.example" };
let misconfigured: TestApp;

beforeAll(async () => {
	provider = await startRealProvider(() => person);
	const { issuer } = provider;
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: { issuer, ...CLIENT } } });
	const wrongSecret = { issuer, ...CLIENT, clientSecret: "not the secret" };
	misconfigured = await createTestApp({ config: { publicUrl: TEST_URL, oidc: wrongSecret } });
});
afterAll(async () => {
	await app.close();
	await misconfigured.close();
	await provider.close();
});

/** Goes to the provider and comes back with a code, as a browser would. */
async function signIn() {
	const { options, grant } = await signInAtProvider(app);
	const { authorizeUrl, clientId, endSessionUrl } = options;
	expect([new URL(authorizeUrl).origin, clientId, endSessionUrl]).toEqual([
		provider.issuer,
		CLIENT.clientId,
		expect.stringContaining(provider.issuer),
	]);
	return grant;
}

test("a person registers once with an external provider and then signs in", async () => {
	const grant = await signIn();
	const unknown = await getApiFailure(app.visitor(aflIdLogin, { body: grant }));
	expect(unknown.data).toEqual({ profile: { firstName: "Ida", lastName: "Dent", email: "ida@elsewhere.example" } });
	const { user } = await app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Ida's Idols") } });
	expect(user).toMatchObject({
		firstName: "Ida",
		hasPassword: false,
		aflIdProfile: { issuer: provider.issuer, sub: "abc|1" },
	});
	expect((await app.visitor(aflIdLogin, { body: await signIn() })).user.id).toBe(user.id);
});

test("a new identity is not linked to an account by address", async () => {
	person = { ...person, sub: "abc|2" };
	const stranger = await getApiFailure(app.visitor(aflIdLogin, { body: await signIn() }));
	expect(stranger.code).toBe("not-registered");
});

test("a name with a web address is left out", async () => {
	const previousPerson = person;
	person = { ...person, sub: "abc|3", given_name: "Win at evil.com", family_name: "Dent" };
	const unknown = await getApiFailure(app.visitor(aflIdLogin, { body: await signIn() }));
	expect(unknown.data).toEqual({ profile: { firstName: null, lastName: "Dent", email: "ida@elsewhere.example" } });
	person = previousPerson;
});

test("an exchange without a nonce is accepted, a wrong one refused", async () => {
	person = { ...person, sub: "abc|1" };
	const { nonce: _, ...grantWithoutNonce } = await signIn();
	expect((await app.visitor(aflIdLogin, { body: grantWithoutNonce })).user.firstName).toBe("Ida");
	const nonceRefusal = await getApiFailure(app.visitor(aflIdLogin, { body: { ...(await signIn()), nonce: "other" } }));
	expect([nonceRefusal.status, nonceRefusal.code]).toEqual([401, "code-refused"]);
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
