import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { UserId } from "@first-bounce/rules/ids";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { type Database, openUnmigratedDatabase } from "../../db/open.ts";
import { COMMAND_LINE } from "../../plugins/audit.ts";
import { eraseAccount } from "../accounts/erasure/service.ts";
import { createSessionStore } from "../accounts/sessions/session-store.ts";
import { createMediaStore, type ListableMediaStore } from "../media/media-store.ts";
import { openBackupTarget } from "./backup-target.ts";
import { createBackup } from "./create-backup.ts";
import { finishRestore } from "./finish-restore.ts";
import { restoreInstallation } from "./restore-installation.ts";
import { findRestoreRun, RESTORE_CONNECTION } from "./restore-run.ts";

const NOW = Date.parse("2026-09-01T03:30:00Z");
let folder: string;
let empty: Database;
let database: Database;
let media: ListableMediaStore;
let backup: string;
let ola: UserId;
let ada: UserId;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "first-bounce-finish-"));
	empty = await createTestDatabase();
	await seedSeason(empty.db, { rounds: 2 });
	await empty.pool.end();
	database = await openUnmigratedDatabase({ databaseUrl: empty.url, dataDir: folder });
	const { db, pool } = database;
	media = await createMediaStore({ dataDir: folder, bucket: null });
	const { rows } = await pool.query(
		"INSERT INTO users (first_name, last_name, email) VALUES ('Ola', 'Nerr', 'ola@example.test'), ('Ada', 'Gone', 'ada@example.test') RETURNING id",
	);
	[{ id: ola }, { id: ada }] = rows;
	await createSessionStore(pool, () => NOW).start(ola, { userAgent: "test", address: "" });
	backup = path.join(folder, "season.tar.gz");
	await createBackup({ pool, media, version: "0.1.0", key: null }, openBackupTarget(backup), new Date(NOW));
	await eraseAccount({ db, media }, ada, { now: NOW, audit: { ...COMMAND_LINE, reason: "she asked" } });
});
afterAll(async () => {
	await database.close();
	await empty.close().catch(() => undefined);
	await rm(folder, { recursive: true });
});

/** Restores a file over what is there, as the console does. */
const restore = (file: string) =>
	restoreInstallation(database, { dataDir: folder, bucket: null, backup: { to: null, key: null } } as never, {
		place: file,
		key: null,
		replaces: true,
		token: "a token",
		notify: () => undefined,
	});

test("a restore that fails leaves an earlier one to be finished [D2.9.870]", async () => {
	const { db, pool } = database;
	await restore(backup);
	await expect(restore(path.join(folder, "absent.tar.gz"))).rejects.toThrow("cannot be read");
	expect((await findRestoreRun(pool))?.state).toBe("failed");
	expect((await pool.query("SELECT FROM sessions")).rowCount).toBe(1);

	expect(await finishRestore({ db, pool, media, now: NOW })).toEqual({ erasedAgain: 1, unerased: [] });
	expect((await pool.query("SELECT FROM sessions")).rowCount).toBe(0);
	expect((await pool.query("SELECT erased_at FROM users WHERE id = $1", [ada])).rows).toEqual([
		{ erased_at: expect.any(Date) },
	]);
	expect((await pool.query("SELECT FROM held_messages")).rowCount).toBe(1);
	const { rows: audits } = await pool.query("SELECT after FROM audit WHERE action = 'backup-restored'");
	expect(audits).toEqual([{ after: { createdAt: "2026-09-01T03:30:00.000Z", rows: expect.any(Number) } }]);
	expect(await findRestoreRun(pool)).toMatchObject({
		state: "failed",
		problem: expect.stringContaining("cannot be read"),
	});
	expect(await finishRestore({ db, pool, media, now: NOW })).toBeNull();
});

test.each(["first-bounce", RESTORE_CONNECTION])(
	"a restore whose connection %s ends replaces nothing [D2.9.785]",
	async (name) => {
		const observer = new pg.Client({ connectionString: empty.url, application_name: "observer" });
		await observer.connect();
		await observer.query("UPDATE users SET last_name = 'Later' WHERE email = 'ola@example.test'");
		// The restore's transaction waits for whoever reads this table.
		await observer.query("BEGIN; LOCK TABLE users IN ACCESS SHARE MODE");
		const outcome = expect(restore(backup)).rejects.toThrow(/terminat|was lost/);
		await expect.poll(async () => (await observer.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount).toBe(1);
		await observer.query(
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
			[name],
		);
		await observer.query("COMMIT");
		await outcome;
		const { rows } = await observer.query("SELECT last_name FROM users WHERE email = 'ola@example.test'");
		expect(rows).toEqual([{ last_name: "Later" }]);
		await observer.end();
	},
);
