import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { type ServerProcess, startServerProcess } from "../../../../testing/server/server-process.ts";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import { connectForRequests } from "../../db/connect.ts";
import type { Database } from "../../db/open.ts";
import { getRefusal } from "../errors.ts";

const MAX_REQUESTS = 4;

let database: Database;
let server: ServerProcess;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	server = await startServerProcess({
		DATABASE_URL: database.url,
		FEED: "manual",
		MAX_REQUESTS: String(MAX_REQUESTS),
	});
});
afterAll(async () => {
	await server.kill();
	await database.close();
});

const signIn = () =>
	fetch(`${server.address}/api/en/auth/login`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email: "nobody@example.test", password: "a long enough secret" }),
	});

/** Counts the sign-ins that wait for the lock. Background work may wait for it too. */
const countWaitingSignIns = async (): Promise<number> => {
	const { rows } = await database.pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
		WHERE datname = current_database() AND NOT granted AND relation = 'users'::regclass
			AND query LIKE '%"password_hash"%'`,
	);
	return rows[0]?.count ?? 0;
};

test("at the maximum of waiting requests, further calls get 503", async () => {
	const holder = await database.pool.connect();
	await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
	const waiting = Array.from({ length: MAX_REQUESTS }, signIn);
	await waitFor(async () => expect(await countWaitingSignIns()).toBe(MAX_REQUESTS));
	const refused = await fetch(`${server.address}/api/en/season/clock`);
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
	expect(await refused.json()).toMatchObject({ success: null, errors: [{ code: "busy" }] });
	const stream = await fetch(`${server.address}/api/en/live`);
	await stream.body?.cancel();
	const paths = ["/healthz", "/readyz", "/metrics", "/json/fantasy/players.json", "/help"];
	const others = await Promise.all(paths.map((path) => fetch(`${server.address}${path}`)));
	expect([stream.status, ...others.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200, 200]);
	await holder.query("COMMIT");
	holder.release();
	expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
	expect((await fetch(`${server.address}/api/en/season/clock`)).status).toBe(200);
});

test("a request that waits too long for the database gets 503", async () => {
	// A new connection takes much of a second on a busy machine.
	const deadlines = { statement: 4_000, lock: 100, idle: 200, connection: 3_000 };
	const { pool, db } = connectForRequests({ ...database, maxConnections: 12 }, deadlines);
	const getStatus = (failure: PromiseSettledResult<unknown>) =>
		failure.status === "rejected" ? getRefusal(failure.reason)?.status : "answered";
	const holder = await database.pool.connect();
	await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
	const idle = await pool.connect();
	const ended = new Promise((resolve) => idle.once("end", resolve));
	await idle.query("BEGIN");
	await ended;
	const failures = await Promise.allSettled([
		pool.query("SELECT pg_sleep(5)"),
		idle.query("SELECT 1"),
		pool.query("SELECT 1"),
	]);
	idle.release(true);
	const locked = await Promise.allSettled([pool.query("SELECT count(*) FROM users")]);
	await holder.query("COMMIT");
	holder.release();
	expect([...failures, ...locked].map(getStatus)).toEqual([503, 503, 503, 503]);
	expect(locked[0]).toMatchObject({ reason: { code: "55P03" } });
	expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
	await db.destroy();
});
