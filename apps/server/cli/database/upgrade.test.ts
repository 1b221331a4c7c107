import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runFb } from "../../../../testing/server/run-fb.ts";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import { createFormerDatabase, findFormerMajor } from "../../../../testing/services/former-postgres.ts";
import { connect } from "../../db/connect.ts";
import { joinCluster } from "../../db/embedded/cluster.ts";
import { findPrograms } from "../../db/embedded/find-programs.ts";
import { DATABASE_NAME } from "../../db/open.ts";

const FB = fileURLToPath(new URL("../main.ts", import.meta.url));
let dataDir: string;
let folder: string;
let major: string;
beforeAll(async () => {
	dataDir = await mkdtemp(path.join(tmpdir(), "first-bounce-upgrade-"));
	folder = path.join(dataDir, "postgres");
	vi.stubEnv("DATA_DIR", dataDir);
	vi.stubEnv("DATABASE_URL", "");
	major = await findFormerMajor();
	await createFormerDatabase(dataDir, { major }, ({ pool }) =>
		pool.query(`
			INSERT INTO users (first_name, last_name, email, operator_role)
			SELECT 'Ann', 'O''Neil ✓ ' || i, 'ann' || i || '@example.org', 'owner' FROM generate_series(1, 20000) AS i`),
	);
});
afterAll(async () => {
	vi.unstubAllEnvs();
	await rm(dataDir, { recursive: true, force: true });
});

/** Starts `fb db upgrade` in a process of its own and kills it once `isDue`. */
async function killUpgrade(isDue: () => boolean): Promise<void> {
	const child: ChildProcess = spawn(process.execPath, [FB, "db", "upgrade"], { stdio: "ignore" });
	const ended = once(child, "exit");
	await waitFor(async () => {
		if (!isDue()) throw new Error("not yet");
	}, 60_000);
	child.kill("SIGKILL");
	expect((await ended)[1]).toBe("SIGKILL");
}

const readVersion = async (name = "postgres") =>
	(await readFile(path.join(dataDir, name, "PG_VERSION"), "utf8")).trim();
const listBackups = () => (existsSync(path.join(dataDir, "backups")) ? readdirSync(path.join(dataDir, "backups")) : []);
const upgrade = (...args: string[]) => runFb(["db", "upgrade", ...args]);

test("an interrupted upgrade changes nothing, and is run again (D2.9.800, D2.9.801)", {
	timeout: 240_000,
}, async () => {
	const refused = await runFb(["user", "list"]);
	expect(refused.err).toBe(
		`${folder} was created by PostgreSQL ${major}, and this is PostgreSQL 18: run "fb db upgrade"\n`,
	);
	await killUpgrade(() => listBackups().some((name) => name.endsWith(".unfinished")));
	expect([await readVersion(), existsSync(`${folder}.upgrade`)]).toEqual([major, false]);
	await killUpgrade(() => existsSync(path.join(`${folder}.upgrade`, "postmaster.pid")));
	expect(await readVersion()).toBe(major);

	const { programs } = await findPrograms(major, null);
	const member = await joinCluster(folder, { programs });
	expect((await upgrade()).err).toBe("A server or command of First Bounce uses the database: stop it first\n");
	await member.leave();

	const upgraded = await upgrade();
	expect(upgraded).toMatchObject({ code: 0, err: "" });
	expect(upgraded.out.replace(/\d{4}-\d\d-\d\dT[\d-]+Z/, "TIME").split("\n")).toEqual([
		`Upgrading ${folder} from PostgreSQL ${major} to 18, with the programs in /usr/lib/postgresql/${major}`,
		expect.stringMatching(/^Backed up 20\d{3} rows and 0 pictures into .*\/backups\/first-bounce-TIME\.tar\.gz$/),
		expect.stringMatching(/^Restored into a new folder and compared: all 1\d\d tables are the same$/),
		`The database is now of PostgreSQL 18: start the server. The data of PostgreSQL ${major} is in ${folder}.before-upgrade. ` +
			"Delete it once you no longer need to go back, which fb db upgrade --undo does",
		"",
	]);

	// As if it had been interrupted between its two renames.
	renameSync(folder, `${folder}.upgrade`);
	expect((await runFb(["user", "list", "--search", "ann20000@"])).out).toContain("Ann O'Neil ✓ 20000");
	expect([await readVersion(), await readVersion("postgres.before-upgrade")]).toEqual(["18", major]);
	expect(await upgrade()).toMatchObject({
		code: 1,
		err: `${folder} is of PostgreSQL 18, as this release: there is nothing to upgrade\n`,
	});
});

test("an upgrade is undone, and done again [D2.9.802]", { timeout: 120_000 }, async () => {
	expect((await runFb(["operator", "add", "since@example.org"])).code).toBe(0);
	expect(await upgrade("--undo")).toEqual({
		code: 0,
		err: "",
		out:
			`The database is of PostgreSQL ${major} again, as before the upgrade: start the previous release. ` +
			`What was saved since then is in ${folder}.undone\n`,
	});
	const { programs } = await findPrograms(major, null);
	const cluster = await joinCluster(folder, { programs });
	const { pool } = connect({ url: cluster.buildUrl(DATABASE_NAME) }, 1);
	const { rows } = await pool.query("SELECT count(*)::int AS users FROM users WHERE email LIKE '%@example.org'");
	await pool.end();
	await cluster.leave();
	expect(rows).toEqual([{ users: 20_000 }]);
	expect((await upgrade("--undo")).err).toBe(`There is no upgrade to undo: ${folder}.before-upgrade is missing\n`);
	// The server has only the public key, and cannot read its own backup.
	vi.stubEnv("BACKUP_KEY", await identityToRecipient(await generateX25519Identity()));
	expect(await upgrade()).toMatchObject({ code: 0, err: "" });
	expect(listBackups().filter((name) => name.endsWith(".tar.gz.age"))).toHaveLength(1);
	expect(readdirSync(dataDir).toSorted()).toEqual([
		"backups",
		"postgres",
		"postgres-password",
		"postgres.before-upgrade",
		"postgres.log",
		"postgres.undone",
	]);
	expect((await runFb(["user", "list", "--search", "ann20000@"])).out).toContain("Ann O'Neil ✓ 20000");
	expect((await upgrade("--undo")).err).toBe(
		`${folder}.undone has the data of an upgrade undone earlier: delete it, or move it away, first\n`,
	);
});
