import { Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { connectLockHolder, createSessionClient } from "./client.ts";
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

test("connections ask for keep-alive after 10 seconds, so that a query whose server has vanished fails after 20", async () => {
	// Node then sets TCP_KEEPIDLE to the delay, TCP_KEEPINTVL to a second and TCP_KEEPCNT to 10.
	const setKeepAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
	const { pool, db } = connect(database);
	await pool.query("SELECT 1");
	expect(setKeepAlive.mock.calls).toEqual([[true, 10_000]]);
	setKeepAlive.mockRestore();
	await db.destroy();
});

test("PostgreSQL notices within 25 seconds that the machine of a lock's holder has vanished", async () => {
	const client = createSessionClient(database, "first-bounce test");
	await connectLockHolder(client);
	const read = async (name: string) => (await client.query(`SHOW tcp_keepalives_${name}`)).rows[0];
	expect([await read("idle"), await read("interval"), await read("count")]).toEqual([
		{ tcp_keepalives_idle: "10" },
		{ tcp_keepalives_interval: "5" },
		{ tcp_keepalives_count: "3" },
	]);
	await client.end();
});
