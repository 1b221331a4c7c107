import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { readDatabaseTime } from "./clock-queries.ts";
import { createDatabaseClock } from "./database-clock.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

/** How far a clock is from the database's in milliseconds; a busy machine adds to it. */
async function measureError(clock: Awaited<ReturnType<typeof createDatabaseClock>>): Promise<number> {
	const before = await readDatabaseTime(database.db);
	const now = clock.now();
	const after = await readDatabaseTime(database.db);
	return Math.max(before - now, now - after, 0);
}

test("a process's clock is right after a slow first reading", async () => {
	let calls = 0;
	const timer = () => performance.now() + (++calls > 1 ? 2_000 : 0);
	expect(await measureError(await createDatabaseClock(database.db, timer))).toBeLessThan(250);
});

test("a clock that has drifted is corrected by the next reading", async () => {
	let drift = 0;
	const clock = await createDatabaseClock(database.db, () => performance.now() + drift);
	drift = -5_000;
	expect(await measureError(clock)).toBeGreaterThan(4_000);
	await clock.sync();
	expect(await measureError(clock)).toBeLessThan(250);
});
