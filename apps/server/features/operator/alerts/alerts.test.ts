import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { showOverview, silenceAlert } from "@first-bounce/contract/operator/operator";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { listMailsTo } from "../../../../../testing/services/outbox.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";
import type { StorageReport } from "../storage/storage-watch.ts";
import { createAlertRunner } from "./alert-runner.ts";
import { readBacklog } from "./queries.ts";

const MEGABYTE = 1024 * 1024;
/** The messages that a stand-in for a chat has received. */
const messages: string[] = [];
let webhookStatus = 200;
const chat = createServer((request, response) => {
	request.setEncoding("utf8");
	let body = "";
	request.on("data", (chunk) => {
		body += chunk;
	});
	request.on("end", () => {
		if (webhookStatus === 200) messages.push(JSON.parse(body).text);
		response.writeHead(webhookStatus).end();
	});
});

let app: TestApp;
let client: Client;
let address: string;
let webhookUrl: string;
let storage: StorageReport;
let health: FeedHealth;
beforeAll(async () => {
	await new Promise<void>((resolve) => chat.listen(0, "127.0.0.1", resolve));
	webhookUrl = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`;
	app = await createTestApp();
	let user: { email: string };
	({ client, user } = await createTestOperator(app));
	address = user.email;
});
afterAll(async () => {
	chat.close();
	await app.close();
});

const execute = (text: string) => app.database.pool.query(text);
const refresh = async () => {
	await execute("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
};

beforeEach(async () => {
	messages.length = 0;
	webhookStatus = 200;
	storage = { state: "ok", freeBytes: 9_000 * MEGABYTE };
	health = { lastRequestAt: 0, lastResponseAt: FIRST_BOUNCE - DAY, failures: 0, lastFault: null };
	app.clocks.setSeason(FIRST_BOUNCE - 3 * DAY);
	app.clocks.setWall(FIRST_BOUNCE - DAY);
	await execute(
		"DELETE FROM operator_alerts; DELETE FROM operator_alert_messages; DELETE FROM outbox_mails; DELETE FROM backups; DELETE FROM pgboss.job",
	);
});

/** Creates a process that looks for alerts. */
function createProcess(host = "one", isLeader = true) {
	const errors: unknown[] = [];
	const { clocks, database, seasons } = app;
	const services = {
		db: database.db,
		storage: { report: () => (host === "one" ? storage : { state: "ok" as const, freeBytes: null }) },
		feedHealth: () => (isLeader ? { source: "afl-api", health } : null),
		isLeader: () => isLeader,
		seasons,
		clocks,
		hasDailyBackups: true,
		hasMailServer: true,
		host,
		startedAt: clocks.wallNow(),
		wallNow: clocks.wallNow,
		inbox: null,
		publicUrl: "https://game.example.org",
	};
	return { ...createAlertRunner(services, webhookUrl, (error) => errors.push(String(error))), errors };
}

const advanceClock = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);
const listSubjects = async () => (await listMailsTo(app, address)).map(({ subject }) => subject);

/** Collects the messages that operators get when a condition begins, and when it ends. */
async function collectMessages(begin: () => unknown, end: () => unknown) {
	const runner = createProcess();
	await runner.step();
	expect(messages).toEqual([]);
	await begin();
	await runner.step();
	await runner.step();
	const beginMessages = [...messages];
	await end();
	await runner.step();
	await runner.step();
	return { begun: beginMessages, ended: messages.slice(beginMessages.length), subjects: await listSubjects() };
}

test("operators hear of a match that the provider has otherwise", async () => {
	const runner = createProcess();
	const since = new Date(FIRST_BOUNCE - 3 * DAY).toISOString();
	await execute(`UPDATE matches SET listed_as = 'other', listed_status = 'POSTPONED', listed_round = 1,
		listed_since = '${since}' WHERE id = 101`);
	await runner.step();
	expect(messages).toEqual([]);
	app.clocks.setSeason(FIRST_BOUNCE - 3 * DAY + 10 * MINUTE_MS);
	await runner.step();
	await runner.step();
	expect(messages).toHaveLength(1);
	expect(messages[0]).toContain("Squad 11 v Squad 12 in round 1, at the provider: POSTPONED.");
	await execute("UPDATE matches SET listed_as = NULL WHERE id = 101");
	await runner.step();
	expect(messages[1]).toBe("Resolved: The provider lists a match differently");
});

test("operators hear once of a full disk and once of space (D2.9.140)", async () => {
	const [one, two] = [createProcess("one"), createProcess("two", false)];
	const step = async () => {
		await Promise.all([one.step(), two.step()]);
		return listSubjects();
	};
	expect(await step()).toEqual([]);
	storage = { state: "low", freeBytes: 300 * MEGABYTE };
	expect(await step()).toEqual(["First Bounce is running out of storage"]);
	advanceClock(14 * MINUTE_MS);
	expect(await step()).toEqual(["First Bounce is running out of storage"]);
	await createProcess("one").step();
	storage = { state: "full", freeBytes: 0 };
	const [low, full] = ["First Bounce is running out of storage", "First Bounce has run out of storage"];
	expect(await step()).toEqual([low, full, `Resolved: ${low}`]);
	storage = { state: "ok", freeBytes: 9_000 * MEGABYTE };
	expect(await step()).toEqual([low, full, `Resolved: ${low}`, `Resolved: ${full}`]);
	expect(messages).toEqual([
		[
			"First Bounce is running out of storage",
			"Only 300 MB are free on the server's disk. Once it is full, nothing can be saved.",
			"Please free some space on the disk that holds DATA_DIR or EXPORT_TO.",
			"https://game.example.org/operator",
		].join("\n"),
		expect.stringContaining("First Bounce has run out of storage\nA disk is full."),
		`Resolved: ${low}`,
		`Resolved: ${full}`,
	]);
	const [mail] = await listMailsTo(app, address);
	expect(mail?.text).toContain("Open the console:\nhttps://game.example.org/operator\n");
	expect([...one.errors, ...two.errors]).toEqual([]);
});

test("the alert about a vanished machine's disk ends after 15 minutes", async () => {
	storage = { state: "low", freeBytes: MEGABYTE };
	await createProcess("one").step();
	const other = createProcess("two");
	advanceClock(14 * MINUTE_MS);
	await other.step();
	expect(messages).toHaveLength(1);
	advanceClock(2 * MINUTE_MS);
	await other.step();
	expect(messages.slice(1)).toEqual(["Resolved: First Bounce is running out of storage"]);
});

test("operators hear of a silent or refusing feed during a match (D2.9.140)", async () => {
	const runner = createProcess();
	advanceClock(HOUR);
	await runner.step();
	expect(messages).toEqual([]);
	const stale = await collectMessages(
		() => {
			app.clocks.setSeason(FIRST_BOUNCE + HOUR);
			health = { ...health, lastResponseAt: app.clocks.wallNow() - 7 * MINUTE_MS, failures: 9, lastFault: "HTTP 503" };
		},
		() => {
			health = { ...health, lastResponseAt: app.clocks.wallNow(), failures: 0, lastFault: null };
		},
	);
	const title = "The stats feed has stopped during a match";
	expect(stale.begun).toEqual([
		expect.stringContaining(`${title}\nafl-api has not answered for 7 minutes. Last error: HTTP 503`),
	]);
	expect(stale.ended).toEqual([`Resolved: ${title}`]);
	messages.length = 0;
	const refused = await collectMessages(
		() => {
			health = { ...health, failures: 1, lastFault: "no token: 403", isRefused: true };
		},
		() => app.clocks.setSeason(FIRST_BOUNCE - DAY),
	);
	expect(refused.begun).toEqual([
		expect.stringMatching(/^The stats feed refuses our requests\nafl-api refuses our requests: no token: 403\nWaiting/),
	]);
	expect(refused.ended).toEqual(["Resolved: The stats feed refuses our requests"]);
});

test("a leader that just started neither ends nor begins alerts", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	health = { ...health, lastResponseAt: app.clocks.wallNow() - 7 * MINUTE_MS };
	await createProcess().step();
	health = { ...health, lastResponseAt: null };
	const newLeader = createProcess();
	await newLeader.step();
	advanceClock(6 * MINUTE_MS);
	await newLeader.step();
	expect(messages.map((text) => text.split("\n")[0])).toEqual(["The stats feed has stopped during a match"]);
});

test("operators hear of missing results, teams and publications before the lock (D2.9.140)", async () => {
	const runner = createProcess();
	app.clocks.setSeason(FIRST_BOUNCE - 30 * MINUTE_MS);
	await runner.step();
	expect(messages).toEqual([
		expect.stringMatching(
			/^Teams are missing shortly before a lock\nSquad \d+ v Squad \d+ locks in less than an hour, and no team is announced for: Squad \d+, Squad \d+\.\n.*\nhttps:\/\/game\.example\.org\/operator\/players$/,
		),
	]);
	app.clocks.setSeason(FIRST_BOUNCE + 5 * HOUR);
	await runner.step();
	expect(messages.slice(1).map((text) => text.split("\n").slice(0, 2).join("\n"))).toEqual([
		expect.stringMatching(
			/^A match has no result\nSquad \d+ v Squad \d+ in round 1 began more than four hours ago and is not complete\.$/,
		),
		"Resolved: Teams are missing shortly before a lock",
	]);
	messages.length = 0;
	await execute("UPDATE matches SET status = 'complete' WHERE round_id = 1");
	await refresh();
	const { rows } = await app.database.pool.query<{ lock: Date }>(
		"SELECT min(starts_at) AS lock FROM matches WHERE round_id = 2",
	);
	app.clocks.setSeason((rows[0]?.lock.getTime() ?? 0) - 11 * HOUR);
	await runner.step();
	expect(messages.map((text) => text.split("\n").slice(0, 2).join("\n"))).toEqual([
		"The last round is not published before the next lock\nRound 2 locks in less than twelve hours, and round 1 is not published.",
		"Resolved: A match has no result",
	]);
	await execute("UPDATE matches SET status = 'scheduled' WHERE round_id = 1");
	await refresh();
});

test("operators hear of failed jobs, mail and backups (D2.9.140)", async () => {
	const job = await collectMessages(
		() =>
			execute(
				"INSERT INTO pgboss.job (name, state, retry_limit, policy) SELECT name, 'failed', 0, policy FROM pgboss.queue WHERE name = 'round-publish'",
			),
		() => execute("DELETE FROM pgboss.job"),
	);
	expect(job.begun).toEqual([
		"First Bounce has given up on a job\nThe job round-publish has failed for good, after all its retries.\n" +
			"Open the console under Outbox & jobs: it shows the error. Fix the cause, then press Retry.\nhttps://game.example.org/operator/outbox",
	]);
	expect(job.ended).toEqual(["Resolved: First Bounce has given up on a job"]);
	messages.length = 0;
	const mail = await collectMessages(
		() =>
			execute(`INSERT INTO outbox_mails (kind, to_address, subject, body_text, headers, created_at, due_at, attempts)
				VALUES ('verify-email', 'pat@example.test', 'Hi', 'Hi', '{}',
					'${new Date(app.clocks.wallNow() - 11 * MINUTE_MS).toISOString()}', now(), 2)`),
		() => execute("UPDATE outbox_mails SET sent_at = now() WHERE to_address = 'pat@example.test'"),
	);
	expect(mail.begun).toEqual([
		expect.stringContaining("First Bounce cannot send mail\nMails have been waiting for more than ten minutes: 1.\n"),
	]);
	expect(mail.ended).toEqual(["Resolved: First Bounce cannot send mail"]);
	messages.length = 0;
	const formatHoursAgo = (hours: number) => new Date(app.clocks.wallNow() - hours * HOUR).toISOString();
	const old = await collectMessages(
		() => execute(`INSERT INTO backups (started_at, place, size) VALUES ('${formatHoursAgo(31)}', '/mnt/a', 9)`),
		() => execute(`INSERT INTO backups (started_at, place, size) VALUES ('${formatHoursAgo(1)}', '/mnt/b', 9)`),
	);
	expect(old.begun).toEqual([
		expect.stringContaining("First Bounce has no recent backup\nThe last backup is 31 hours old.\n"),
	]);
	expect(old.ended).toEqual(["Resolved: First Bounce has no recent backup"]);
	messages.length = 0;
	const failed = await collectMessages(
		() => execute(`INSERT INTO backups (started_at, error) VALUES ('${formatHoursAgo(0)}', 'ENOSPC: no space left')`),
		() => execute(`INSERT INTO backups (started_at, place, size) VALUES ('${formatHoursAgo(-1)}', '/mnt/c', 9)`),
	);
	expect(failed.begun).toEqual([
		expect.stringContaining("First Bounce could not be backed up\nThe daily backup failed: ENOSPC: no space left\n"),
	]);
	expect(failed.ended).toEqual(["Resolved: First Bounce could not be backed up"]);
});

test("overview and metrics show open alerts, and silenced ones stay quiet (D2.9.141)", async () => {
	const runner = createProcess();
	await execute(`INSERT INTO backups (started_at, error) VALUES ('2026-08-27T08:00:00Z', 'EACCES')`);
	await runner.step();
	const { alerts } = await client(showOverview, {});
	expect(alerts).toEqual([
		{
			id: expect.any(Number),
			kind: "backup-failed",
			title: "First Bounce could not be backed up",
			text: "The daily backup failed: EACCES",
			help: "The game is not affected. The backup is tried again every hour; please make sure that BACKUP_TO can be written to.",
			beganAt: new Date(app.clocks.wallNow()).toISOString(),
			silencedUntil: null,
		},
	]);
	expect((await readBacklog(app.database.db, app.clocks.wallNow())).alerts).toEqual([
		{ kind: "backup-failed", count: 1 },
	]);
	const id = alerts[0]?.id ?? 0;
	const { alert } = await client(silenceAlert, { params: { id }, body: { hours: 8, reason: "new disk comes today" } });
	expect(alert.silencedUntil).toBe(new Date(app.clocks.wallNow() + 8 * HOUR).toISOString());
	const { rows } = await app.database.pool.query("SELECT reason FROM audit WHERE action = 'alert-silenced'");
	expect(rows).toEqual([{ reason: "new disk comes today" }]);
	// The alert ends and begins again, and is still silenced.
	await execute("UPDATE backups SET started_at = '2026-08-27T07:00:00Z'");
	await execute(`INSERT INTO backups (started_at, place, size) VALUES ('2026-08-27T07:30:00Z', '/mnt/a', 9)`);
	await runner.step();
	expect((await client(showOverview, {})).alerts).toEqual([]);
	await expect(client(silenceAlert, { params: { id }, body: { hours: 1, reason: "over" } })).rejects.toThrow(
		"That alert is over",
	);
	await execute("DELETE FROM backups WHERE error IS NULL");
	await runner.step();
	expect(messages).toHaveLength(1);
	advanceClock(8 * HOUR);
	await runner.step();
	expect(messages).toHaveLength(2);
	expect(messages[1]).toBe(messages[0]);
});

test("a refused chat message is retried, and abandoned after five", async () => {
	const runner = createProcess();
	storage = { state: "low", freeBytes: MEGABYTE };
	webhookStatus = 500;
	for (const minutes of [0, 1, 5, 15, 60]) {
		advanceClock(minutes * MINUTE_MS);
		await runner.step();
	}
	expect(runner.errors).toEqual(Array(5).fill("Error: The alert webhook responded with 500"));
	const { rows } = await app.database.pool.query(
		"SELECT attempts, sent_at, last_error, failed_at IS NOT NULL AS failed FROM operator_alert_messages",
	);
	expect(rows).toEqual([
		{ attempts: 5, sent_at: null, last_error: "The alert webhook responded with 500", failed: true },
	]);
	webhookStatus = 200;
	advanceClock(DAY);
	await runner.step();
	expect(messages).toEqual([]);
});
