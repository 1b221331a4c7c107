import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "../../../../../testing/services/test-certificate.ts";
import type { Database } from "../../../db/open.ts";
import { type DoctorServices, runChecks } from "./run-checks.ts";

let database: Database;
let folder: string;
let site: Server;
let reply: object = {};
const PERSON = "zebrafinch";

beforeAll(async () => {
	database = await createTestDatabase();
	site = createServer((_, response) => response.end(JSON.stringify(reply))).listen(0, "127.0.0.1");
	await new Promise((resolve) => site.once("listening", resolve));
});
afterAll(async () => {
	site.close();
	await database.close();
});
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "doctor-"));
	reply = { status: "ready", leader: true, sharedAddress: null };
	await database.pool.query(`INSERT INTO users (first_name, last_name, email, operator_role)
		VALUES ('${PERSON}', 'x', '${PERSON}@example.org', 'owner')`);
	await database.pool.query(
		"INSERT INTO operator_factors (user_id, secret, confirmed_at) SELECT id, 'x', now() FROM users",
	);
});
afterEach(async () => {
	await database.pool.query("DELETE FROM users; DELETE FROM backups; DELETE FROM feed_health");
	await rm(folder, { recursive: true, force: true });
});

const getPort = (server: Server): number => (server.address() as AddressInfo).port;
const getHealthyEnv = () => ({
	DATABASE_URL: database.url,
	PORT: String(getPort(site)),
	DATA_DIR: folder,
	BACKUP_TO: folder,
	BACKUP_KEY: "a passphrase for tests",
	SUPPORT_EMAIL: `${PERSON}@example.org`,
});

/** Checks an installation that differs from a healthy one. Returns what is not ok, as `check state: text → advice`. */
async function examine(env: Record<string, string> = {}, services: Partial<DoctorServices> = {}) {
	const findings = await runChecks({
		env: { ...getHealthyEnv(), ...env },
		wallNow: Date.now,
		hasDatabase: () => true,
		getFreeBytes: async () => 2 ** 34,
		...services,
	});
	expect(JSON.stringify(findings)).not.toMatch(new RegExp(`${PERSON}|passphrase|hunter2`, "i"));
	return findings
		.filter(({ state }) => state !== "ok")
		.map(({ check, state, text, advice }) => `${check} ${state}: ${text} → ${advice}`);
}

const QUIET = [
	"season warning: there is no season → Import one: docs/season.md.",
	"backups warning: none was made yet → Wait for BACKUP_AT, or run fb backup --to FOLDER.",
	"mail warning: SMTP_URL is not set: mails stay in the outbox, and nobody can reset a password alone → Set SMTP_URL and MAIL_FROM.",
];
const listNew = (found: readonly string[]) => found.filter((line) => !QUIET.includes(line));

test("a new installation without mail, season and backups gets three warnings [D2.9.537]", async () => {
	expect(await examine()).toEqual(QUIET);
});

test("invalid settings are named without their values [D2.9.537]", async () => {
	expect(await examine({ SMTP_URL: "hunter2", FEED: "afl" })).toEqual([
		expect.stringMatching(
			/^settings broken: Invalid settings: SMTP_URL must be a URL.*; FEED .* → Correct them: docs\/operating\/settings\.md/,
		),
	]);
});

test("a database that does not answer [D2.9.537]", async () => {
	expect(listNew(await examine({ DATABASE_URL: `postgres://${PERSON}:hunter2@127.0.0.1:1/x` }))).toEqual([
		expect.stringMatching(
			/^database broken: The database at .* cannot be used: .*ECONNREFUSED.* → Check DATABASE_URL, and that PostgreSQL runs/,
		),
	]);
});

test("a database of a newer release [D2.9.537]", async () => {
	await database.pool.query("INSERT INTO applied_migrations (name, sha256) VALUES ('9999-future.sql', 'x')");
	const found = await examine();
	await database.pool.query("DELETE FROM applied_migrations WHERE name = '9999-future.sql'");
	expect(listNew(found)).toEqual([
		expect.stringMatching(
			/^database broken: The database was created by a newer version .* → Start the release that the database belongs to/,
		),
	]);
});

test("a site without TLS [D2.9.537]", async () => {
	expect(listNew(await examine({ PUBLIC_URL: "http://footy.example.org" }))).toEqual([
		"tls broken: PUBLIC_URL is not https: passwords travel in the clear, and notifications and the offline mode do not work → " +
			"Put a proxy with TLS in front of the server, and set PUBLIC_URL to its https address.",
		"push broken: browsers refuse notifications of a site without TLS → Set up TLS, and an https PUBLIC_URL.",
	]);
});

test("a certificate that browsers do not trust [D2.9.537]", async () => {
	const secure = createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }).listen(0, "127.0.0.1");
	await new Promise((resolve) => secure.once("listening", resolve));
	const found = listNew(await examine({ PUBLIC_URL: `https://127.0.0.1:${getPort(secure)}` }));
	secure.close();
	expect(found).toEqual([
		expect.stringMatching(
			/^tls broken: browsers do not trust the certificate of PUBLIC_URL \(\w+\) → Give the proxy a certificate.*set NODE_EXTRA_CA_CERTS to its certificate file/,
		),
	]);
});

