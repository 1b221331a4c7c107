import { aflIdLogin, aflIdRegister, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRefusal } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	createTestApp,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import {
	PROVIDER_CLIENT,
	type ProviderPerson,
	signInAtProvider,
	startRealProvider,
} from "../../../../../testing/services/real-provider.ts";

/** Both providers return this subject and address, but for two different people. */
const PERSON: ProviderPerson = {
	sub: "abc|1",
	given_name: "Ida",
	family_name: "Dent",
	email: "ida@elsewhere.example",
};
let club: Awaited<ReturnType<typeof startRealProvider>>;
let school: Awaited<ReturnType<typeof startRealProvider>>;
let app: TestApp;

beforeAll(async () => {
	club = await startRealProvider(() => PERSON);
	school = await startRealProvider(() => PERSON);
	const providers = [
		{ id: "club", name: "Club ID", issuer: club.issuer, ...PROVIDER_CLIENT },
		{ id: "school", name: "School ID", issuer: school.issuer, ...PROVIDER_CLIENT },
		{ id: "down", name: "Gone ID", ...PROVIDER_CLIENT, issuer: "http://127.0.0.1:1" },
	];
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: providers[0] ?? null, providers } });
});
afterAll(async () => {
	await app.close();
	await club.close();
	await school.close();
});

test("sign-in options are those of the given or the first provider", async () => {
	const answer = await app.visitor(showSignInOptions, { query: { provider: "school" } });
	expect(new URL(answer.authorizeUrl).origin).toBe(school.issuer);
	expect(answer.providers).toEqual([
		{ id: "club", name: "Club ID" },
		{ id: "school", name: "School ID" },
		{ id: "down", name: "Gone ID" },
	]);
	expect(new URL((await app.visitor(showSignInOptions, {})).authorizeUrl).origin).toBe(club.issuer);
	expect(await getRefusal(app.visitor(showSignInOptions, { query: { provider: "other" } }))).toEqual([
		422,
		"provider-unknown",
	]);
});

test("accounts are linked by issuer and subject together", async () => {
	const { grant } = await signInAtProvider(app, "school");
	const atSchool = { ...grant, provider: "school" };
	expect(await getRefusal(app.visitor(aflIdLogin, { body: atSchool }))).toEqual([404, "not-registered"]);
	const { user } = await app.visitor(aflIdRegister, {
		body: { ...atSchool, ...buildRegistrationForm("School Side") },
	});
	expect(user.aflIdProfile).toMatchObject({ issuer: school.issuer, sub: "abc|1" });

	const atClub = (await signInAtProvider(app)).grant;
	expect(await getRefusal(app.visitor(aflIdLogin, { body: atClub }))).toEqual([404, "not-registered"]);

	const again = { ...(await signInAtProvider(app, "school")).grant, provider: "school" };
	expect((await app.visitor(aflIdLogin, { body: again })).user.id).toBe(user.id);
});

test("a code is exchanged with the named provider only", async () => {
	const { grant } = await signInAtProvider(app, "school");
	expect(await getRefusal(app.visitor(aflIdLogin, { body: { ...grant, provider: "club" } }))).toEqual([
		401,
		"code-refused",
	]);
	expect(await getRefusal(app.visitor(aflIdLogin, { body: { ...grant, provider: "other" } }))).toEqual([
		422,
		"provider-unknown",
	]);
});

test("a provider that is down leaves the others working", async () => {
	expect(await getRefusal(app.visitor(showSignInOptions, { query: { provider: "down" } }))).toEqual([
		503,
		"provider-down",
	]);
	expect((await signInAtProvider(app, "club")).grant.code).not.toBe("");
});

test("if only the built-in provider exists, any provider id is refused", async () => {
	const builtIn = await createTestApp();
	expect((await builtIn.visitor(showSignInOptions, {})).providers).toEqual([]);
	expect(await getRefusal(builtIn.visitor(showSignInOptions, { query: { provider: "club" } }))).toEqual([
		422,
		"provider-unknown",
	]);
	await builtIn.close();
});
