import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { deliverMails } from "./deliver-mails.ts";
import { claimDueMail } from "./mail-queries.ts";
import { queueMail } from "./queue-mail.ts";
import { createSmtpTransport, type MailTransport } from "./transport.ts";

let database: Database;
let smtp: SMTPServer;
let transport: MailTransport;
let wallTime = Date.UTC(2026, 7, 27, 9);
const received: { to: string[]; raw: string }[] = [];
/** Number of recipients that the server will still defer. */
let deferrals = 0;

beforeAll(async () => {
	database = await createTestDatabase();
	smtp = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onRcptTo: ({ address }, _, callback) => {
			if (address.startsWith("nobody@"))
				return callback(Object.assign(new Error("No such user"), { responseCode: 550 }));
			if (deferrals > 0) {
				deferrals--;
				return callback(Object.assign(new Error("Try again later"), { responseCode: 451 }));
			}
			callback();
		},
		onData: async (stream, session, callback) => {
			received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: await text(stream) });
			callback();
		},
	});
	await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
	const { port } = smtp.server.address() as AddressInfo;
	transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, "First Bounce <mail@bounce.example>");
});
afterAll(async () => {
	transport.close();
	await new Promise<void>((resolve) => smtp.close(resolve));
	await database.close();
});
beforeEach(async () => {
	received.length = 0;
	await database.db.deleteFrom("outbox_mails").execute();
});

const queueTestMail = (to: string, firstName = "Zoë") =>
	queueMail(database.db, {
		kind: "reset-password",
		to,
		language: "en",
		now: wallTime,
		data: { firstName, url: "https://bounce.example/reset-password#abc_-123" },
	});
const deliver = (mailTransport: MailTransport | null = transport) =>
	deliverMails({ pool: database.pool, transport: mailTransport, host: "bounce.example", wallNow: () => wallTime });
const listOutbox = () =>
	database.db
		.selectFrom("outbox_mails")
		.select(["to_address", "attempts", "sent_at", "failed_at", "last_error"])
		.execute();

test("a mail is sent as text and HTML and marked as sent", async () => {
	await queueTestMail("zoe@example.test");
	expect(await deliver()).toBe(1);
	const [mail] = received;
	expect(mail?.to).toEqual(["zoe@example.test"]);
	expect(mail?.raw).toContain("From: First Bounce <mail@bounce.example>");
	expect(mail?.raw).toContain("Subject: Set a new password");
	expect(mail?.raw).toMatch(/Message-ID: <outbox-\d+@bounce\.example>/i);
	expect(mail?.raw).toContain("Content-Type: text/plain");
	expect(mail?.raw).toContain("Content-Type: text/html");
	expect(mail?.raw.replaceAll(/=\r\n/g, "").match(/reset-password#abc_-123/g)?.length).toBeGreaterThanOrEqual(2);
	expect(await listOutbox()).toMatchObject([{ sent_at: new Date(wallTime), failed_at: null, attempts: 1 }]);
	expect(await deliver()).toBe(0);
});

test("mails stay in the outbox until there is a server", async () => {
	await queueTestMail("later@example.test");
	expect(await deliver(null)).toBe(0);
	expect(await listOutbox()).toMatchObject([{ sent_at: null, failed_at: null, attempts: 0 }]);
	expect(await deliver()).toBe(1);
});

test("a deferred mail is retried after one minute, then five", async () => {
	await queueTestMail("busy@example.test");
	deferrals = 2;
	const sentCounts: number[] = [];
	for (const minutes of [0, 0.9, 0.1, 4.9, 0.1]) {
		wallTime += minutes * MINUTE_MS;
		sentCounts.push(await deliver());
	}
	expect(sentCounts).toEqual([0, 0, 0, 0, 1]);
	expect(await listOutbox()).toMatchObject([{ attempts: 3, sent_at: new Date(wallTime), last_error: null }]);
	expect(received).toHaveLength(1);
});

test("a mail to an unknown address fails alone and at once", async () => {
	await queueTestMail("nobody@example.test");
	await queueTestMail("somebody@example.test");
	expect(await deliver()).toBe(1);
	expect(await listOutbox()).toContainEqual({
		to_address: "nobody@example.test",
		attempts: 1,
		sent_at: null,
		failed_at: new Date(wallTime),
		last_error: expect.stringContaining("550"),
	});
	await queueTestMail("never@example.test");
	deferrals = Number.POSITIVE_INFINITY;
	for (let day = 0; day < 9; day++) {
		wallTime += 24 * 60 * MINUTE_MS;
		await deliver();
	}
	deferrals = 0;
	const never = (await listOutbox()).find(({ to_address }) => to_address.startsWith("never@"));
	expect(never).toMatchObject({ attempts: 7, sent_at: null });
	expect(never?.failed_at).not.toBeNull();
});

test("several processes at the same time send every mail once", async () => {
	for (let index = 0; index < 20; index++) await queueTestMail(`fan${index}@example.test`);
	const sent = await Promise.all([deliver(), deliver(), deliver()]);
	expect(sent.reduce((sum, count) => sum + count)).toBe(20);
	expect(new Set(received.flatMap(({ to }) => to)).size).toBe(20);
	expect(received).toHaveLength(20);
});

test("a mail that a slow server takes minutes for is sent once", async () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	await queueTestMail("slow@example.test");
	const answer = Promise.withResolvers<void>();
	const slow = { send: vi.fn(() => answer.promise), close: () => undefined };
	const sending = deliver(slow);
	await expect.poll(() => slow.send.mock.calls.length).toBe(1);
	for (let minute = 1; minute <= 15; minute++) {
		wallTime += MINUTE_MS;
		vi.advanceTimersByTime(MINUTE_MS);
		const due = new Date(wallTime + 5 * MINUTE_MS);
		await expect
			.poll(() => database.db.selectFrom("outbox_mails").select("due_at").execute())
			.toEqual([{ due_at: due }]);
		expect(await deliver()).toBe(0);
	}
	answer.resolve();
	expect(await sending).toBe(1);
	expect([received.length, vi.getTimerCount()]).toEqual([0, 0]);
	expect(await listOutbox()).toMatchObject([{ sent_at: new Date(wallTime), attempts: 1 }]);
});

test("a mail of a process that died is sent after five minutes", async () => {
	await queueTestMail("orphan@example.test");
	await claimDueMail(database.pool, wallTime, 5 * MINUTE_MS);
	wallTime += 4.9 * MINUTE_MS;
	expect(await deliver()).toBe(0);
	wallTime += 0.1 * MINUTE_MS;
	expect(await deliver()).toBe(1);
});

test("a name can add neither headers nor markup to a mail", async () => {
	await queueTestMail("plain@example.test", "<img src=x>\r\nBcc: evil@example.test");
	await deliver();
	expect(received[0]?.to).toEqual(["plain@example.test"]);
	expect(received[0]?.raw.split("\r\n\r\n", 1)[0]).not.toContain("Bcc");
	const [{ body_html } = { body_html: "" }] = await database.db
		.selectFrom("outbox_mails")
		.select("body_html")
		.execute();
	expect(body_html).toContain("Hi &lt;img src=x&gt;");
});
