import { showOverview } from "@first-bounce/contract/operator/operator";
import { showStatus } from "@first-bounce/contract/site/status";
import { handleContactMessage, listContactMessages, sendContactMessage } from "@first-bounce/contract/site/support";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createManager,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { listMailsTo } from "../../../../../testing/services/outbox.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";
import { buildSiteSettings } from "../web/site-settings.ts";

let app: TestApp;
const INBOX = "desk@example.test";
beforeAll(async () => {
	const site = buildSiteSettings({ SUPPORT_EMAIL: INBOX }, { hasAds: false, source: "simulator" });
	app = await createTestApp({ config: { publicUrl: "http://localhost:3000", oidc: null, site } });
});
afterAll(() => app.close());

const MESSAGE = {
	name: "Kit <b>",
	email: "kit@example.test",
	message: "My score looks wrong:\r\n- round 3\r\n- round <4>\r\n\r\nThanks!",
	page: "/team",
};

test("a message is stored and mailed, with replies to the sender", async () => {
	const { user, client } = await createManager(app);
	expect(await client(sendContactMessage, { body: MESSAGE })).toEqual({ received: true });
	const [mail] = await listMailsTo(app, INBOX);
	expect(mail).toMatchObject({ kind: "contact-message", subject: expect.stringContaining("from Kit <b>") });
	expect(mail?.text).toContain("My score looks wrong:\n- round 3\n- round <4>\n\nThanks!");
	const { headers, body_html } = await app.database.db
		.selectFrom("outbox_mails")
		.where("to_address", "=", INBOX)
		.select(["headers", "body_html"])
		.executeTakeFirstOrThrow();
	expect(headers).toEqual({ "Reply-To": "kit@example.test" });
	expect(body_html).not.toContain("Kit <b>");
	expect(body_html).toContain("<p>My score looks wrong:<br>- round 3<br>- round &lt;4&gt;</p>\n<p>Thanks!</p>");

	const operator = await createTestOperator(app);
	expect((await operator.client(showOverview, {})).waiting.openMessages).toBe(1);
	const { messages } = await operator.client(listContactMessages, { query: { state: "open" } });
	expect(messages).toMatchObject([{ ...MESSAGE, userId: user.id, handledAt: null }]);
	const { message } = await operator.client(handleContactMessage, { params: { id: messages[0]?.id ?? 0 } });
	expect(message.handledAt).not.toBeNull();
	expect((await operator.client(listContactMessages, { query: { state: "open" } })).messages).toEqual([]);
	expect((await operator.client(showOverview, {})).waiting.openMessages).toBe(0);
	expect((await getApiFailure(operator.client(handleContactMessage, { params: { id: 999 } }))).code).toBe(
		"contact-message-unknown",
	);
});

test("a visitor can send messages with a valid address, limited", async () => {
	const refusal = await getApiFailure(
		app.visitor(sendContactMessage, { body: { ...MESSAGE, email: "kit@x\r\nBcc: all@x.test" } }),
	);
	expect(refusal.status).toBe(422);
	const send = () => app.visitor(sendContactMessage, { body: MESSAGE });
	for (let sent = 1; sent < 6; sent++) await send();
	expect(await getApiFailure(send())).toMatchObject({ status: 429, code: "too-many-requests" });
});

test("a sender can write ten messages a day", async () => {
	const { sessionId } = await createManager(app);
	let networks = 0;
	const write = async (email: string, headers: Record<string, string> = {}) => {
		const remoteAddress = `198.51.100.${++networks}`;
		const { statusCode } = await app.app.inject({
			method: "POST",
			url: "/api/en/support/contact",
			remoteAddress,
			headers,
			payload: { ...MESSAGE, email },
		});
		return statusCode;
	};
	const signedIn = { "x-sid": sessionId };
	for (let sent = 0; sent < 10; sent++) expect(await write(`mo${sent}@example.test`, signedIn)).toBe(200);
	expect(await write("mo@example.test", signedIn)).toBe(429);
	for (let sent = 0; sent < 10; sent++) expect(await write("lee@example.test")).toBe(200);
	expect(await write("Lee@Example.test")).toBe(429);
	expect(await write("someone-else@example.test")).toBe(200);
});

test("the public status follows the readiness checks", async () => {
	const status = await app.visitor(showStatus, {});
	expect(status).toMatchObject({ isReady: true, parts: expect.arrayContaining([{ part: "database", state: "up" }]) });
	expect((await app.app.inject({ url: "/readyz" })).statusCode).toBe(200);
});

test("the status shows the stats feed's state, operators see why (D1.9.83)", async () => {
	const idle = { lastRequestAt: null, lastResponseAt: null, failures: 0, lastFault: null };
	let health: FeedHealth = idle;
	const site = await createTestApp({ feedHealth: () => ({ source: "afl-api", health }) });
	let at = site.clocks.wallNow();
	const getState = async (build: (at: number) => FeedHealth) => {
		// The status is cached for five seconds.
		at += 60_000;
		site.clocks.setWall(at);
		health = build(at);
		const { parts, isReady } = await site.visitor(showStatus, {});
		return [parts.find(({ part }) => part === "feed")?.state, isReady];
	};
	const getMinutesAgo = (minutes: number) => at - minutes * 60_000;
	expect(await getState(() => idle)).toEqual(["idle", true]);
	expect(await getState((now) => ({ ...idle, lastResponseAt: now }))).toEqual(["up", true]);
	expect(await getState(() => ({ ...idle, failures: 1, lastFault: "503" }))).toEqual(["slow", true]);
	const failing = { lastRequestAt: at, failures: 3, lastFault: "503" };
	expect(await getState(() => ({ ...failing, lastResponseAt: getMinutesAgo(1) }))).toEqual(["up", true]);
	expect(await getState(() => ({ ...failing, lastResponseAt: getMinutesAgo(11) }))).toEqual(["slow", true]);
	const refused = { ...failing, lastResponseAt: getMinutesAgo(1), isRefused: true, lastFault: "no token: 403" };
	expect(await getState(() => refused)).toEqual(["refused", true]);
	const { client } = await createTestOperator(site);
	expect((await client(showOverview, {})).polledFeed).toEqual({
		source: "afl-api",
		lastResponseAt: new Date(refused.lastResponseAt).toISOString(),
		failures: 3,
		lastFault: "no token: 403",
		isRefused: true,
	});
	await site.close();
});

test("without a mail server status and overview show waiting mails", async () => {
	const getMailState = async ({ visitor }: TestApp) =>
		(await visitor(showStatus, {})).parts.find(({ part }) => part === "mail")?.state;
	expect(await getMailState(app)).toBe("outbox");
	const { hasMailServer, waiting } = await (await createTestOperator(app)).client(showOverview, {});
	expect([hasMailServer, waiting.dueMails > 0]).toEqual([false, true]);
	const sending = await createTestApp({
		config: { publicUrl: "http://localhost:3000", oidc: null, smtpUrl: "smtp://x.test" },
	});
	expect(await getMailState(sending)).toBe("up");
	expect((await (await createTestOperator(sending)).client(showOverview, {})).hasMailServer).toBe(true);
	await sending.close();
});
