import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { type ServerProcess, startServerProcess } from "../../../../../testing/server/server-process.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import type { Database } from "../../../db/open.ts";

const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-killed-export-"));

let database: Database;
let server: ServerProcess | undefined;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
});
afterAll(async () => {
	await server?.kill();
	await database.close();
	rmSync(folder, { recursive: true });
});

async function startServer(signal: AbortSignal): Promise<string> {
	const env = { DATABASE_URL: database.url, FEED: "manual", EXPORT_TO: folder };
	server = await startServerProcess(env, undefined, signal);
	return server.address;
}

const files = path.join(folder, "json/fantasy");
const isExported = (name: string) => existsSync(path.join(files, name));
const isWaitingForLock = async (): Promise<boolean> =>
	(
		await database.pool.query(
			"SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
		)
	).rows.length > 0;

test("after kill -9 during an export every file is exported", async ({ signal }) => {
	// Writing to a pipe without a reader blocks.
	mkdirSync(files, { recursive: true });
	execFileSync("mkfifo", [path.join(files, "players.json.draft")]);
	await startServer(signal);
	await waitFor(() => expect(globSync("player_stats/*.br", { cwd: files })).toHaveLength(72));
	await server?.kill();
	rmSync(path.join(files, "players.json.draft"));
	expect(["players.json", "checksums.json"].map(isExported)).toEqual([false, false]);

	const client = await database.pool.connect();
	try {
		await client.query("BEGIN");
		await client.query("LOCK TABLE static_exports IN SHARE ROW EXCLUSIVE MODE");
		await startServer(signal);
		await waitFor(async () => expect(await isWaitingForLock()).toBe(true));
		await server?.kill();
	} finally {
		await client.query("ROLLBACK");
		client.release();
	}
	expect(isExported("checksums.json")).toBe(true);

	const address = await startServer(signal);
	// The interrupted exports are cancelled. PostgreSQL may still run the last statement of the
	// killed server, which records the files. Then no third job follows.
	await waitFor(async () => {
		const { rows } = await database.pool.query(
			"SELECT state::text FROM pgboss.job WHERE name = 'files-export' ORDER BY created_on",
		);
		expect(rows.map(({ state }) => state).join()).toMatch(/^cancelled,cancelled(,completed)?$/);
		expect((await database.pool.query("SELECT FROM static_exports")).rows).toHaveLength(1);
	});
	const names = globSync("**/*.{json,csv}", { cwd: files });
	expect(names).toHaveLength(2 * (72 + 8) + 2 + 2 * 3 + 1);
	for (const name of names) {
		const response = await fetch(`${address}/json/fantasy/${name}`);
		expect(readFileSync(path.join(files, name), "utf8"), name).toBe(await response.text());
	}
	expect(globSync("**/*.draft", { cwd: files })).toEqual([]);
});
