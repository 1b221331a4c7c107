import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { connect } from "./connect.ts";
import type { Database } from "./open.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

test("a connection that the server closes between queries fails the next query without crashing the process", async () => {
	const { pool, db } = connect(database);
	const client = await pool.connect();
	const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
	await pool.query("SELECT pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
	await expect(client.query("SELECT 1")).rejects.toThrow();
	client.release(true);
	await db.destroy();
});
