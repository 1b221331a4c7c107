import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { runFb } from "../../../../testing/server/run-fb.ts";
import { connect } from "../../db/connect.ts";
import type { Database } from "../../db/open.ts";

let folder: string;
let source: Database;
let other: Database;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-backup-command-"));
	source = await createTestDatabase();
	other = await createTestDatabase();
	await seedSeason(source.db, { rounds: 1 });
	await source.pool.end();
	await other.pool.end();
});
afterAll(async () => {
	vi.unstubAllEnvs();
	for (const database of [source, other]) await database.close().catch(() => undefined);
	await rm(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

/** Runs `fb` on a database, with DATA_DIR in the test's folder. */
function runBackupCommand({ url }: Database, ...args: string[]) {
	vi.stubEnv("DATABASE_URL", url);
	vi.stubEnv("DATA_DIR", path.join(folder, "data"));
	return runFb(args);
}

/** Replaces the other database by a backup, and shows what the command printed if it fails. */
async function restoreOver(file: string) {
	const restored = await runBackupCommand(other, "restore", file, "--replace");
	expect(restored).toEqual({ code: 0, out: expect.any(String), err: expect.any(String) });
	return restored;
}

async function query(database: Database, statement: string): Promise<unknown[]> {
	const { pool } = connect(database, 1);
	try {
		return (await pool.query(statement)).rows;
	} finally {
		await pool.end();
	}
}
const countPlayers = (database: Database) => query(database, "SELECT count(*)::int AS players FROM players");

test("a backup is created, checked and restored into another database", async () => {
	const file = path.join(folder, "season.tar.gz");
	const backup = await runBackupCommand(source, "backup", "--to", file);
	expect(backup).toMatchObject({ code: 0, err: "" });
	expect(backup.out).toMatch(/season\.tar\.gz: \d+ rows, 0 pictures, \d+\.\d MB\n$/);

	const checked = await runBackupCommand(source, "backup", "check", file);
	expect(checked).toMatchObject({ code: 0, err: "" });
	expect(checked.out).toMatch(
		/^The backup of 20\S+ is complete: \d+ rows and 0 pictures, restored without errors\.\n$/,
	);

	expect((await runBackupCommand(other, "restore", file)).out).toMatch(
		/^Restored the backup of 20\S+: \d+ rows, 0 pictures\.\n$/,
	);
	expect(await countPlayers(other)).toEqual(await countPlayers(source));

	await query(other, "UPDATE players SET last_name = 'Changed'");
	const refused = await runBackupCommand(other, "restore", file);
	expect(refused).toMatchObject({
		code: 1,
		out: "",
		err: "The database is not empty. With --replace, the backup replaces everything in it\n",
	});
	const replaced = await restoreOver(file);
	expect(await query(other, "SELECT count(*)::int AS changed FROM players WHERE last_name = 'Changed'")).toEqual([
		{ changed: 0 },
	]);
	const keptFiles = (await readdir(path.join(folder, "data", "backups"))).map((name) =>
		path.join(folder, "data/backups", name),
	);
	expect(replaced.err).toBe(`The previous contents of the database are in ${keptFiles[0]}\n`);
	await restoreOver(keptFiles[0] ?? "");
	expect(await query(other, "SELECT DISTINCT last_name AS name FROM players")).toEqual([{ name: "Changed" }]);
});

test("no backup is overwritten, and a folder that cannot exist is refused", async () => {
	const existing = path.join(folder, "existing.tar.gz");
	await writeFile(existing, "an earlier backup");
	const getRefusal = async (to: string) => {
		const { code, out, err } = await runBackupCommand(source, "backup", "--to", to);
		expect([to, code, out]).toEqual([to, 1, ""]);
		return err;
	};
	expect(await getRefusal(existing)).toBe(`${existing} exists already: name a new file, or a folder\n`);
	expect(await readFile(existing, "utf8")).toBe("an earlier backup");
	expect(await getRefusal("/dev/null")).toBe("/dev/null exists already: name a new file, or a folder\n");
	expect(await getRefusal("/proc/first-bounce/")).toBe(
		"/proc/first-bounce cannot be created: no folder can be created there\n",
	);
	expect(await getRefusal(`${existing}/`)).toBe(`${existing} cannot be created: a part of its path is a file\n`);
	expect((await readdir(folder)).filter((name) => name.startsWith("existing"))).toEqual(["existing.tar.gz"]);
});

test("a restore that is killed midway leaves the database as it was", async () => {
	const file = path.join(folder, "killed.tar.gz");
	await runBackupCommand(source, "backup", "--to", file);
	await query(other, "UPDATE players SET last_name = 'Kept'");
	const listRows = () =>
		query(
			other,
			`SELECT (SELECT count(*)::int FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS tables,
				(SELECT count(*)::int FROM applied_migrations) AS migrations,
				(SELECT md5(string_agg(p::text, '|' ORDER BY p.id)) FROM players p) AS players`,
		);
	const before = await listRows();
	const child = spawn(
		process.execPath,
		[fileURLToPath(new URL("../main.ts", import.meta.url)), "restore", file, "--replace"],
		{
			env: { PATH: process.env.PATH, DATABASE_URL: other.url, DATA_DIR: path.join(folder, "killed") },
			stdio: "ignore",
		},
	);
	const ended = once(child, "exit");
	// A restore waits for connections with First Bounce's own names, so this one has another name.
	const observer = new pg.Client({ connectionString: other.url, application_name: "observer" });
	await observer.connect();
	/** Lists the open transactions that have dropped the table of players. */
	const listWriters = async () =>
		(
			await observer.query(`SELECT pid FROM pg_locks
				WHERE mode = 'AccessExclusiveLock' AND granted AND relation = to_regclass('players')`)
		).rows;
	await expect.poll(async () => (await listWriters()).length, { interval: 5 }).toBe(1);
	child.kill("SIGSTOP");
	expect(await listWriters()).toHaveLength(1);
	child.kill("SIGKILL");
	expect(await ended).toEqual([null, "SIGKILL"]);
	await expect.poll(listWriters).toEqual([]);
	// PostgreSQL may still be rolling back when the locks are gone, for longer than a restore waits for connections to end.
	const countConnections = async () =>
		(
			await observer.query(`SELECT FROM pg_stat_activity
				WHERE datname = current_database() AND application_name LIKE 'first-bounce%'`)
		).rowCount;
	await expect.poll(countConnections, { timeout: 30_000 }).toBe(0);
	await observer.end();
	expect(await listRows()).toEqual(before);
	await restoreOver(file);
	expect(await query(other, "SELECT count(*)::int AS kept FROM players WHERE last_name = 'Kept'")).toEqual([
		{ kept: 0 },
	]);
});

test("erasing an account lists what is erased, again after an older backup [D2.9.143]", async () => {
	await query(
		source,
		`INSERT INTO users (first_name, last_name, email, email_verified_at) VALUES ('Zoe', 'Leaver', 'zoe@example.org', now());
		INSERT INTO mail_stops (address, kind) VALUES ('zoe@example.org', 'league-invite')`,
	);
	const countZoe = () => query(source, "SELECT count(*)::int AS zoes FROM users WHERE email = 'zoe@example.org'");
	const file = path.join(folder, "with-zoe.tar.gz");
	await runBackupCommand(source, "backup", "--to", file);

	const preview = await runBackupCommand(source, "user", "erase", "zoe@example.org");
	expect(preview).toMatchObject({ code: 0, err: "" });
	expect(preview.out).toMatch(
		/^Would erase account \d+ \(zoe@example\.org\) and these rows:\n {2}mail_stops: 1 row\nNothing is erased yet\. Add --yes to erase it for good\.\n$/,
	);
	expect(await countZoe()).toEqual([{ zoes: 1 }]);
	const erased = await runBackupCommand(
		source,
		"user",
		"erase",
		"zoe@example.org",
		"--reason",
		"Asked by mail",
		"--yes",
	);
	expect(erased.out).toMatch(/^Account \d+ is erased, with these rows:\n {2}mail_stops: 1 row\n$/);
	expect(await countZoe()).toEqual([{ zoes: 0 }]);
	const again = await runBackupCommand(source, "user", "erase", "zoe@example.org", "--yes");
	expect(again).toMatchObject({ code: 1, err: "There is no account zoe@example.org.\n" });

	const { out: list } = await runBackupCommand(source, "user", "erased");
	expect(list).toMatch(/^\d+\t20\S+Z\n$/);
	const listFile = path.join(folder, "erased.txt");
	await writeFile(listFile, list);

	const restored = await runBackupCommand(source, "restore", file, "--replace");
	expect(restored.out).toMatch(/Restored the backup of .*\nErased 1 account again\.\n$/);
	expect(await countZoe()).toEqual([{ zoes: 0 }]);

	// As if the database were lost with its own list of erased accounts, and only the saved file were left.
	await query(source, "DROP SCHEMA public CASCADE");
	await query(source, "DROP SCHEMA pgboss CASCADE");
	await query(source, "CREATE SCHEMA public");
	await runBackupCommand(source, "restore", file);
	expect(await countZoe()).toEqual([{ zoes: 1 }]);
	await writeFile(path.join(folder, "wrong.txt"), "zoe@example.org\n");
	expect(await runBackupCommand(source, "user", "erase-again", path.join(folder, "wrong.txt"))).toMatchObject({
		code: 1,
		err: "Line 1 is not an id and a time: zoe@example.org\n",
	});
	expect((await runBackupCommand(source, "user", "erase-again", listFile)).out).toBe("Erased 1 account again.\n");
	expect(await countZoe()).toEqual([{ zoes: 0 }]);
	expect((await runBackupCommand(source, "user", "erase-again", listFile)).out).toBe("Erased 0 accounts again.\n");
});

test("commands that cannot work give the reason and change nothing", async () => {
	const before = await countPlayers(source);
	const commands = [
		["backup"],
		["backup", "--to", "ftp://host/x"],
		["restore", path.join(folder, "missing.tar.gz"), "--replace"],
		["restore", "s3s://host/bucket", "--replace"],
		["db", "move", "--to", "mysql://db"],
		["db", "move", "--to", source.url],
	];
	const messages: string[] = [];
	for (const args of commands) messages.push((await runBackupCommand(source, ...args)).err.replaceAll(folder, "…"));
	expect(messages.map((text) => text.split("\n").findLast((line) => line !== ""))).toEqual([
		"Set --to or BACKUP_TO to where the backup goes.",
		"A bucket must be a URL such as s3s://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1",
		expect.stringMatching(/^…\/missing\.tar\.gz cannot be read: it does not exist$/),
		"A backup in a bucket must be a URL such as s3s://KEY:SECRET@host/bucket/first-bounce-….tar.gz",
		'--to must be "embedded" or a URL such as postgres://user:password@host:5432/name',
		"--to is the database in use.",
	]);
	expect(await countPlayers(source)).toEqual(before);
});

test("db status shows place, version, size, and migrations applied and pending [D2.9.126]", async () => {
	const { out, code } = await runBackupCommand(source, "db", "status");
	expect(code).toBe(0);
	const [place, size, first, ...others] = out.trimEnd().split("\n");
	expect(place).toBe(`Database ${new URL(source.url).pathname.slice(1)} at ${new URL(source.url).host}`);
	expect(size).toMatch(/^PostgreSQL 18\.\d+, \d+ MB, \d+ of 300 connections in use$/);
	expect(first).toMatch(/^applied by \d+\.\d+\.\d+ on \d{4}-\d\d-\d\d at \d\d:\d\d UTC: 0001-seasons\.sql$/);
	expect(others.at(-2)).toMatch(/^applied by \d+\.\d+\.\d+ on [-\d]+ at [:\d]+ UTC: accept-team-actions\.sql$/);
	expect(others.at(-1)).toBe("The tables are up to date.");
	await query(
		source,
		"UPDATE applied_migrations SET version = NULL, applied_at = NULL WHERE name = '0001-seasons.sql'",
	);
	expect((await runBackupCommand(source, "db", "status")).out).toContain(
		"\napplied by 0.1.0 or earlier: 0001-seasons.sql\n",
	);
	await query(source, "DELETE FROM applied_migrations WHERE name = '0134-backups.sql'");
	expect((await runBackupCommand(source, "db", "status")).out).toMatch(/\nnot applied yet: 0134-backups\.sql\n$/);
	await query(source, "INSERT INTO applied_migrations VALUES ('9999-later.sql', 'x')");
	expect(await runBackupCommand(source, "db", "status")).toMatchObject({
		code: 1,
		err: "The database was created by a newer version of First Bounce (9999-later.sql)\n",
	});
});

test("a restored function's former text is replaced at the next start", async () => {
	const NAME = "accept-team-actions.sql";
	const setHash = (hash: string) =>
		query(other, `UPDATE applied_migrations SET sha256 = '${hash}' WHERE name = '${NAME}'`);
	const listFunctions = () =>
		query(
			other,
			"SELECT oid::regprocedure::text AS name FROM pg_proc WHERE proname = 'accept_team_actions' ORDER BY 1",
		);
	const listed = await readFile(
		new URL("../../db/migrations/repeatable/accept-team-actions.sha256", import.meta.url),
		"utf8",
	);
	const [former = "", present = ""] = listed.trim().split("\n").slice(-2);
	// As a release leaves it that knows only the former text.
	await setHash(former);
	await query(other, `DELETE FROM kysely_migration WHERE name = '${NAME} ${present}'`);
	const backup = path.join(folder, "former-text.tar.gz");
	expect(await runBackupCommand(other, "backup", "--to", backup)).toMatchObject({ code: 0, err: "" });
	await restoreOver(backup);
	expect(await listFunctions()).toEqual([{ name: "accept_team_actions(integer[],json)" }]);
	expect((await runBackupCommand(other, "db", "status")).out).toMatch(
		/: accept-team-actions\.sql\nnot applied yet: accept-team-actions\.sql \(changed\)\n$/,
	);
	const migrated = await runBackupCommand(other, "db", "migrate");
	expect(migrated.out).toBe(`applied ${NAME}\n`);
	// The only copy for those who go back to the previous release.
	expect(migrated.err).toMatch(/^Backed up to \S+\/backups\/first-bounce-\S+ \(\d+ MB\) before the upgrade\n$/);
	expect(await listFunctions()).toEqual([
		{ name: "accept_team_actions(integer[],json)" },
		{ name: "accept_team_actions(json)" },
	]);
	expect((await runBackupCommand(other, "db", "migrate")).out).toBe("The tables are up to date.\n");

	await setHash("0".repeat(64));
	const newer = path.join(folder, "newer-text.tar.gz");
	expect(await runBackupCommand(other, "backup", "--to", newer)).toMatchObject({ code: 0, err: "" });
	expect((await runBackupCommand(other, "restore", newer, "--replace")).err).toMatch(
		/^The backup is of First Bounce \S+, whose tables this version does not know \(accept-team-actions\.sql\): use that version$/m,
	);
});
