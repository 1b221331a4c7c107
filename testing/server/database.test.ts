import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../apps/server/db/open.ts";
import { createTestDatabase } from "./database.ts";

let first: Database;
let second: Database;
beforeAll(async () => {
	[first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([first.close(), second.close()]));

test("each test file has its own migrated database", async () => {
	await first.db.insertInto("seasons").values({ id: 1, name: "Somewhere", rules: "{}" }).execute();
	expect(await first.db.selectFrom("seasons").select("id").execute()).toEqual([{ id: 1 }]);
	expect(await second.db.selectFrom("seasons").select("id").execute()).toEqual([]);
});

test("counts are read as numbers, dates as text and timestamps as Dates", async () => {
	const { rows } = await first.pool.query("SELECT count(*) AS n, date '1995-03-25' AS born, timestamptz 'epoch' AS at");
	expect(rows).toEqual([{ n: 1, born: "1995-03-25", at: new Date(0) }]);
});
