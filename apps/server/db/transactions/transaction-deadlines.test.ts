import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { connectForRequests } from "../connect.ts";
import type { Database } from "../open.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

test("pipelined statements and transactions do not share a transaction", async () => {
	// Deadlines are set in transactions if there is a session URL, as with PgBouncer.
	const { pool, db } = connectForRequests({ ...database, sessionUrl: database.url });
	await database.pool.query("CREATE TABLE sent (text text)");
	const client = await pool.connect();
	const insert = (text: string) => client.query("INSERT INTO sent VALUES ($1)", [text]);
	const results = await Promise.allSettled([
		insert("before a failure"),
		client.query("SELECT 1 / 0"),
		insert("after it"),
		client.query("BEGIN"),
		insert("rolled back"),
		client.query("ROLLBACK"),
		insert("at last"),
	]);
	client.release();
	expect(results.map(({ status }) => status === "fulfilled")).toEqual([true, false, true, true, true, true, true]);
	const { rows } = await database.pool.query("SELECT text FROM sent");
	expect(rows.map(({ text }) => text)).toEqual(["before a failure", "after it", "at last"]);
	await db.destroy();
});
