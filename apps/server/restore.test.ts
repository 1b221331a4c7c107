import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Call } from "@first-bounce/contract/call";
import { checkBackup, listBackups, releaseHeldMessages, restoreBackup } from "@first-bounce/contract/operator/backups";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { changeTeamCaptain } from "@first-bounce/contract/team/team-actions";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../testing/season/small-season.ts";
import { createTestDatabase } from "../../testing/server/database.ts";
import { isLeader, type ServerProcess, startServerProcess } from "../../testing/server/server-process.ts";
import type { Database } from "./db/open.ts";
import { createSessionStore } from "./features/accounts/sessions/session-store.ts";
import { openBackupTarget } from "./features/backups/backup-target.ts";
import { createBackup } from "./features/backups/create-backup.ts";
import { queueMail } from "./features/notifications/mail/queue-mail.ts";

const KEY = "a long sentence that nobody guesses";
const TIMEOUT_MS = 240_000;

let folder: string;
let database: Database;
/** Another name than the server's, so that restores do not wait for this connection. */
let observer: pg.Client;
const servers: ServerProcess[] = [];

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-restore-"));
	database = await createTestDatabase();
	await seedSeason(database.db, { rounds: 2 });
	await database.pool.query(
		"INSERT INTO users (first_name, last_name, email, operator_role) VALUES ('Ola', 'Nerr', 'ola@example.test', 'owner')",
	);
	const data = { firstName: "Ola", url: "https://bounce.example/reset-password#abc" };
	await queueMail(database.db, {
		kind: "reset-password",
		to: "ola@example.test",
		language: "en",
		now: Date.now(),
		data,
	});
	const noPictures = { listKeys: async function* () {}, read: async () => null };
	const sources = { pool: database.pool, media: noPictures, version: "0.1.0", key: KEY };
	await createBackup(sources, openBackupTarget(path.join(folder, "season.tar.gz.age")), new Date());
	await database.pool.query("UPDATE users SET last_name = 'Later' WHERE email = 'ola@example.test'");
	await database.pool.end();
	observer = new pg.Client({ connectionString: database.url, application_name: "observer" });
	await observer.connect();
});
afterEach(async () => {
	for (const server of servers.splice(0)) if (!server.isOver()) await server.kill();
});
afterAll(async () => {
	await observer.end();
	await database.close().catch(() => undefined);
	await rm(folder, { recursive: true });
});

async function startServer(name: string, settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
	const server = await startServerProcess({
		DATABASE_URL: database.url,
		DATA_DIR: path.join(folder, name),
		ADS: "off",
		...settings,
	});
	servers.push(server);
	return server;
}

/** Signs the owner in, with the second factor. */
async function signIn(): Promise<string> {
	const { rows } = await observer.query("SELECT id FROM users WHERE email = 'ola@example.test'");
	const sessions = createSessionStore(observer as unknown as pg.Pool, Date.now);
	const pool = new pg.Pool({ connectionString: database.url, application_name: "observer", max: 1 });
	const session = await createSessionStore(pool, Date.now).start(rows[0].id, { userAgent: "test", address: "" });
	await sessions.setOperatorUntil(session?.token ?? "", Date.now() + 3_600_000);
	await pool.end();
	return session?.token ?? "";
}

async function call(
	{ address }: ServerProcess,
	token: string,
	{ method, path: callPath }: Call,
	body?: object | Buffer,
) {
	const isFile = Buffer.isBuffer(body);
	const response = await fetch(`${address}/api/en${callPath}`, {
		method,
		headers: { "x-sid": token, "content-type": isFile ? "application/octet-stream" : "application/json" },
		...(body ? { body: isFile ? new Uint8Array(body) : JSON.stringify(body) } : {}),
	});
	const { success, errors } = (await response.json()) as { success: { backups: unknown }; errors: { code: string }[] };
	return { status: response.status, success, code: errors[0]?.code, cookie: response.headers.get("set-cookie") ?? "" };
}

const upload = async (server: ServerProcess, token: string) => {
	const file = await readFile(path.join(folder, "season.tar.gz.age"));
	const uploadCall = { method: "POST", path: "/operator/backups/upload" } as const;
	const { success } = await call(server, token, uploadCall, file);
	return { source: "upload" as const, ...(success as unknown as { name: string; isEncrypted: boolean }) };
};

/** Starts the restore of an uploaded backup, and returns the cookie that shows its progress. */
async function startRestore(server: ServerProcess, token: string): Promise<string> {
	const { source, name } = await upload(server, token);
	const body = { source, name, key: KEY, siteName: "localhost", reason: "a new machine" };
	const { status, cookie } = await call(server, token, restoreBackup, body);
	expect(status).toBe(200);
	return cookie.split(";", 1)[0] ?? "";
}

