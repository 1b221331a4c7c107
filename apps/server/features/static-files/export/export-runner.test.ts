import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { FIRST_BOUNCE, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import type { Database } from "../../../db/open.ts";
import { createJobQueue } from "../../jobs/job-queue.ts";
import { loadShownSeason } from "../../seasons/current/load-season-snapshot.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { createStaticFiles } from "../static-files.ts";
import { createExportRunner } from "./export-runner.ts";
import { type ExportTarget, parseExportTarget } from "./export-target.ts";

let database: Database;
const root = mkdtempSync(path.join(tmpdir(), "first-bounce-export-job-"));
const folder = path.join(root, "static");
const stops: (() => Promise<void>)[] = [];
let problems: string[] = [];
let wallTime = 0;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
});
afterEach(async () => {
	for (const stop of stops.toReversed()) await stop();
	stops.length = 0;
	problems = [];
	await database.pool.query("DELETE FROM pgboss.job; DELETE FROM static_exports");
	rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
	rmSync(root, { recursive: true });
	await database.close();
});

/** Creates a process that exports to a target; `step` runs it half a minute later. */
async function createExporter(fileTimeoutMs = 60_000, target: ExportTarget = { name: folder, location: folder }) {
	const onError = (error: unknown) => problems.push(error instanceof Error ? error.message : String(error));
	let season = await loadShownSeason(database.db);
	const { db, pool } = database;
	const files = await createStaticFiles({ db, currentSeason: () => season, seasonNow: () => FIRST_BOUNCE, onError });
	const queue = await createJobQueue({ pool, onError });
	const sources = { database, files, queue, wallNow: () => wallTime, fileTimeoutMs };
	const runner = await createExportRunner(target, sources, onError);
	stops.push(files.close, queue.close, runner.stop);
	const changeSquadName = async (name: string) => {
		await db.transaction().execute(async (trx) => {
			await trx.updateTable("squads").set({ name }).where("id", "=", 11).execute();
			await incrementDataVersion(trx, 1);
		});
		season = await loadShownSeason(db);
		await files.refresh();
	};
	const step = () => {
		wallTime += 30_000;
		return runner.step();
	};
	return { step, change: changeSquadName, stop: runner.stop };
}
const listJobs = async () =>
	(
		await database.pool.query(
			"SELECT state::text, singleton_key AS key, retry_count AS retries, output FROM pgboss.job WHERE name = 'files-export' ORDER BY created_on",
		)
	).rows;
const readExported = (name: string) => JSON.parse(readFileSync(path.join(folder, `json/fantasy/${name}.json`), "utf8"));

test("each new version is exported by one job", async () => {
	const { step, change } = await createExporter();
	for (let count = 0; count < 3; count++) await step();
	await change("Harbour Lights");
	for (let count = 0; count < 3; count++) await step();
	const current = readdirSync(path.join(folder, "json/fantasy/player_stats")).length / 2 + 8;
	// Each file is written again below the season's id. The season and each of its rounds also have two CSV files. Average
	// draft positions are only below the season.
	const fileCount = 2 * current + 2 + 2 * 3 + 1;
	expect(await listJobs()).toEqual([
		{ state: "completed", key: folder, retries: 0, output: { files: fileCount, written: fileCount, version: 0 } },
		{ state: "completed", key: folder, retries: 0, output: { files: fileCount, written: 2 * 3 + 2, version: 1 } },
	]);
	expect(JSON.stringify(readExported("squads"))).toContain("Harbour Lights");
	expect(problems).toEqual([]);
});

test("a failed export is stored with its error and retried", async () => {
	const { step } = await createExporter();
	await database.pool.query("ALTER TABLE stat_lines RENAME TO stat_lines_away");
	for (let count = 0; count < 3; count++) await step();
	const [failed, ...others] = await listJobs();
	expect(failed).toMatchObject({ state: "retry", output: { message: expect.stringContaining("stat_lines") } });
	expect(others).toEqual([]);
	await database.pool.query("ALTER TABLE stat_lines_away RENAME TO stat_lines");
	await waitFor(async () => {
		await step();
		expect(await listJobs()).toMatchObject([{ state: "completed" }]);
	});
	expect(readExported("checksums")).toHaveProperty("players");
});

test("one process exports, and another takes over", async () => {
	const first = await createExporter();
	const second = await createExporter();
	await first.step();
	await second.change("Night Owls");
	await second.step();
	expect(await listJobs()).toHaveLength(1);
	await database.pool.query(
		"INSERT INTO pgboss.job (name, singleton_key, state, policy, started_on) VALUES ('files-export', $1, 'active', 'exclusive', now())",
		[folder],
	);
	await first.stop();
	await waitFor(async () => {
		await second.step();
		expect((await listJobs()).map(({ state }) => state)).toEqual(["completed", "cancelled", "completed"]);
	});
	expect(JSON.stringify(readExported("squads"))).toContain("Night Owls");
	expect(problems).toEqual([]);
});

test("a write that never ends times out and is retried", async () => {
	const draftFile = path.join(folder, "json/fantasy/squads.json.draft");
	mkdirSync(path.dirname(draftFile), { recursive: true });
	// Writing to a pipe without a reader blocks.
	execFileSync("mkfifo", [draftFile]);
	const { step } = await createExporter(1_000);
	await step();
	expect(await listJobs()).toMatchObject([{ state: "retry", output: { message: "A file took longer than 1000 ms" } }]);
	await once(spawn("cat", [draftFile]), "close");
	rmSync(draftFile, { force: true });
	await waitFor(async () => {
		await step();
		expect(await listJobs()).toMatchObject([{ state: "completed" }]);
	});
	expect(readExported("squads")).toHaveLength(6);
});

test("a write after its time-out does not replace newer files", async () => {
	const objects = new Map<string, string>();
	const blocked = Promise.withResolvers<void>();
	let hasBlocked = false;
	const bucket = createServer(async (request, response) => {
		const key = (request.url ?? "").split("?")[0]?.replace("/cdn/", "") ?? "";
		const content = await text(request);
		if (key === "json/fantasy/squads.json" && !hasBlocked) {
			hasBlocked = true;
			await blocked.promise;
		}
		objects.set(key, content);
		response.end();
	}).listen(0, "127.0.0.1");
	await once(bucket, "listening");
	const target = parseExportTarget(`s3://key:secret@127.0.0.1:${(bucket.address() as AddressInfo).port}/cdn`);
	if (!target) throw new Error("No target");
	stops.push(async () => {
		bucket.close();
		bucket.closeAllConnections();
	});
	const { step, change } = await createExporter(1_000, target);
	await step();
	expect(await listJobs()).toMatchObject([{ output: { message: "A file took longer than 1000 ms" } }]);
	await change("Early Birds");
	await waitFor(async () => {
		await step();
		expect((await listJobs())[0].retries).toBe(1);
	});
	blocked.resolve();
	await waitFor(() => expect(objects.has("json/fantasy/squads.json")).toBe(true));
	await waitFor(async () => {
		await step();
		expect(await listJobs()).toMatchObject([{ state: "completed" }]);
	});
	expect(objects.get("json/fantasy/squads.json")).toContain("Early Birds");
});
