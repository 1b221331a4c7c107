import { aflIdLogin, aflIdRegister } from "@first-bounce/contract/accounts/auth";
import { sendTestPush, showNotifications, subscribeToPush } from "@first-bounce/contract/accounts/notifications";
import { getUser } from "@first-bounce/contract/accounts/user";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../../testing/server/database.ts";
import { getApiFailure } from "../../../testing/server/failure.ts";
import { runFb } from "../../../testing/server/run-fb.ts";
import { buildRegistrationForm, createManager, createTestApp, type TestApp } from "../../../testing/server/test-app.ts";
import {
	buildAuthorizeUrl,
	CALLBACK,
	createPkceRequest,
	createProviderBrowser,
	PROVIDER_PASSWORD,
	type ProviderBrowser,
} from "../../../testing/services/provider-browser.ts";
import { type PushService, startPushService } from "../../../testing/services/push-service.ts";
import { createServerKey } from "../db/server-key.ts";
import { createPush, type Push } from "../features/notifications/push/push.ts";
import { createPgListener, type PgListener } from "../features/seasons/current/pg-listener.ts";

const CONTACT = "mailto:operator@bounce.example";
const REASON = ["--reason", "once a year"];
let app: TestApp;
let service: PushService;
let listener: PgListener;
let push: Push;
/** A server that `listener` notifies of rotations. */
let server: Pick<TestApp, "app" | "as" | "close">;
beforeAll(async () => {
	service = await startPushService();
	app = await createTestApp();
	listener = await createPgListener({ url: app.database.url });
	push = createPush(app.database.pool, { keys: null, contact: CONTACT, allowsLoopback: true }, listener);
	server = await app.startSecondServer({ pgListener: listener, push });
});
beforeEach(() => service.answer(201));
afterAll(async () => {
	await server.close();
	push.close();
	await listener.close();
	await app.close();
	await service.close();
});

async function fb(...args: readonly string[]) {
	vi.stubEnv("DATABASE_URL", app.database.url);
	return runFb(["secrets", ...args]).finally(() => vi.unstubAllEnvs());
}

/** Rotates a secret, and waits until the server has been notified. */
async function rotate(name: string, ...options: readonly string[]) {
	const notified = Promise.withResolvers<string>();
	const stop = listener.on("secrets_changed", notified.resolve);
	const { code, out, err } = await fb("rotate", name, ...REASON, ...options);
	expect([code, err]).toEqual([0, ""]);
	await notified.promise;
	stop();
	return out;
}

