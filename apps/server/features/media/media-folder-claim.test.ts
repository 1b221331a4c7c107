import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { type ServerProcess, startServerProcess } from "../../../../testing/server/server-process.ts";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import type { Database } from "../../db/open.ts";
import { startMediaFolderClaim } from "./media-folder-claim.ts";

let database: Database;
let root: string;
const errors: unknown[] = [];
const cleanups: (() => Promise<void>)[] = [];
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	root = await mkdtemp(path.join(tmpdir(), "first-bounce-folders-"));
});
afterEach(async () => {
	for (const cleanup of cleanups.splice(0)) await cleanup();
	errors.length = 0;
});
afterAll(async () => {
	await database.close();
	await rm(root, { recursive: true });
});

async function claimFolder(folder: string) {
	const release = await startMediaFolderClaim(database, path.join(root, folder), (error) => errors.push(error));
	cleanups.push(release);
}

const buildRefusal = (folder: string) =>
	`Another process stores the pictures of this database in another folder than ${path.join(root, folder)}: give all processes the same DATA_DIR, or a bucket with MEDIA_URL`;

test("a media folder that cannot be created is refused", async () => {
	await expect(startMediaFolderClaim(database, "/proc/first-bounce/data", () => undefined)).rejects.toThrow(
		"DATA_DIR cannot be used: ENOENT",
	);
});

test("processes share a folder, and another is refused meanwhile", async () => {
	await claimFolder("first");
	const id = await readFile(path.join(root, "first", "media-folder-id"), "utf8");
	await claimFolder("first");
	await expect(claimFolder("second")).rejects.toThrow(buildRefusal("second"));
	await cleanups.shift()?.();
	await expect(claimFolder("second")).rejects.toThrow(buildRefusal("second"));
	await cleanups.shift()?.();
	await claimFolder("second");
	expect(await readdir(path.join(root, "first"))).toEqual(["media-folder-id"]);
	expect(await readFile(path.join(root, "first", "media-folder-id"), "utf8")).toBe(id);
});

test("of two processes with their own folders, one is refused", async () => {
	const starts = await Promise.allSettled([claimFolder("left"), claimFolder("right")]);
	expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a claim is renewed after its connection is lost", async () => {
	await claimFolder("kept");
	const findHolder = async () => {
		const { rows } = await database.pool.query<{ pid: number }>(
			`SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
				WHERE application_name = 'first-bounce media folder' AND datname = current_database() AND mode = 'ShareLock'`,
		);
		return rows.map(({ pid }) => pid);
	};
	const [lost] = await findHolder();
	await database.pool.query("SELECT pg_terminate_backend($1)", [lost]);
	await waitFor(async () => {
		const [pid] = await findHolder();
		expect(pid ?? lost).not.toBe(lost);
	});
	await expect(claimFolder("other")).rejects.toThrow(buildRefusal("other"));
	expect(errors).toEqual([]);
});

test("a process with another folder exits with the reason", async () => {
	const buildEnv = (folder: string) => ({
		DATABASE_URL: database.url,
		DATA_DIR: path.join(root, folder),
		FEED: "manual",
	});
	const processes: ServerProcess[] = [await startServerProcess(buildEnv("shared"))];
	cleanups.push(async () => {
		for (const process of processes) await process.kill();
	});
	await expect(startServerProcess(buildEnv("own"))).rejects.toThrow(`The server ended with 1: ${buildRefusal("own")}`);
	processes.push(await startServerProcess(buildEnv("shared")));
	expect((await fetch(`${processes[1]?.address}/healthz`)).status).toBe(200);
});
