import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { type PgBouncer, startPgBouncer } from "../../../../testing/services/pgbouncer.ts";
import { getRefusal } from "../../plugins/errors.ts";
import { type Connection, connectForRequests } from "../connect.ts";
import type { Database } from "../open.ts";

const DEADLINES = { statement: 400, lock: 100, idle: 200, connection: 10_000 };

let database: Database;
let bouncer: PgBouncer;
let requests: Connection;
beforeAll(async () => {
	database = await createTestDatabase();
	const { port, password, pathname } = new URL(database.url);
	bouncer = await startPgBouncer({ port: Number(port), password });
	const access = { url: bouncer.url(pathname.slice(1)), sessionUrl: database.url, maxConnections: 12 };
	requests = connectForRequests(access, DEADLINES);
});
afterAll(async () => {
	await requests?.db.destroy();
	await bouncer?.stop();
	await database.close();
});

const getStatus = (failure: PromiseSettledResult<unknown>) =>
	failure.status === "rejected" ? getRefusal(failure.reason)?.status : "answered";

test("through PgBouncer slow queries, locks and transactions fail with 503", async () => {
	const { pool, db } = requests;
	const holder = await database.pool.connect();
	await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
	const failures = await Promise.allSettled([
		pool.query("SELECT pg_sleep(5)"),
		pool.query("SELECT count(*) FROM users WHERE id = $1", [1]),
		db.selectFrom("users").select("id").execute(),
		db.transaction().execute((trx) => trx.selectFrom("users").select("id").execute()),
	]);
	await holder.query("COMMIT");
	holder.release();
	expect(failures.map(getStatus)).toEqual([503, 503, 503, 503]);
	expect(failures.slice(1)).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { code: "55P03" } })));

	const idle = await pool.connect();
	const ended = new Promise((resolve) => idle.once("end", resolve));
	await idle.query("BEGIN");
	await ended;
	const [late] = await Promise.allSettled([idle.query("SELECT 1")]);
	idle.release(true);
	expect(late && getStatus(late)).toBe(503);
});

test("through PgBouncer changes outside transactions are kept", async () => {
	const { pool, db } = requests;
	await pool.query("INSERT INTO server_secrets (name, value) VALUES ($1, '1')", ["outside"]);
	await db.insertInto("server_secrets").values({ name: "outside too", value: "1" }).execute();
	await db.transaction().execute(async (trx) => {
		await trx.insertInto("server_secrets").values({ name: "inside", value: "1" }).execute();
	});
	const client = await pool.connect();
	await expect(client.query("SELECT 1 / 0")).rejects.toMatchObject({ code: "22012" });
	expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
	client.release();
	await new Promise<void>((resolve, reject) => {
		pool.query("SELECT 2 AS two", (error, { rows }) =>
			error ? reject(error) : resolve(expect(rows).toEqual([{ two: 2 }])),
		);
	});
	const { rows } = await database.pool.query("SELECT name FROM server_secrets WHERE name ~ 'side' ORDER BY name");
	expect(rows).toEqual([{ name: "inside" }, { name: "outside" }, { name: "outside too" }]);
});

test("through PgBouncer each form of BEGIN starts a transaction with deadlines", async () => {
	const client = await requests.pool.connect();
	const settings: unknown[] = [];
	for (const begin of ["BEGIN;", { text: "START TRANSACTION" }]) {
		await client.query(begin);
		await client.query("DELETE FROM server_secrets WHERE name = 'inside'");
		settings.push(...(await client.query("SHOW statement_timeout")).rows);
		await client.query("ROLLBACK");
	}
	client.release();
	expect(settings).toEqual([{ statement_timeout: "400ms" }, { statement_timeout: "400ms" }]);
	expect((await database.pool.query("SELECT FROM server_secrets WHERE name = 'inside'")).rowCount).toBe(1);
});
