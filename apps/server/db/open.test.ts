import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "./open.ts";

// 0700, as mkdtemp makes it: PostgreSQL must run below it even where it has to be another account's.
const root = mkdtempSync(path.join(tmpdir(), "first-bounce-open-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const dataDir = path.join(root, "data");
const open = (folder = dataDir) => openDatabase({ databaseUrl: null, dataDir: folder });
const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
const runningPid = () => Number(readFileSync(pidFile, "utf8").split("\n")[0]);
const isAlive = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

test("the first start makes the data folder, with a password that only its owner reads; the second finds what was kept", async () => {
	const first = await open();
	expect(first.migrated.length).toBeGreaterThan(0);
	await first.db.insertInto("server_secrets").values({ name: "kept", value: '"yes"' }).execute();
	await first.close();
	expect(statSync(path.join(dataDir, "postgres-password")).mode & 0o777).toBe(0o600);

	const from = performance.now();
	const second = await open();
	expect(performance.now() - from).toBeLessThan(3_000);
	expect(second.migrated).toEqual([]);
	expect(await second.db.selectFrom("server_secrets").select("value").execute()).toEqual([{ value: "yes" }]);
	await second.close();
});

test("a second process joins the running server, and the last to leave stops it", async () => {
	const server = await open();
	const pid = runningPid();
	const cli = await open();
	expect(runningPid()).toBe(pid);
	expect(cli.url).toBe(server.url);
	await server.close();
	expect(isAlive(pid)).toBe(true);
	expect(await cli.db.selectFrom("server_secrets").select("name").execute()).toEqual([{ name: "kept" }]);
	await cli.close();
	await expect.poll(() => isAlive(pid)).toBe(false);
});

test("after a crash it starts again, though the pid it left behind now names another program", async () => {
	const before = await open();
	const pid = runningPid();
	const left = readFileSync(pidFile, "utf8");
	process.kill(pid, "SIGKILL");
	await before.close();
	await expect.poll(() => isAlive(pid)).toBe(false);
	writeFileSync(pidFile, left.replace(String(pid), String(process.pid)));
	const after = await open();
	expect(await after.db.selectFrom("server_secrets").select("name").execute()).toEqual([{ name: "kept" }]);
	await after.close();
});

test("two first starts at once share one data folder", async () => {
	const both = await Promise.all([open(path.join(root, "shared")), open(path.join(root, "shared"))]);
	expect(both[0].url).toBe(both[1].url);
	await Promise.all(both.map((database) => database.close()));
});

test("data of another PostgreSQL is refused in one line", async () => {
	const old = path.join(root, "old");
	mkdirSync(path.join(old, "postgres"), { recursive: true });
	writeFileSync(path.join(old, "postgres", "PG_VERSION"), "17\n");
	await expect(open(old)).rejects.toThrow(/^.* was made by PostgreSQL 17, and this is PostgreSQL 18: .*$/);
});

test("a folder that cannot be made is refused in one line", async () => {
	const file = path.join(root, "file");
	writeFileSync(file, "");
	chmodSync(file, 0o444);
	await expect(open(path.join(file, "data"))).rejects.toThrow(/^The data folder .* cannot be written/);
});

test("an unreachable database is refused in one line that does not tell its password", async () => {
	const attempt = openDatabase({ databaseUrl: "postgres://me:secret@127.0.0.1:1/fb", dataDir });
	await expect(attempt).rejects.toThrow(/^The database at 127\.0\.0\.1:1 cannot be used: [^\n]*ECONNREFUSED[^\n]*$/);
	await expect(attempt).rejects.not.toThrow("secret");
});