const readPage = async ({ address }: ServerProcess, cookie = "") =>
	(await fetch(`${address}/restore`, { headers: { accept: "text/html", cookie }, redirect: "manual" })).text();
const readRun = async () => {
	const { rows } = await observer.query("SELECT state, details ->> 'step' AS step FROM first_bounce_restore.run");
	return rows[0] as { state: string; step: string };
};
const readName = async () =>
	(await observer.query("SELECT last_name FROM users WHERE email = 'ola@example.test'")).rows[0]?.last_name;
const countSessions = async () => Number((await observer.query("SELECT count(*) FROM sessions")).rows[0].count);
const waitUntil = (read: () => Promise<unknown>, expected: unknown, interval = 50) =>
	expect.poll(() => read().catch(String), { timeout: 60_000, interval }).toEqual(expected);
const isReady = async ({ address }: ServerProcess) => (await fetch(`${address}/readyz`)).status;

test(
	"an interrupted restore changes nothing, or is finished at the next start [D2.9.785]",
	async () => {
		let server = await startServer("machine");
		const token = await signIn();

		// While it waits for another program.
		const other = new pg.Client({ connectionString: database.url, application_name: "first-bounce" });
		await other.connect();
		let cookie = await startRestore(server, token);
		await waitUntil(readRun, { state: "running", step: "stop" });
		expect(await readPage(server, cookie)).toContain("Stopping all servers");
		expect(await readPage(server)).toContain("This site is being restored from a backup");
		expect(await readPage(server, "language=fr")).toContain("Ce site est en cours de restauration");
		expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
		const refused = await call(server, token, listBackups);
		expect([refused.status, refused.code]).toEqual([503, "being-restored"]);
		await server.kill();
		await other.end();
		server = await startServer("machine");
		expect([await readName(), await countSessions()]).toEqual(["Later", 1]);
		expect(await readPage(server, cookie)).toContain("Nothing was replaced. The restore was interrupted.");

		// Inside the transaction, which cannot drop a table that somebody reads.
		await observer.query("BEGIN; LOCK TABLE users IN ACCESS SHARE MODE");
		cookie = await startRestore(server, token);
		await waitUntil(readRun, { state: "running", step: "backup" });
		await expect
			.poll(async () => (await observer.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount, { timeout: 60_000 })
			.toBe(1);
		await server.kill();
		await observer.query("COMMIT");
		server = await startServer("machine");
		expect([await readName(), await countSessions()]).toEqual(["Later", 1]);

		// After the commit: the next start ends sessions and holds messages.
		cookie = await startRestore(server, token);
		await waitUntil(async () => (await readRun()).state, "loaded", 1);
		await server.kill();
		expect(await readName()).toBe("Nerr");
		server = await startServer("machine");
		expect([await readRun(), await countSessions()]).toEqual([{ state: "finished", step: expect.any(String) }, 0]);
		expect(await readPage(server, cookie)).toContain("is restored");
		expect((await observer.query("SELECT count(*)::int AS held FROM held_messages")).rows).toEqual([{ held: 1 }]);
	},
	TIMEOUT_MS,
);

test(
	"all processes stop for a restore in the console, then start [D2.9.780, D2.9.783, D2.9.871]",
	async () => {
		await observer.query("UPDATE users SET last_name = 'Later' WHERE email = 'ola@example.test'");
		await observer.query("DELETE FROM held_messages");
		const server = await startServer("machine");
		// It has the same folder, without which it does not start, so an upload reaches both.
		const second = await startServer("machine");
		const token = await signIn();
		const backup = await upload(server, token);
		expect(backup.isEncrypted).toBe(true);
		const place = { source: backup.source, name: backup.name };
		expect((await call(server, token, checkBackup, { ...place, key: null })).code).toBe("backup-key-needed");
		const answered: unknown[] = [];
		const checked = call(server, token, checkBackup, { ...place, key: "another long sentence" }).then(({ code }) => {
			answered.push(code);
		});
		// The derivation of the key begins within the first few of these requests, which come one after the other.
		for (let request = 0; request < 20; request++) answered.push((await fetch(`${server.address}/healthz`)).status);
		await checked;
		expect(answered).toEqual([...Array<number>(20).fill(200), "backup-key-wrong"]);
		expect((await call(server, token, checkBackup, { ...place, key: KEY })).success).toMatchObject({
			version: "0.1.0",
			teams: 0,
			rounds: 2,
		});
		expect((await call(second, token, checkBackup, { ...place, key: KEY })).success).toMatchObject({ rounds: 2 });
		const absent = { ...place, name: "upload-6d1f0a52-7c1e-4c38-9b0f-2f4f7d1e8a90", key: KEY };
		expect((await call(second, token, checkBackup, absent)).code).toBe("unknown-backup");
		const body = { ...place, key: KEY, siteName: "elsewhere", reason: "a new machine" };
		expect((await call(server, token, restoreBackup, body)).code).toBe("site-name-wrong");
		expect(await readName()).toBe("Later");

		const { cookie } = await call(server, token, restoreBackup, { ...body, siteName: "localhost" });
		const progress = cookie.split(";", 1)[0] ?? "";
		await waitUntil(readName, "Nerr");
		await waitUntil(() => isReady(server), 200);
		await waitUntil(() => isReady(second), 200);
		const page = await readPage(second, progress);
		expect(page).toContain("All sessions have ended");
		expect(page).toMatch(/What was there before is in \S+first-bounce-\S+\.tar\.gz/);
		expect((await call(server, token, listBackups)).code).toBe("not-signed-in");
		expect(await readdir(path.join(folder, "machine", "uploads"))).not.toContain(backup.name);
		const { rows } = await observer.query("SELECT state, details::text, token_hash FROM first_bounce_restore.run");
		expect(JSON.stringify(rows)).not.toContain(KEY);

		const owner = await signIn();
		const [present] = (await call(server, owner, listBackups)).success.backups as { source: string }[];
		expect(present?.source).toBe("machine");
		const mails = async () =>
			(await observer.query("SELECT sent_at, failed_at, last_error FROM outbox_mails ORDER BY id LIMIT 1")).rows[0];
		expect(await mails()).toEqual({ sent_at: null, failed_at: null, last_error: null });
		const released = await call(server, owner, releaseHeldMessages, { reason: "a day old", sends: false });
		expect(released.status).toBe(200);
		expect(await mails()).toMatchObject({ sent_at: null, last_error: "Discarded after a restore" });
		const shown = (await call(server, owner, showOverview)).success;
		expect(shown).toMatchObject({ waiting: { failedMails: 0, dueMails: 0 } });
	},
	TIMEOUT_MS,
);

/** A bucket without pictures. */
async function startEmptyBucket() {
	const bucket = createServer((_, response) => response.end("<ListBucketResult></ListBucketResult>"));
	bucket.listen(0, "127.0.0.1");
	await once(bucket, "listening");
	const { port } = bucket.address() as AddressInfo;
	return { bucket, url: `s3://key:secret@127.0.0.1:${port}/pictures?region=ap-southeast-2` };
}

test(
	"a process with a folder of its own stops and returns, too [D2.9.783]",
	async () => {
		await observer.query("UPDATE users SET last_name = 'Later' WHERE email = 'ola@example.test'");
		const { bucket, url } = await startEmptyBucket();
		const target = path.join(folder, "target");
		const name = "first-bounce-2026-09-01T03-30-00-000Z.tar.gz.age";
		await mkdir(target);
		await copyFile(path.join(folder, "season.tar.gz.age"), path.join(target, name));
		const settings = { MEDIA_URL: url, BACKUP_TO: target, BACKUP_KEY: KEY };
		const server = await startServer("first", settings);
		const second = await startServer("second", settings);
		const token = await signIn();
		const { body: stream } = await fetch(`${second.address}/api/en/live`);
		const streamed = new Response(stream).text();

		// The transaction of the restore waits for whoever reads this table.
		await observer.query("BEGIN; LOCK TABLE users IN ACCESS SHARE MODE");
		const body = { source: "backup-to", name, key: null, siteName: "localhost", reason: "a new machine" };
		expect((await call(server, token, restoreBackup, body)).status).toBe(200);
		await expect
			.poll(async () => (await observer.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount, { timeout: 60_000 })
			.toBe(1);
		expect(await streamed).toContain("event: version");
		// Nobody listens until the stand-in does.
		await waitUntil(() => isReady(second), 503);
		const save = await call(second, token, changeTeamCaptain, {});
		expect([save.status, save.code]).toEqual([503, "being-restored"]);
		// The only connection is that of the restore, so no job, draft or stats provider runs.
		const { rowCount } = await observer.query(
			"SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'first-bounce'",
		);
		expect(rowCount).toBe(1);
		await observer.query("COMMIT");

		await waitUntil(() => isReady(server), 200);
		await waitUntil(() => isReady(second), 200);
		expect(await readName()).toBe("Nerr");
		// Its DATA_DIR does not exist yet.
		expect((await call(second, await signIn(), listBackups)).status).toBe(200);
		const leaders = await Promise.all([server, second].map(isLeader));
		expect(leaders.filter(Boolean)).toHaveLength(1);
		bucket.close();
		bucket.closeAllConnections();
	},
	TIMEOUT_MS,
);