describe("rotating the keys of the sign-in page", () => {
	const readKeyId = (identityToken: string) =>
		JSON.parse(Buffer.from(identityToken.split(".")[0] ?? "", "base64url").toString()).kid;

	async function openSignIn({ follow }: ProviderBrowser) {
		const request = createPkceRequest();
		const { url } = await follow("GET", await buildAuthorizeUrl(app, request));
		const getGrant = (end: URL) => ({
			code: end.searchParams.get("code") ?? "",
			codeVerifier: request.codeVerifier,
			redirectUrl: CALLBACK,
			nonce: request.nonce,
		});
		return { url, getGrant };
	}

	test("signs nobody out, and keeps sign-ins in progress without --now", async () => {
		const browser = createProviderBrowser(server);
		const { url, getGrant } = await openSignIn(browser);
		await rotate("identity-provider");
		const person = { firstName: "Kit", lastName: "Bag", email: "kit@example.test", password: PROVIDER_PASSWORD };
		const signedUp = await browser.follow("POST", `${url.pathname}/sign-up`, person);
		const registration = { ...getGrant(signedUp.url), ...buildRegistrationForm("Kit Bag") };
		const { identityToken, sessionId } = await server.as("")(aflIdRegister, { body: registration });

		await rotate("identity-provider");
		const again = await openSignIn(browser);
		expect(again.url.href.split("?")[0]).toBe(CALLBACK);
		const signedIn = await server.as("")(aflIdLogin, { body: again.getGrant(again.url) });
		expect(signedIn.user.fantasyTeamName).toBe("Kit Bag");
		expect(readKeyId(signedIn.identityToken)).not.toBe(readKeyId(identityToken));
		// The sign-out page learns from the identity token whose session to end.
		const signOut = await browser.send("GET", `/oidc/session/end?id_token_hint=${identityToken}`);
		expect(signOut.statusCode).toBe(200);

		const printed = await rotate("identity-provider", "--now");
		expect(printed).toBe(
			"identity-provider is rotated, and the previous one is refused. Anyone signing in right now has to start again, and the next sign-in asks for the password. Sessions stay.\n",
		);
		expect((await openSignIn(browser)).url.pathname).toMatch(/^\/oidc\/interaction\//);
		expect((await browser.send("GET", `/oidc/session/end?id_token_hint=${identityToken}`)).statusCode).toBe(400);
		expect((await server.as(sessionId)(getUser, {})).user.email).toBe("kit@example.test");
	});
});

test.each([["known-devices"], ["preview"]])(
	"cookies signed with the previous key of %s are accepted until --now",
	async (name) => {
		const key = createServerKey(app.database.pool, name, listener);
		const signature = await key.sign("a text");
		await rotate(name);
		await rotate(name);
		expect(await key.isSigned("a text", signature)).toBe(true);
		expect(await key.sign("a text")).not.toBe(signature);
		await rotate(name, "--now");
		expect(await key.isSigned("a text", signature)).toBe(false);
	},
);

test("devices that subscribed before a rotation still get notifications", async () => {
	const { user } = await createManager(app);
	const client = server.as(await app.getToken(user.id));
	const subscribe = async (madeWith?: string) => {
		const body = { ...service.browser().subscription, publicKey: madeWith };
		const { devices, publicKey } = await client(subscribeToPush, { body });
		return { id: devices[0]?.id ?? "", publicKey };
	};
	/** The public key that verifies a test message to a device. */
	const readKey = async (id: string) => {
		await client(sendTestPush, { body: { id } });
		return /k=(.+)$/.exec(service.received.at(-1)?.headers.authorization ?? "")?.[1];
	};
	const { id, publicKey } = await subscribe();
	await app.database.db.updateTable("push_subscriptions").set({ vapid_key: null }).execute();
	await rotate("push-keys");
	expect(await readKey(id)).toBe(publicKey);
	const { publicKey: newKey } = await client(showNotifications, {});
	expect(newKey).not.toBe(publicKey);
	await rotate("push-keys");
	expect(await readKey(id)).toBe(publicKey);
	// A browser renews its subscription by itself, with the key that it knows.
	const renewedByBrowser = await subscribe(publicKey);
	expect(await readKey(renewedByBrowser.id)).toBe(publicKey);
	// Opening First Bounce subscribes the device again, with the current key.
	const renewed = await subscribe(renewedByBrowser.publicKey);
	expect(await readKey(renewed.id)).toBe(renewed.publicKey);
	await rotate("push-keys", "--now");
	expect(await getApiFailure(client(sendTestPush, { body: { id: renewed.id } }))).toMatchObject({
		code: "push-refused",
	});
	expect(await getApiFailure(subscribe(publicKey))).toMatchObject({ status: 422 });
});

test("secrets list shows ages and previous secrets, but no secret", async () => {
	await rotate("known-devices");
	const { code, out } = await fb("list");
	const lines = out.trimEnd().split("\n");
	expect([code, lines.map((line) => line.split("\t")[0])]).toEqual([
		0,
		["identity-provider", "known-devices", "preview", "push-keys"],
	]);
	const [, since = "", previous, until = ""] = lines[1]?.split("\t") ?? [];
	expect([previous, (Date.parse(until) - Date.parse(since)) / 86_400_000]).toEqual(["1", 400]);
	expect(lines[2]).toMatch(/\t0\t-$/);
	const { rows } = await app.database.pool.query(
		"SELECT * FROM audit WHERE action = 'secret-rotated' ORDER BY id DESC LIMIT 1",
	);
	expect(rows[0]).toMatchObject({
		actor: "command line",
		subject: "secret:known-devices",
		reason: "once a year",
		before: null,
		after: { formerAcceptedDays: 400 },
	});
});

test("a secret that cannot be rotated is refused with the reason", async () => {
	expect((await fb("rotate", "database", ...REASON)).err).toContain(
		"Allowed choices are identity-provider, known-devices, preview, push-keys",
	);
	expect((await fb("rotate", "preview")).code).toBe(2);
	const database = await createTestDatabase();
	vi.stubEnv("DATABASE_URL", database.url);
	const unused = await runFb(["secrets", "rotate", "preview", ...REASON]);
	expect([unused.code, unused.err]).toEqual([
		1,
		"The server has not made preview yet, so there is nothing to rotate.\n",
	]);
	const { publicKey, privateKey } = await createPush(database.pool, {
		keys: null,
		contact: CONTACT,
		allowsLoopback: true,
	}).findKeys();
	vi.stubEnv("PUSH_VAPID_PUBLIC_KEY", publicKey);
	vi.stubEnv("PUSH_VAPID_PRIVATE_KEY", privateKey);
	const result = await runFb(["secrets", "rotate", "push-keys", ...REASON]);
	vi.unstubAllEnvs();
	expect([result.code, result.err]).toEqual([
		1,
		"PUSH_VAPID_PRIVATE_KEY is set, so the server uses no keys of its own. Change it there.\n",
	]);
	await database.close();
});
