import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "./open.ts";

const root = mkdtempSync(path.join(tmpdir(), "first-bounce-open-"));
// If PostgreSQL runs as another account, it needs access through this folder.
chmodSync(root, 0o711);
afterAll(() => rmSync(root, { recursive: true, force: true }));
const dataDir = path.join(root, "data");
const open = (folder = dataDir) => openDatabase({ databaseUrl: null, dataDir: folder });
const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
const readPid = () => Number(readFileSync(pidFile, "utf8").split("\n")[0]);
const isAlive = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

test("the first start creates the data folder, the second finds it", async () => {
	const first = await open();
	expect(first.migrated.length).toBeGreaterThan(0);
	await first.db.insertInto("server_secrets").values({ name: "kept", value: '"yes"' }).execute();
	await first.close();
	expect(statSync(path.join(dataDir, "postgres-password")).mode & 0o777).toBe(0o600);

	const second = await open();
	expect(second.migrated).toEqual([]);
	expect(await second.db.selectFrom("server_secrets").select("value").execute()).toEqual([{ value: "yes" }]);
	await second.close();
});

test("a second process joins the server, and the last stops it", async () => {
	const server = await open();
	const pid = readPid();
	const cli = await open();
	expect(readPid()).toBe(pid);
	expect(cli.url).toBe(server.url);
	await server.close();
	expect(isAlive(pid)).toBe(true);
	expect(await cli.db.selectFrom("server_secrets").select("name").execute()).toEqual([{ name: "kept" }]);
	await cli.close();
	await expect.poll(() => isAlive(pid)).toBe(false);
});

test("PostgreSQL starts after a crash though the pid is another program's", async () => {
	const before = await open();
	const pid = readPid();
	const stalePidFile = readFileSync(pidFile, "utf8");
	process.kill(pid, "SIGKILL");
	await before.close();
	await expect.poll(() => isAlive(pid)).toBe(false);
	writeFileSync(pidFile, stalePidFile.replace(String(pid), String(process.pid)));
	const after = await open();
	expect(await after.db.selectFrom("server_secrets").select("name").execute()).toEqual([{ name: "kept" }]);
	await after.close();
});

test("PostgreSQL starts after a crash with an uncollected exit code", async () => {
	const program = path.join(root, "postgres");
	copyFileSync("/bin/cat", program);
	// `sleep` replaces the shell, and never collects the exit code of the child that the shell has started.
	const parent = spawn("sh", ["-c", `exec 3<&0; "${program}" <&3 & echo $!; exec sleep 60`], {
		stdio: ["pipe", "pipe", "ignore"],
	});
	const [line] = await once(parent.stdout, "data");
	const pid = Number(line);
	const readStatus = (pid: number | undefined) => readFileSync(`/proc/${pid}/status`, "utf8");
	await expect.poll(() => readStatus(parent.pid)).toMatch(/^Name:\tsleep$/m);
	parent.stdin.end();
	await expect.poll(() => readStatus(pid)).toMatch(/^State:\tZ/m);
	writeFileSync(pidFile, `${pid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n\nready\n`);
	const database = await open();
	expect(readPid()).not.toBe(pid);
	await database.close();
	parent.kill();
});

test("a copied data folder whose server runs is refused", async () => {
	const original = await open();
	const copy = path.join(root, "copy");
	expect(spawnSync("cp", ["-a", dataDir, copy]).status).toBe(0);
	await expect(open(copy)).rejects.toThrow(
		`${copy}/postgres is a copy of ${dataDir}/postgres, made while its server ran: stop that server and copy it again`,
	);
	await original.close();
	const alone = await open(copy);
	expect(readFileSync(path.join(copy, "postgres", "postmaster.pid"), "utf8").split("\n")[1]).toBe(`${copy}/postgres`);
	await alone.close();
});

test("a running server is recognised behind a renamed folder or link", async () => {
	const first = await open(path.join(root, "copy"));
	renameSync(path.join(root, "copy"), path.join(root, "renamed"));
	symlinkSync(path.join(root, "renamed"), path.join(root, "link"));
	const second = await open(path.join(root, "link"));
	expect(second.url).toBe(first.url);
	await first.close();
	await second.close();
});

test("PostgreSQL starts after a crash though another PostgreSQL has the pid", async () => {
	const other = await open(path.join(root, "renamed"));
	const otherPid = readFileSync(path.join(root, "renamed", "postgres", "postmaster.pid"), "utf8").split("\n")[0];
	const stalePidFile = `${otherPid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n\nready\n`;
	writeFileSync(pidFile, stalePidFile);
	const database = await open();
	expect(database.url).not.toBe(other.url);
	await database.close();
	await other.close();
});

test("root's data that PostgreSQL cannot access is refused with an explanation", async () => {
	const closed = path.join(root, "closed");
	mkdirSync(closed, { mode: 0o700 });
	const outcome = await open(path.join(closed, "data")).then(
		(database) => database.close().then(() => "opened"),
		({ message }: Error) => message,
	);
	const isRoot = process.getuid?.() === 0;
	expect(outcome).toMatch(
		isRoot ? /^PostgreSQL refuses to run as root, and account \w+, .* may not enter / : /^opened$/,
	);
	expect(outcome.includes(closed)).toBe(isRoot);
});

test("two concurrent first starts share one private data folder", async () => {
	const shared = path.join(root, "shared");
	mkdirSync(shared, { mode: 0o700 });
	const both = await Promise.all([open(shared), open(shared)]);
	expect(both[0].url).toBe(both[1].url);
	await Promise.all(both.map((database) => database.close()));
	expect(statSync(shared).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
	expect(statSync(path.join(shared, "postgres")).mode & 0o777).toBe(0o700);
});

test("data of another PostgreSQL version is refused with one line", async () => {
	const old = path.join(root, "old");
	mkdirSync(path.join(old, "postgres"), { recursive: true });
	writeFileSync(path.join(old, "postgres", "PG_VERSION"), "17\n");
	await expect(open(old)).rejects.toThrow(
		`${old}/postgres was created by PostgreSQL 17, and this is PostgreSQL 18: run "fb db upgrade"`,
	);
});

test("a folder that cannot be created is refused with one line", async () => {
	const file = path.join(root, "file");
	writeFileSync(file, "");
	chmodSync(file, 0o444);
	await expect(open(path.join(file, "data"))).rejects.toThrow(/^The data folder .* cannot be written/);
});

test("an unreachable database is reported in one line without its password", async () => {
	const attempt = openDatabase({ databaseUrl: "postgres://me:secret@127.0.0.1:1/fb", dataDir });
	await expect(attempt).rejects.toThrow(/^The database at 127\.0\.0\.1:1 cannot be used: [^\n]*ECONNREFUSED[^\n]*$/);
	await expect(attempt).rejects.not.toThrow("secret");
});