test("a proxy that hides the addresses of visitors [D2.9.537]", async () => {
	reply = { status: "ready", leader: true, sharedAddress: "missing" };
	expect(listNew(await examine())).toEqual([
		"proxy broken: all visitors share the address of the proxy, and the limits of one visitor → " +
			"Let the proxy set X-Forwarded-For: see deploy/nginx.conf and deploy/Caddyfile.",
	]);
});

test("a server that is not running, or that nobody leads [D2.9.537]", async () => {
	expect(listNew(await examine({ PORT: "1" }))).toEqual([
		expect.stringMatching(/^server broken: the server does not answer on port 1 → Start it, and read its log/),
	]);
	reply = { status: "ready", leader: false, sharedAddress: null };
	expect(listNew(await examine())).toEqual([
		"leader broken: no process advances the season → Restart the server, and read its log.",
	]);
});

test("a port on which another program answers [D2.9.537]", async () => {
	const other = createServer((_, response) => response.end("<html>It works!</html>")).listen(0, "127.0.0.1");
	await new Promise((resolve) => other.once("listening", resolve));
	const port = getPort(other);
	const found = listNew(await examine({ PORT: String(port) }));
	other.close();
	expect(found).toEqual([
		`server broken: another program answers on port ${port} → ` +
			"Set PORT to the one on which the server listens, or stop the other program.",
	]);
});

test("a site that is being restored [D2.9.537]", async () => {
	reply = { success: null, errors: [{ code: "being-restored", message: "The site is being restored" }] };
	expect(listNew(await examine())).toEqual([
		"server broken: the server is not ready: The site is being restored → Wait until that is over.",
	]);
});

test("a mail server that refuses connections [D2.9.537]", async () => {
	const found = listNew(await examine({ SMTP_URL: `smtp://${PERSON}:hunter2@127.0.0.1:1` }));
	expect(found).toEqual([
		"mail broken: the mail server cannot be used (ESOCKET) → " +
			"Check host and port in SMTP_URL, smtp:// or smtps://, and that the firewall lets the server out.",
	]);
});

test("a disk that is nearly full, and one that is full [D2.9.537]", async () => {
	expect(listNew(await examine({}, { getFreeBytes: async () => 300 * 2 ** 20 }))).toEqual([
		"disk warning: 300 MB free on the disk of DATA_DIR → Free space: old backups in DATA_DIR/backups, logs, pictures of past seasons.",
	]);
	expect(listNew(await examine({}, { getFreeBytes: async () => 2 ** 20 }))).toEqual([
		expect.stringMatching(/^disk broken: 1 MB free on the disk of DATA_DIR: nothing can be saved → Free space/),
	]);
});

test("a clock that is wrong [D2.9.537]", async () => {
	expect(listNew(await examine({}, { wallNow: () => Date.now() - 95_000 }))).toEqual([
		expect.stringMatching(
			/^clock broken: this machine's clock is 95 seconds behind the database's → Set both clocks by NTP/,
		),
	]);
});

test("backups that fail, are old or have no folder [D2.9.537]", async () => {
	await database.pool.query(
		"INSERT INTO backups (started_at, place, size) VALUES (now() - interval '50 hours', 'x', 1)",
	);
	expect(await examine()).toContainEqual(
		expect.stringMatching(/^backups broken: the last is 50 hours old → See whether the job/),
	);
	await database.pool.query("INSERT INTO backups (started_at, error) VALUES (now(), $1)", [
		`no space at s3://${PERSON}:hunter2@host/bucket`,
	]);
	expect(await examine()).toContainEqual(
		expect.stringMatching(/^backups broken: the last backup failed: no space at host\/bucket → Remove the cause/),
	);
	expect(await examine({ BACKUP_TO: path.join(folder, "gone"), BACKUP_KEY: "" })).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^backups broken: BACKUP_TO cannot be used \(ENOENT\) → Create the folder/),
			expect.stringMatching(/^backups warning: BACKUP_KEY is not set/),
		]),
	);
});

test("a stats folder that is missing, and a provider that refuses [D2.9.537]", async () => {
	expect(listNew(await examine({ FEED: "csv", FEED_DIR: path.join(folder, "stats") }))).toEqual([
		"feed broken: FEED_DIR cannot be read (ENOENT) → Create the folder, and let the server's account read it.",
	]);
	const health = {
		lastRequestAt: 0,
		lastResponseAt: null,
		failures: 3,
		lastFault: `403 for ${PERSON}@example.org`,
		isRefused: true,
		matches: [],
	};
	await database.pool.query("INSERT INTO feed_health (source, health, reported_at) VALUES ('afl-api', $1, now())", [
		health,
	]);
	expect(listNew(await examine({ FEED: "afl-api", AFL_API_SEASON: "2026" }))).toEqual([
		'feed broken: the provider refuses the server\'s requests: 403 for [mail] → Waiting does not help: docs/season.md, "If the provider refuses".',
	]);
});

