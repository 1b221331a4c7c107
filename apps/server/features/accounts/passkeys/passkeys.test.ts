import { aflIdLogin } from "@first-bounce/contract/accounts/auth";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { addPasskey, listPasskeys, removePasskey, startPasskey } from "@first-bounce/contract/accounts/passkeys";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getRefusal } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createManager,
	createTestApp,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import {
	buildAuthorizeUrl,
	CALLBACK,
	createPkceRequest,
	createProviderBrowser,
} from "../../../../../testing/services/provider-browser.ts";
import { createSoftAuthenticator } from "../../../../../testing/services/soft-authenticator.ts";
import { hashPassword } from "../sign-in/passwords.ts";

const PASSWORD = "a long kick to the square";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
});
afterAll(() => app.close());

type Authenticator = ReturnType<typeof createSoftAuthenticator>;

async function createOwner() {
	const { client, user } = await createManager(app);
	const change = { password_hash: await hashPassword(PASSWORD) };
	await app.database.db.updateTable("users").set(change).where("id", "=", user.id).execute();
	return { client, userId: user.id };
}

const start = async (client: Client): Promise<string> => {
	const { options } = await client(startPasskey, { body: { password: PASSWORD } });
	return String(options.challenge);
};
const add = async (client: Client, key: Authenticator, name = "Phone") =>
	client(addPasskey, { body: { name, credential: key.create(await start(client)) } });

/** Opens the sign-in page and returns its challenge, and a function that posts a response to it. */
async function openSignIn() {
	const secrets = createPkceRequest();
	const { follow } = createProviderBrowser(app);
	const { url, answer } = await follow("GET", await buildAuthorizeUrl(app, secrets));
	const options = /data-options="([^"]*)"/.exec(answer.body)?.[1]?.replaceAll("&quot;", '"') ?? "{}";
	return {
		options: JSON.parse(options),
		page: answer.body,
		post: async (credential: object) => {
			const end = await follow("POST", `${url.pathname}/passkey`, { credential: JSON.stringify(credential) });
			if (!end.url.href.startsWith(CALLBACK))
				return { problem: /class="summary".*?<li>.*?>([^<]*)</s.exec(end.answer.body)?.[1] };
			const code = end.url.searchParams.get("code") ?? "";
			const { codeVerifier, nonce } = secrets;
			return app.visitor(aflIdLogin, { body: { code, codeVerifier, redirectUrl: CALLBACK, nonce } });
		},
	};
}

async function signIn(key: Authenticator, ceremony: Parameters<Authenticator["get"]>[1] = {}) {
	const { options, post } = await openSignIn();
	return post(key.get(options.challenge, ceremony));
}

