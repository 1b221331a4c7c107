import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../db/open.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { seedSeason } from "../../../testing/season/small-season.ts";
import { type ServerProcess, startServerProcess } from "../../../testing/server-process.ts";

/** The longest time that a season may stand still. */
const TAKEOVER_SECONDS = 10;

let database: Database;
const processes: ServerProcess[] = [];
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	const env = { DATABASE_URL: database.url, FEED: "manual" };
	processes.push(await startServerProcess(env), await startServerProcess(env));
});
afterAll(async () => {
	for (const each of processes) await each.kill();
	await database.close();
});

const isLeader = async ({ address }: ServerProcess): Promise<boolean> =>
	/^first_bounce_leader 1$/m.test(await (await fetch(`${address}/metrics`)).text());

test("another process leads within ten seconds after the leader was killed", async () => {
	const [leader, other] = processes;
	if (!leader || !other) throw new Error("Two processes were not started");
	await expect.poll(() => isLeader(leader)).toBe(true);
	expect(await isLeader(other)).toBe(false);
	await leader.kill();
	await expect.poll(() => isLeader(other), { timeout: TAKEOVER_SECONDS * 1_000, interval: 100 }).toBe(true);
	expect(await (await fetch(`${other.address}/readyz`)).json()).toMatchObject({ status: "ready", leader: true });
});
