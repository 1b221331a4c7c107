import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { requestPasswordReset, resetPassword } from "@first-bounce/contract/accounts/account";
import { getUser } from "@first-bounce/contract/accounts/user";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManager, createTestApp, TEST_URL, type TestApp } from "../../../../testing/server/test-app.ts";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import { listMailsTo } from "../../../../testing/services/outbox.ts";
import { createJobQueue } from "../jobs/job-queue.ts";
import { startAccountRunner } from "./account-runner.ts";
import { processResetRequests } from "./my-account/password.ts";
import { deleteExpired } from "./sessions/queries.ts";
import { suspendAccount } from "./users/suspend-account.ts";

let app: TestApp;
let smtp: SMTPServer;
const receivedMails: string[] = [];
beforeAll(async () => {
	app = await createTestApp();
	smtp = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onData: async (stream, _, callback) => {
			receivedMails.push((await text(stream)).replaceAll("=\r\n", ""));
			callback();
		},
	});
	await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
	await new Promise<void>((resolve) => smtp.close(resolve));
	await app.close();
});

const getSmtpUrl = (server = smtp) => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

test("a requested password link is sent by SMTP and works", async () => {
	const { user } = await createManager(app);
	const settings = { publicUrl: "https://bounce.example", mailFrom: "mail@bounce.example" };
	const problems: unknown[] = [];
	const onError = (error: unknown) => problems.push(error);
	const queue = await createJobQueue({ pool: app.database.pool, onError });
	const runner = startAccountRunner(
		{ ...settings, smtpUrl: getSmtpUrl() },
		{ db: app.database.db, pool: app.database.pool, wallNow: app.clocks.wallNow, queue },
		onError,
	);
	await app.visitor(requestPasswordReset, { body: { email: user.email } });
	const mail = await waitFor(() => {
		const found = receivedMails.find((receivedMail) => receivedMail.includes("Subject: Set a new password"));
		if (!found) throw new Error("no mail yet");
		return found;
	});
	await runner.stop();
	await queue.close();
	const { rows } = await app.database.pool.query(
		"SELECT name, state::text, output FROM pgboss.job ORDER BY name, created_on",
	);
	expect(rows).toContainEqual({ name: "mail-delivery", state: "completed", output: { sent: expect.any(Number) } });
	expect(rows.filter(({ name }) => name === "sweep-expired")).toEqual([
		{ name: "sweep-expired", state: "completed", output: null },
	]);
	const token = /reset-password#([\w-]{43})/.exec(mail)?.[1] ?? "";
	expect(await app.visitor(resetPassword, { body: { token, password: "another lantern entirely" } })).toEqual({
		reset: true,
	});
	expect(problems).toEqual([]);
});

test("a failed reset request is reported and deleted without blocking others", async () => {
	const { user } = await createManager(app);
	const { pool, db } = app.database;
	await pool.query(`CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql
		AS $$ BEGIN RAISE EXCEPTION 'this mail cannot be written'; END $$`);
	const { user: failingUser } = await createManager(app);
	await pool.query(`CREATE TRIGGER refuse_mail BEFORE INSERT ON outbox_mails FOR EACH ROW
		WHEN (NEW.to_address = '${failingUser.email}') EXECUTE FUNCTION refuse_mail()`);
	await app.visitor(requestPasswordReset, { body: { email: failingUser.email } });
	await app.visitor(requestPasswordReset, { body: { email: user.email } });
	const problems: unknown[] = [];
	const onError = (error: unknown) => problems.push(error);
	await processResetRequests({ pool, wallNow: app.clocks.wallNow, publicUrl: TEST_URL, onError });
	await pool.query("DROP FUNCTION refuse_mail CASCADE");
	expect((await listMailsTo(app, user.email)).map(({ kind }) => kind)).toContain("reset-password");
	expect(await db.selectFrom("password_reset_requests").selectAll().execute()).toEqual([]);
	expect(problems).toMatchObject([
		{
			message: "A request for a password link failed and was deleted",
			cause: { message: "this mail cannot be written" },
		},
	]);
});