describe("a passkey", () => {
	test("is added with the password, signs in, and is exported keyless", async () => {
		const { client, userId } = await createOwner();
		const [phone, laptop] = [createSoftAuthenticator(), createSoftAuthenticator()];
		await add(client, phone);
		app.clocks.setWall(app.clocks.wallNow() + MINUTE_MS);
		const { passkeys } = await add(client, laptop, "  Laptop ");
		expect(passkeys).toEqual([
			{ id: phone.id, name: "Phone", createdAt: expect.any(String), lastUsedAt: null },
			{ id: laptop.id, name: "Laptop", createdAt: expect.any(String), lastUsedAt: null },
		]);
		expect(await signIn(laptop)).toMatchObject({ user: { id: userId }, sessionId: expect.any(String) });
		const listed = (await client(listPasskeys, {})).passkeys;
		expect(listed.map(({ lastUsedAt }) => lastUsedAt === null)).toEqual([true, false]);
		const data = await client(exportOwnData, {});
		expect(data.passkeys).toMatchObject([{ name: "Phone" }, { name: "Laptop", counter: 2 }]);
		expect(JSON.stringify(data.passkeys)).not.toContain("public_key");
	});

	test("is requested with the site's host and user verification", async () => {
		const { options, page } = await openSignIn();
		expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
		expect(options.allowCredentials ?? []).toEqual([]);
		expect(page).toContain('autocomplete="username webauthn"');
		expect(page).toContain('<script src="/oidc/passkey.js" defer></script>');
	});

	test("needs the right password, and is not added to the demo's account", async () => {
		const { client, userId } = await createOwner();
		expect(await getRefusal(client(startPasskey, { body: { password: "something else" } }))).toEqual([
			422,
			"wrong-password",
		]);
		await app.database.db.updateTable("users").set({ is_demo: true }).where("id", "=", userId).execute();
		expect(await getRefusal(start(client))).toEqual([403, "demo-account"]);
		await app.database.db.updateTable("users").set({ is_demo: false }).where("id", "=", userId).execute();
	});

	test("can be added once per challenge, in time, by its account only", async () => {
		const { client } = await createOwner();
		const other = await createOwner();
		const key = createSoftAuthenticator();
		const challenge = await start(client);
		const body = { name: "Phone", credential: key.create(challenge) };
		expect(await getRefusal(other.client(addPasskey, { body }))).toEqual([401, "passkey-expired"]);
		await client(addPasskey, { body });
		expect(await getRefusal(client(addPasskey, { body }))).toEqual([401, "passkey-expired"]);
		const latePasskey = { name: "Late", credential: createSoftAuthenticator().create(await start(client)) };
		app.clocks.setWall(app.clocks.wallNow() + 5 * MINUTE_MS);
		expect(await getRefusal(client(addPasskey, { body: latePasskey }))).toEqual([401, "passkey-expired"]);
		expect(await getRefusal(add(other.client, key))).toEqual([409, "passkey-known"]);
	});

	test.each([
		["another origin", { origin: "https://evil.example" }],
		["another host", { rpId: "evil.example" }],
		["no screen lock", { isVerified: false }],
	])("is refused with %s, when added and when signing in", async (_, ceremony) => {
		const { client } = await createOwner();
		const refused = { name: "Phone", credential: createSoftAuthenticator().create(await start(client), ceremony) };
		expect(await getRefusal(client(addPasskey, { body: refused }))).toEqual([422, "passkey-refused"]);
		const key = createSoftAuthenticator();
		await add(client, key);
		expect(await signIn(key, ceremony)).toEqual({
			problem: "This passkey could not be checked. Please try again",
		});
		expect(await signIn(key)).toMatchObject({ sessionId: expect.any(String) });
	});

	test("signs in once per page, in time, with a growing counter", async () => {
		const { client } = await createOwner();
		const key = createSoftAuthenticator();
		await add(client, key);
		const first = await openSignIn();
		const second = await openSignIn();
		// A response to another page's challenge uses up this page's challenge.
		expect(await second.post(key.get(first.options.challenge))).toEqual({
			problem: "This passkey could not be checked. Please try again",
		});
		expect(await second.post(key.get(second.options.challenge))).toEqual({
			problem: "This passkey could not be checked. Please try again",
		});
		app.clocks.setWall(app.clocks.wallNow() + 5 * MINUTE_MS);
		expect(await first.post(key.get(first.options.challenge))).toEqual({
			problem: "That took too long. Please try again",
		});
		expect(await signIn(key, { counter: 9 })).toMatchObject({ sessionId: expect.any(String) });
		expect(await signIn(key, { counter: 8 })).toMatchObject({
			problem: expect.stringContaining("could not be checked"),
		});
		expect(await signIn(key, { counter: 10 })).toMatchObject({ sessionId: expect.any(String) });
	});

	test("that was removed or never added signs nobody in", async () => {
		const { client } = await createOwner();
		const key = createSoftAuthenticator();
		await add(client, key);
		expect((await client(removePasskey, { body: { id: key.id } })).passkeys).toEqual([]);
		for (const unknown of [key, createSoftAuthenticator()])
			expect(await signIn(unknown)).toEqual({
				problem: "This passkey is not known here. Sign in with your password",
			});
	});

	test("of a suspended account signs nobody in", async () => {
		const { client, userId } = await createOwner();
		const key = createSoftAuthenticator();
		await add(client, key);
		await suspend(userId);
		expect(await signIn(key)).toMatchObject({ problem: expect.stringContaining("suspended") });
	});

	test("is removed by its owner only, unless it is the last way", async () => {
		const { client, userId } = await createOwner();
		const other = await createOwner();
		const [phone, laptop] = [createSoftAuthenticator(), createSoftAuthenticator()];
		await add(client, phone);
		await add(client, laptop);
		expect(await getRefusal(other.client(removePasskey, { body: { id: phone.id } }))).toEqual([404, "passkey-unknown"]);
		await app.database.db.updateTable("users").set({ password_hash: null }).where("id", "=", userId).execute();
		// Concurrently, because each removal is allowed only while the other passkey is left.
		const answers = await Promise.allSettled([phone, laptop].map(({ id }) => client(removePasskey, { body: { id } })));
		expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		const [last] = (await client(listPasskeys, {})).passkeys;
		expect(await getRefusal(client(removePasskey, { body: { id: last?.id ?? "" } }))).toEqual([409, "last-way-in"]);
	});

	test("is limited to twenty an account", async () => {
		const { client, userId } = await createOwner();
		const rows = Array.from({ length: 20 }, (_, index) => ({
			id: `${userId}-${index}`,
			user_id: userId,
			name: "Old",
			public_key: Buffer.from([1]),
			counter: 0,
			transports: [],
			created_at: new Date(),
		}));
		await app.database.db.insertInto("passkeys").values(rows).execute();
		expect(await getRefusal(start(client))).toEqual([409, "too-many-passkeys"]);
	});

	test("cannot be added if an external provider signs people in", async () => {
		const external = await createTestApp({
			config: {
				publicUrl: TEST_URL,
				oidc: { issuer: "https://id.example.org", clientId: "game", clientSecret: null },
				localLogin: true,
			},
		});
		const { client } = await createManager(external);
		expect(await getRefusal(start(client))).toEqual([403, "local-login-closed"]);
		await external.close();
	});
});

async function suspend(userId: UserId): Promise<void> {
	await app.database.db
		.insertInto("suspensions")
		.values({ user_id: userId, reason: "Rude team names", ends_at: null, was_active: true, suspended_at: new Date() })
		.execute();
}