test("counts of one are in the singular [D2.9.537]", async () => {
	const health = { lastRequestAt: 0, lastResponseAt: null, failures: 1, lastFault: "no answer", matches: [] };
	await database.pool.query("INSERT INTO feed_health (source, health, reported_at) VALUES ('afl-api', $1, now())", [
		health,
	]);
	await database.pool.query(
		"INSERT INTO backups (started_at, place, size) VALUES (now() - interval '90 minutes', 'x', 1)",
	);
	await database.pool.query(`INSERT INTO outbox_mails (kind, to_address, subject, body_text, due_at, attempts, created_at)
		VALUES ('test-mail', 'a@example.test', 'x', 'x', now(), 1, now() - interval '1 hour')`);
	const findings = await runChecks({
		env: {
			...getHealthyEnv(),
			FEED: "afl-api",
			AFL_API_SEASON: "2026",
			SMTP_URL: "smtp://127.0.0.1:1",
			MAIL_FROM: "a@b.c",
		},
		wallNow: Date.now,
		hasDatabase: () => true,
	});
	await database.pool.query("DELETE FROM outbox_mails");
	expect(findings.map(({ text }) => text)).toEqual(
		expect.arrayContaining([
			"the last is 1 hour old",
			"the last request to the provider failed: no answer",
			"1 mail waits for more than ten minutes",
		]),
	);
});

test("a stats file that cannot be read [D2.9.537]", async () => {
	const health = {
		lastRequestAt: 0,
		lastResponseAt: null,
		failures: 9,
		lastFault: "late.csv cannot be read: permission is denied",
		isRefused: false,
		matches: [],
	};
	await database.pool.query("INSERT INTO feed_health (source, health, reported_at) VALUES ('csv', $1, now())", [
		health,
	]);
	expect(listNew(await examine({ FEED: "csv", FEED_DIR: folder }))).toEqual([
		"feed warning: FEED_DIR was not read completely: late.csv cannot be read: permission is denied → " +
			"Let the server's account read the folder and its files.",
	]);
});

test("files in the stats folder that are not read [D2.9.537]", async () => {
	const stats = path.join(folder, "stats-files");
	await mkdir(stats);
	for (const name of ["round-1.csv", "ROUND-2.CSV", "round-3.csv.tmp", ".hidden", "round-4.xlsx", "round-5.txt"])
		await writeFile(path.join(stats, name), "");
	expect(listNew(await examine({ FEED: "csv", FEED_DIR: stats }))).toEqual([
		"feed warning: FEED_DIR has files that are not read (2), such as round-4.xlsx → " +
			"Save them as CSV: the names of stats files end in .csv.",
	]);
});

test("a site that is closed for maintenance [D2.9.537]", async () => {
	await database.pool.query(
		"INSERT INTO site_maintenance (text, began_at, resumes_drafts) VALUES ('New disk', now() - interval '3 hours', false)",
	);
	const found = listNew(await examine());
	await database.pool.query("DELETE FROM site_maintenance");
	expect(found).toEqual([
		expect.stringMatching(
			/^site warning: closed for maintenance since \d{4}-\d\d-\d\dT\d\d:\d\dZ → Open it in the console, Installation, or with fb maintenance end --reason TEXT\.$/,
		),
	]);
});

test("an old release, and a release feed that cannot be read [D2.9.807]", async () => {
	const RELEASE_FEED = "https://code.example.org/releases";
	const save = (values: string) =>
		database.pool.query(`INSERT INTO release_check (due_at, version, url, problem) VALUES (now(), ${values})`);
	expect(listNew(await examine({ RELEASE_FEED }))).toEqual([]);
	await save(`NULL, NULL, 'connect ECONNREFUSED ${PERSON}@example.org'`);
	expect(listNew(await examine({ RELEASE_FEED }))).toEqual([
		"release warning: RELEASE_FEED cannot be read: connect ECONNREFUSED [mail] → " +
			"Check the address, and that the firewall lets the server out. It is tried again every hour.",
	]);
	await database.pool.query("DELETE FROM release_check");
	await save("'9.0.0', 'https://code.example.org/9', NULL");
	expect(listNew(await examine({ RELEASE_FEED }))).toEqual([
		"release warning: 9.0.0 is out, and this is 0.1.0 → " +
			"Read what is new, https://code.example.org/9, and upgrade: docs/operating/upgrade.md.",
	]);
	expect(listNew(await examine())).toEqual([]);
	await database.pool.query("DELETE FROM release_check");
});

test("an installation without an owner, or one without a second factor [D2.9.537]", async () => {
	await database.pool.query("DELETE FROM operator_factors");
	expect(listNew(await examine())).toEqual([
		expect.stringMatching(/^operators warning: no owner has set up the second factor → Sign in and open \/operator/),
	]);
	await database.pool.query("UPDATE users SET operator_role = 'viewer'");
	expect(listNew(await examine())).toEqual([
		"operators broken: no active owner: nobody can open the whole console → On a new site open /setup with the code in the server's log; otherwise run fb operator add.",
	]);
});