test("suspensions end and mails leave though reset requests cannot be read", async () => {
	const { user } = await createManager(app);
	const { pool, db } = app.database;
	const now = app.clocks.wallNow();
	const auditContext = { actor: "command line", reason: "for the test" } as const;
	await suspendAccount(db, user.id, { endsAt: new Date(now + 1_000), by: null, now }, auditContext);
	app.clocks.setWall(now + 2_000);
	await pool.query("ALTER TABLE password_reset_requests RENAME TO unreadable_requests");
	const problems: unknown[] = [];
	const onError = (error: unknown) => problems.push(error);
	const queue = await createJobQueue({ pool, onError });
	const runner = startAccountRunner(
		{ publicUrl: TEST_URL, mailFrom: "mail@bounce.example", smtpUrl: getSmtpUrl() },
		{ db, pool, wallNow: app.clocks.wallNow, queue },
		onError,
	);
	const isSuspended = async () =>
		(await pool.query("SELECT FROM suspensions WHERE user_id = $1", [user.id])).rowCount === 1;
	const isMailed = () => receivedMails.some((receivedMail) => receivedMail.includes(`To: ${user.email}`));
	try {
		await expect.poll(async () => [await isSuspended(), isMailed()], { timeout: 10_000 }).toEqual([false, true]);
	} finally {
		await runner.stop();
		await queue.close();
		await pool.query("ALTER TABLE unreadable_requests RENAME TO password_reset_requests");
	}
	expect(String(problems[0])).toContain("password_reset_requests");
});

test("a stop waits only seconds for a silent mail server", async () => {
	const { user } = await createManager(app);
	const { pool, db } = app.database;
	const received = Promise.withResolvers<void>();
	const silent = new SMTPServer({
		authOptional: true,
		closeTimeout: 100,
		disabledCommands: ["STARTTLS"],
		onData: (stream) => void stream.resume().on("end", received.resolve),
	});
	await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
	const problems: unknown[] = [];
	const onError = (error: unknown) => problems.push(error);
	const queue = await createJobQueue({ pool, onError });
	const runner = startAccountRunner(
		{ publicUrl: TEST_URL, mailFrom: "mail@bounce.example", smtpUrl: getSmtpUrl(silent) },
		{ db, pool, wallNow: app.clocks.wallNow, queue },
		onError,
	);
	await app.visitor(requestPasswordReset, { body: { email: user.email } });
	await received.promise;
	const start = performance.now();
	await runner.stop();
	expect(performance.now() - start).toBeLessThan(8_000);
	await new Promise<void>((resolve) => silent.close(resolve));
	const listOpen = async () =>
		(await pool.query("SELECT kind FROM outbox_mails WHERE attempts > 0 AND sent_at IS NULL AND last_error IS NULL"))
			.rows;
	await expect.poll(listOpen).toEqual([]);
	await queue.close();
	expect(problems).toEqual([]);
});

test("expired rows are deleted, and no others", async () => {
	const { client, user } = await createManager(app);
	await app.visitor(requestPasswordReset, { body: { email: user.email } });
	const countRows = async () => {
		const tables = ["sessions", "mailed_tokens", "attempts", "pending_identities", "mail_counts", "oidc_payloads"];
		const counts = await Promise.all(tables.map((table) => app.database.pool.query(`SELECT FROM ${table}`)));
		return counts.map(({ rowCount }) => rowCount);
	};
	await app.database.pool.query(
		`INSERT INTO oidc_payloads (kind, id, payload, expires_at) VALUES ('Session', 'kept', '{}', NULL),
			('Session', 'over', '{}', $1)`,
		[new Date(app.clocks.wallNow() + 1)],
	);
	const before = await countRows();
	await deleteExpired(app.database.pool, app.clocks.wallNow());
	expect(await countRows()).toEqual(before);
	app.clocks.setWall(app.clocks.wallNow() + 91 * 86_400_000);
	await deleteExpired(app.database.pool, app.clocks.wallNow());
	expect(await countRows()).toEqual([0, 0, 0, 0, 0, 1]);
	await expect(client(getUser, {})).rejects.toThrow("Please sign in first");
});
