import { chmod, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { joinTestCluster } from "../../../../testing/server/database.ts";
import { runFb } from "../../../../testing/server/run-fb.ts";
import type { Cluster } from "../../db/embedded/cluster.ts";

const NAME = `moved_${process.pid}`;
let folder: string;
let cluster: Cluster;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-move-test-"));
	// PostgreSQL may run as another account, which needs access through this folder.
	await chmod(folder, 0o711);
	cluster = await joinTestCluster();
});
afterAll(async () => {
	await cluster.admin.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
	await cluster.leave({ keepRunning: true });
	await rm(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

function runDatabaseCommand(dataDir: string, url: string, ...args: string[]) {
	vi.stubEnv("DATA_DIR", path.join(folder, dataDir));
	vi.stubEnv("DATABASE_URL", url);
	return runFb(args);
}

test("a command that needs a database in DATA_DIR creates none", async () => {
	const missing = path.join(folder, "mistyped");
	const err = `There is no database in ${missing}. Set DATA_DIR to the folder that the server uses, or DATABASE_URL.\n`;
	const commands = [
		["db", "status"],
		["db", "move", "--to", "postgres://127.0.0.1:1/fb"],
		["backup", "--to", path.join(folder, "backup.tar.gz")],
		["status"],
		["player", "list"],
		["user", "list"],
		["user", "erased"],
		["user", "erase", "ada@example.org", "--yes"],
		["user", "suspend", "ada@example.org", "--reason", "an insult"],
		["round", "publish", "4", "--reason", "reviewed"],
		["maintenance", "begin", "Back at noon", "--reason", "a new disk"],
		["secrets", "rotate", "preview", "--reason", "once a year"],
		["season", "close"],
		["secrets", "list"],
		["clock", "show"],
		["season", "undo"],
		["verify", "--round", "1"],
		["receipts", "check"],
		["export", path.join(folder, "export")],
	];
	for (const args of commands)
		expect([args, await runDatabaseCommand("mistyped", "", ...args)]).toEqual([args, { code: 1, out: "", err }]);
	expect(await readdir(folder)).toEqual([]);
});

test("a database is moved from the embedded PostgreSQL and back", async () => {
	const url = await cluster.createDatabase(NAME);
	expect((await runDatabaseCommand("first", "", "operator", "add", "ops@example.org")).code).toBe(0);
	const status = await runDatabaseCommand("first", "", "db", "status");
	expect(status.out).toMatch(new RegExp(`^Embedded database in ${folder}/first/postgres\nPostgreSQL 18`));
	const moved = await runDatabaseCommand("first", "", "db", "move", "--to", url);
	expect(moved).toMatchObject({ code: 0, err: "" });
	expect(moved.out).toMatch(
		/^Copied \d+ rows\. From now on, start the server with the new DATABASE_URL; the old database is no longer used\.\n$/,
	);
	expect((await runDatabaseCommand("unused", url, "user", "list")).out).toContain("ops@example.org");
	expect((await runDatabaseCommand("first", "", "db", "move", "--to", url)).err).toBe(
		"The database of --to is not empty: name an empty one\n",
	);
	const embedded = path.join(folder, "first", "postgres");
	expect(await runDatabaseCommand("first", url, "db", "move", "--to", "embedded")).toMatchObject({
		code: 1,
		err: `The embedded PostgreSQL already holds data: rename its folder ${embedded}, and move again\n`,
	});
	await rename(embedded, `${embedded}-old`);
	expect(await runDatabaseCommand("first", url, "db", "move", "--to", "embedded")).toMatchObject({ code: 0, err: "" });
	expect((await runDatabaseCommand("first", "", "user", "list")).out).toContain("ops@example.org");
});
