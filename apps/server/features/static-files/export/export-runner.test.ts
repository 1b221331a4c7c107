import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../../db/open.ts";
import { testDatabase } from "../../../testing/database.ts";
import { FIRST_BOUNCE, seedSeason } from "../../../testing/season/small-season.ts";
import { createJobQueue } from "../../jobs/job-queue.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import { touchSeason } from "../../seasons/current/season-version-queries.ts";
import { createStaticFiles } from "../static-files.ts";
import { createExportRunner } from "./export-runner.ts";

let database: Database;
const root = mkdtempSync(path.join(tmpdir(), "first-bounce-export-job-"));
const folder = path.join(root, "static");
const stops: (() => Promise<void>)[] = [];
let faults: string[] = [];
let wall = 0;
beforeAll(async () => {
	database = await testDatabase();
	await seedSeason(database.db);
});
afterEach(async () => {
	for (const stop of stops.toReversed()) await stop();
	stops.length = 0;
	faults = [];
	await database.pool.query("DELETE FROM pgboss.job; DELETE FROM static_exports");
	rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
	rmSync(root, { recursive: true });
	await database.close();
});

/** A process that exports into the folder; `step` is a look of it half a minute later. */
async function exporter(fileTimeoutMs = 60_000) {
	const onError = (error: unknown) => faults.push(error instanceof Error ? error.message : String(error));
	let season = await loadShownSeason(database.db);
	const { db, pool } = database;
	const files = await createStaticFiles({ db, currentSeason: () => season, seasonNow: () => FIRST_BOUNCE, onError });
	const queue = await createJobQueue({ pool, onError });
	const sources = { database, files, queue, wallNow: () => wall, fileTimeoutMs };
	const runner = await createExportRunner({ name: folder, at: folder }, sources, onError);
	stops.push(files.close, queue.close, runner.stop);
	const change = async (name: string) => {
		await db.transaction().execute(async (transaction) => {
			await transaction.updateTable("squads").set({ name }).where("id", "=", 11).execute();
			await touchSeason(transaction, 1);
		});
		season = await loadShownSeason(db);
		await files.refresh();
	};
	const step = () => {
		wall += 30_000;
		return runner.step();
	};
	return { step, change, stop: runner.stop };
}
const jobs = async () =>
	(
		await database.pool.query(
			"SELECT state::text, singleton_key AS key, retry_count AS retries, output FROM pgboss.job WHERE name = 'files-export' ORDER BY created_on",
		)
	).rows;
const exported = (name: string) => JSON.parse(readFileSync(path.join(folder, `json/fantasy/${name}.json`), "utf8"));

test("each publication is exported by one job, which writes what has changed; without one nothing is sent", async () => {
	const { step, change } = await exporter();
	for (let look = 0; look < 3; look++) await step();
	await change("Harbour Lights");
	for (let look = 0; look < 3; look++) await step();
	const all = readdirSync(path.join(folder, "json/fantasy/player_stats")).length / 2 + 7;
	expect(await jobs()).toEqual([
		{ state: "completed", key: folder, retries: 0, output: { files: all, written: all, version: 0 } },
		{ state: "completed", key: folder, retries: 0, output: { files: all, written: 3, version: 1 } },
	]);
	expect(JSON.stringify(exported("squads"))).toContain("Harbour Lights");
	expect(faults).toEqual([]);
});

test("an export that fails is kept with its fault and tried again, and no other is sent meanwhile", async () => {
	const { step } = await exporter();
	await database.pool.query("ALTER TABLE stat_lines RENAME TO stat_lines_away");
	for (let look = 0; look < 3; look++) await step();
	const [failed, ...others] = await jobs();
	expect(failed).toMatchObject({ state: "retry", output: { message: expect.stringContaining("stat_lines") } });
	expect(others).toEqual([]);
	await database.pool.query("ALTER TABLE stat_lines_away RENAME TO stat_lines");
	await vi.waitFor(async () => {
		await step();
		expect(await jobs()).toMatchObject([{ state: "completed" }]);
	}, 10_000);
	expect(exported("checksums")).toHaveProperty("players");
});

test("of several processes one exports; the next goes on as soon as it stops, and strikes out what it was at", async () => {
	const first = await exporter();
	const second = await exporter();
	await first.step();
	await second.change("Night Owls");
	await second.step();
	expect(await jobs()).toHaveLength(1);
	await database.pool.query(
		"INSERT INTO pgboss.job (name, singleton_key, state, policy, started_on) VALUES ('files-export', $1, 'active', 'exclusive', now())",
		[folder],
	);
	await first.stop();
	await vi.waitFor(async () => {
		await second.step();
		expect((await jobs()).map(({ state }) => state)).toEqual(["completed", "cancelled", "completed"]);
	}, 10_000);
	expect(JSON.stringify(exported("squads"))).toContain("Night Owls");
	expect(faults).toEqual([]);
});

test("a disk that takes a file and never ends is not waited for: the job fails, and is done once the disk is well", async () => {
	const stuck = path.join(folder, "json/fantasy/squads.json.draft");
	mkdirSync(path.dirname(stuck), { recursive: true });
	// Whoever writes into a pipe that nobody reads waits.
	execFileSync("mkfifo", [stuck]);
	const { step } = await exporter(1_000);
	await step();
	expect(await jobs()).toMatchObject([{ state: "retry", output: { message: "A file took longer than 1000 ms" } }]);
	await once(spawn("cat", [stuck]), "close");
	rmSync(stuck, { force: true });
	await vi.waitFor(async () => {
		await step();
		expect(await jobs()).toMatchObject([{ state: "completed" }]);
	}, 10_000);
	expect(exported("squads")).toHaveLength(6);
});
