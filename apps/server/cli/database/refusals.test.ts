import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { joinTestCluster } from "../../../../testing/server/database.ts";
import { runFb } from "../../../../testing/server/run-fb.ts";
import { startOldPostgres } from "../../../../testing/services/old-postgres.ts";
import { connect } from "../../db/connect.ts";
import type { Cluster } from "../../db/embedded/cluster.ts";

const [NAME, EMPTY] = [`refusals_${process.pid}`, `refusals_empty_${process.pid}`];
/** Only root can mount a small disk. */
const isRoot = process.getuid?.() === 0;
let folder: string;
let cluster: Cluster;
let url: string;
let emptyUrl: string;
let backup: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-refusals-"));
	cluster = await joinTestCluster();
	[url, emptyUrl] = [await cluster.createDatabase(NAME), await cluster.createDatabase(EMPTY)];
	backup = path.join(folder, "good.tar.gz");
	expect((await run(url, "operator", "add", "ops@example.org")).code).toBe(0);
	expect((await run(url, "backup", "--to", backup)).code).toBe(0);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
	for (const name of [NAME, EMPTY]) await cluster.admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
	await cluster.leave({ keepRunning: true });
	await rm(folder, { recursive: true });
});

function run(databaseUrl: string, ...args: string[]) {
	vi.stubEnv("DATABASE_URL", databaseUrl);
	if (process.env.DATA_DIR === undefined) vi.stubEnv("DATA_DIR", path.join(folder, "data"));
	return runFb(args);
}

test("each command names an unusable database without its password", async () => {
	const old = await startOldPostgres("150018");
	const problems: readonly (readonly [string, string])[] = [
		["127.0.0.1:1/fb", "The database at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1\n"],
		[`${old.host}/fb`, `The database at ${old.host} is PostgreSQL 15; First Bounce needs 18 or newer\n`],
	];
	const commands = [
		["backup", "--to", path.join(folder, "new.tar.gz")],
		["restore", backup, "--replace"],
		["db", "status"],
		["db", "migrate"],
		["db", "move", "--to", emptyUrl],
		["receipts", "check"],
	];
	for (const [place, message] of problems) {
		const wrong = `postgres://fb:secret@${place}`;
		for (const args of commands)
			expect([args, await run(wrong, ...args)]).toEqual([args, { code: 1, out: "", err: message }]);
		expect(await run(url, "db", "move", "--to", wrong)).toEqual({ code: 1, out: "", err: message });
	}
	await old.close();
	const missing = new URL(url);
	missing.pathname = "/nowhere";
	const { code, err } = await run(missing.href, "db", "status");
	expect(code).toBe(1);
	expect(err).toBe(`The database at ${missing.host} cannot be used: database "nowhere" does not exist\n`);
	expect(await readdir(folder)).not.toContain("new.tar.gz");
});

test("a file that is no backup is refused by check and restore", async () => {
	const foreign = path.join(import.meta.dirname, "refusals.test.ts");
	const refusal = { code: 1, out: "", err: `${foreign} is not a backup of First Bounce\n` };
	expect(await run(url, "backup", "check", foreign)).toEqual(refusal);
	expect(await run(url, "restore", foreign, "--replace")).toEqual(refusal);
	expect(await run(url, "restore", foreign)).toEqual(refusal);
	const empty = path.join(folder, "empty.tar.gz");
	await writeFile(empty, "");
	expect((await run(url, "restore", empty)).err).toBe(`${empty} is not a backup of First Bounce\n`);
	expect((await run(url, "operator", "list")).out).toContain("ops@example.org");
});

/** Writes until the disk is full. */
function fillDisk(disk: string): void {
	const file = openSync(path.join(disk, "filler"), "w");
	const zeros = Buffer.alloc(4096);
	expect(() => {
		for (;;) writeSync(file, zeros);
	}).toThrow("ENOSPC");
	closeSync(file);
}

async function runSql(statement: string): Promise<void> {
	const { pool } = connect({ url });
	await pool.query(statement);
	await pool.end();
}

test("a command says that the disk is full or the database silent", async () => {
	const failInserts = (code: string) =>
		runSql(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN RAISE EXCEPTION 'could not extend file "base/1"' USING ERRCODE = '${code}'; END $$;
			CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON users EXECUTE FUNCTION fail()`);
	await failInserts("53100");
	const full = await run(url, "operator", "add", "new@example.org");
	await failInserts("57P01");
	const lost = await run(url, "operator", "add", "new@example.org");
	await runSql("DROP FUNCTION fail CASCADE");
	expect([full, lost]).toEqual([
		{ code: 1, out: "", err: "The disk of the database server is full: free some space on it and try again\n" },
		{ code: 1, out: "", err: 'The database does not answer: could not extend file "base/1".\n' },
	]);
});

async function expectNothingLost(): Promise<void> {
	expect((await run(url, "operator", "list")).out).toContain("ops@example.org");
	expect((await run(emptyUrl, "operator", "list")).out).not.toContain("ops@example.org");
}

/** These commands name their files themselves, so no link to /dev/full can stand in for a disk that is full. */
async function expectRestoreAndMoveToFail(disk: string): Promise<void> {
	vi.stubEnv("DATA_DIR", disk);
	const restore = await run(url, "restore", backup, "--replace");
	expect(restore.code).toBe(1);
	expect(restore.err).toMatch(/^\S+\/disk\/backups\/first-bounce-\S+\.tar\.gz cannot be written: the disk is full\n$/);
	vi.stubEnv("TMPDIR", disk);
	const move = await run(url, "db", "move", "--to", emptyUrl);
	expect(move.code).toBe(1);
	expect(move.err).toMatch(/^\S+\/disk\/first-bounce-move-\w+\/move\.tar\.gz cannot be written: the disk is full\n$/);
	expect((await readdir(disk)).toSorted()).toEqual(["backups", "filler"]);
	expect(await readdir(path.join(disk, "backups"))).toEqual([]);
}

test("on a full disk, backup, restore and move fail without loss", async () => {
	const disk = path.join(folder, "disk");
	await mkdir(disk);
	const file = path.join(disk, "full.tar.gz");
	if (isRoot) {
		expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]).status).toBe(0);
		fillDisk(disk);
	} else await symlink("/dev/full", `${file}.${process.pid}.unfinished`);
	try {
		expect(await run(url, "backup", "--to", file)).toEqual({
			code: 1,
			out: "",
			err: `${file} cannot be written: the disk is full\n`,
		});
		if (isRoot) await expectRestoreAndMoveToFail(disk);
	} finally {
		if (isRoot) spawnSync("umount", ["-l", disk]);
	}
	await expectNothingLost();
});
