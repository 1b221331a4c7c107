import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, createTestOperator, type TestApp } from "../../../../testing/server/test-app.ts";
import { listMailsTo } from "../../../../testing/services/outbox.ts";
import { createJobQueue, type JobQueue } from "../jobs/job-queue.ts";
import { findLastBackups } from "./backup-log-queries.ts";
import { type BackupServices, createDailyBackups, getLastDueTime } from "./daily-backups.ts";

let app: TestApp;
let folder: string;
let queue: JobQueue;
let operator: string;
beforeAll(async () => {
	app = await createTestApp();
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-daily-"));
	queue = await createJobQueue({ pool: app.database.pool, onError: () => undefined });
	await createTestOperator(app);
	operator = (
		await app.database.db.selectFrom("users").where("is_operator", "=", true).select("email").executeTakeFirstOrThrow()
	).email;
});
afterAll(async () => {
	await queue.close();
	await app.close();
	await rm(folder, { recursive: true });
});

const NOON = Date.parse("2026-09-01T12:00:00Z");
const HALF_PAST_FOUR = 16 * 60 + 30;
const errors: unknown[] = [];

const NO_PICTURES: BackupServices["media"] = { listKeys: async function* () {}, read: async () => null };

function createRunner(to: string, media = NO_PICTURES) {
	const { database, clocks } = app;
	const services = { ...database, media, queue, wallNow: clocks.wallNow, version: "0.1.0" };
	const settings = { to, key: null, at: HALF_PAST_FOUR, keep: 2, beforeUpgrade: true };
	return createDailyBackups(services, settings, (error) => errors.push(error));
}

test("a daily backup is due at its time of day", () => {
	expect(new Date(getLastDueTime(NOON, HALF_PAST_FOUR)).toISOString()).toBe("2026-08-31T16:30:00.000Z");
	expect(new Date(getLastDueTime(NOON + 5 * HOUR_MS, HALF_PAST_FOUR)).toISOString()).toBe("2026-09-01T16:30:00.000Z");
});

test("two processes take one backup a day and keep two", async () => {
	const to = path.join(folder, "kept");
	const [first, second] = [createRunner(to), createRunner(to)];
	const stepAt = async (time: number) => {
		app.clocks.setWall(time);
		await app.database.pool.query("DELETE FROM pgboss.job");
		await Promise.all([first.step(), second.step()]);
		return (await readdir(to)).sort();
	};
	expect(await stepAt(NOON)).toEqual(["first-bounce-2026-09-01T12-00-00-000Z.tar.gz"]);
	expect(await stepAt(NOON + 4 * HOUR_MS)).toHaveLength(1);
	expect(await stepAt(NOON + 5 * HOUR_MS)).toHaveLength(2);
	expect(await stepAt(NOON + 6 * HOUR_MS)).toHaveLength(2);
	expect(await stepAt(NOON + 29 * HOUR_MS)).toEqual([
		"first-bounce-2026-09-01T17-00-00-000Z.tar.gz",
		"first-bounce-2026-09-02T17-00-00-000Z.tar.gz",
	]);
	const { taken, failed } = await findLastBackups(app.database.db);
	expect([taken?.startedAt.toISOString(), failed]).toEqual(["2026-09-02T17:00:00.000Z", null]);
});

test("a backup that fails is recorded, and is tried again", async () => {
	const runner = createRunner(path.join(folder, "kept", "first-bounce-2026-09-02T17-00-00-000Z.tar.gz", "below/"));
	const getFailureAt = async (time: number) => {
		app.clocks.setWall(time);
		await app.database.pool.query("DELETE FROM pgboss.job");
		await runner.step();
		const { failed } = await findLastBackups(app.database.db);
		return [failed?.startedAt.toISOString(), failed?.error];
	};
	const problem = expect.stringMatching(/below cannot be created: a part of its path is a file$/);
	expect(await getFailureAt(NOON + 53 * HOUR_MS)).toEqual(["2026-09-03T17:00:00.000Z", problem]);
	expect(await getFailureAt(NOON + 54 * HOUR_MS)).toEqual(["2026-09-03T18:00:00.000Z", problem]);
	const { taken, failed } = await findLastBackups(app.database.db);
	expect(taken?.startedAt.toISOString()).toBe("2026-09-02T17:00:00.000Z");
	expect(failed).toMatchObject({ place: null, error: expect.stringContaining("cannot be created") });
});

test("a backup folder that cannot be created is recorded with the reason", async () => {
	app.clocks.setWall(NOON + 100 * HOUR_MS);
	await app.database.pool.query("DELETE FROM pgboss.job");
	await createRunner("/proc/first-bounce/").step();
	const { failed } = await findLastBackups(app.database.db);
	expect(failed?.error).toBe("/proc/first-bounce cannot be created: no folder can be created there");
});

test("a backup counts even if an old one cannot be deleted", async () => {
	const to = path.join(folder, "stuck");
	await mkdir(path.join(to, "first-bounce-2026-01-01T16-30-00-000Z.tar.gz"), { recursive: true });
	app.clocks.setWall(NOON + 120 * HOUR_MS);
	await app.database.pool.query("DELETE FROM pgboss.job; DELETE FROM outbox_mails");
	errors.length = 0;
	for (const hours of [0, 24]) {
		app.clocks.setWall(NOON + (120 + hours) * HOUR_MS);
		await app.database.pool.query("DELETE FROM pgboss.job");
		await createRunner(to).step();
	}
	expect(errors.map(String)).toEqual([expect.stringContaining("Path is a directory")]);
	expect(await findLastBackups(app.database.db)).toMatchObject({ taken: { size: expect.any(Number) }, failed: null });
	expect(await listMailsTo(app, operator)).toEqual([]);
});

test("a stopping server cancels its backup, and the next process takes it", async () => {
	const to = path.join(folder, "stopped");
	app.clocks.setWall(NOON + 192 * HOUR_MS);
	await app.database.pool.query("DELETE FROM pgboss.job");
	errors.length = 0;
	const begun = Promise.withResolvers<void>();
	const stopping = createRunner(to, {
		listKeys: async function* () {
			yield "avatar";
		},
		read: () => {
			begun.resolve();
			return new Promise(() => undefined);
		},
	});
	stopping.start();
	await begun.promise;
	await stopping.stop();
	expect(await readdir(to)).toEqual([]);
	expect(await findLastBackups(app.database.db)).toMatchObject({ failed: null });
	await app.database.pool.query(
		"UPDATE pgboss.job SET start_after = now() - interval '1 minute' WHERE state = 'retry'",
	);
	await createRunner(to).step();
	expect(await readdir(to)).toEqual(["first-bounce-2026-09-09T12-00-00-000Z.tar.gz"]);
	expect(errors).toEqual([]);
});
