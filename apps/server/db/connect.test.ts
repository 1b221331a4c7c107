import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, joinTestCluster } from "../../../testing/server/database.ts";
import { connectLockHolder, createSessionClient } from "./client.ts";
import { connect } from "./connect.ts";
import { type Database, openDatabase, openUnmigratedDatabase } from "./open.ts";
import { queryChannel } from "./query-trace.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

test("a connection closed between queries fails the next query without a crash", async () => {
	const { pool, db } = connect(database);
	const client = await pool.connect();
	const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
	await pool.query("SELECT pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
	await expect(client.query("SELECT 1")).rejects.toThrow();
	client.release(true);
	await db.destroy();
});

test("a query whose server has vanished fails after 20 seconds", async () => {
	// Node then sets TCP_KEEPIDLE to the delay, TCP_KEEPINTVL to a second and TCP_KEEPCNT to 10.
	const setKeepAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
	const { pool, db } = connect(database);
	await pool.query("SELECT 1");
	expect(setKeepAlive.mock.calls).toEqual([[true, 10_000]]);
	setKeepAlive.mockRestore();
	await db.destroy();
});

test("a query that waited for a connection runs in its caller's context", async () => {
	const { pool, db } = connect(database, 1);
	const caller = new AsyncLocalStorage<string>();
	const callers: unknown[] = [];
	const handlers = {
		start: () => void callers.push(caller.getStore()),
		end: () => undefined,
		asyncStart: () => undefined,
		asyncEnd: () => undefined,
		error: () => undefined,
	};
	queryChannel.subscribe(handlers);
	await Promise.all(["a", "b", "c"].map((name) => caller.run(name, () => pool.query("SELECT 1"))));
	queryChannel.unsubscribe(handlers);
	expect(callers).toEqual(["a", "b", "c"]);
	await db.destroy();
});

test("PostgreSQL notices a lock holder's vanished machine within 25 seconds", async () => {
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

test("with a second login the database's password changes without an interruption", async () => {
	const guide = readFileSync(new URL("../../../docs/operating/secrets.md", import.meta.url), "utf8");
	const commands = [...guide.matchAll(/^ {4}psql -d fb -c "(.+)"$/gm)].map(([, sql = ""]) => sql);
	expect(commands).toHaveLength(2);
	const owner = `fb_${process.pid}`;
	const [addLogin = "", endLogin = ""] = commands.map((sql) => sql.replaceAll(/\bfb(?=2?\b)/g, owner));
	const cluster = await joinTestCluster();
	const buildUrl = (user: string, password: string) =>
		Object.assign(new URL(cluster.buildUrl(owner)), { username: user, password, search: "" }).href;
	await cluster.admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'old'`);
	await cluster.admin.query(`CREATE DATABASE ${owner} OWNER ${owner}`);
	const before = await openDatabase({ databaseUrl: buildUrl(owner, "old"), dataDir: "unused" });
	await cluster.admin.query(addLogin);
	const after = await openDatabase({ databaseUrl: buildUrl(`${owner}2`, "new"), dataDir: "unused" });
	// Both processes serve, and tables of a later migration belong to the same role.
	await after.pool.query("CREATE TABLE made_by_a_migration ()");
	await before.pool.query("DROP TABLE made_by_a_migration");
	await after.pool.query("INSERT INTO server_secrets (name, value) VALUES ('kept', '1')");
	await before.close();
	await cluster.admin.query(endLogin);
	const lateConnection = connect({ url: buildUrl(owner, "old") }, 1);
	await expect(lateConnection.pool.query("SELECT 1")).rejects.toThrow("is not permitted to log in");
	await lateConnection.db.destroy();
	expect((await after.pool.query("SELECT name FROM server_secrets")).rows).toEqual([{ name: "kept" }]);
	await after.close();
	await cluster.admin.query(`DROP DATABASE ${owner} WITH (FORCE)`);
	await cluster.admin.query(`DROP ROLE ${owner}, ${owner}2`);
	await cluster.leave({ keepRunning: true });
});

test("the server refuses a database that hides warnings of unconfirmed commits", async () => {
	const name = new URL(database.url).pathname.slice(1);
	await database.pool.query(`ALTER DATABASE "${name}" SET client_min_messages = error`);
	const starting = openDatabase({ databaseUrl: database.url, dataDir: "unused" });
	await expect(starting).rejects.toThrow(
		/^The database at 127\.0\.0\.1:\d+ has client_min_messages = error, which hides that a standby did not confirm a save: ALTER ROLE … RESET client_min_messages$/,
	);
	await database.pool.query(`ALTER DATABASE "${name}" RESET client_min_messages`);
});

test("a database whose encoding is not UTF-8 is refused", async () => {
	const cluster = await joinTestCluster();
	const name = `ascii_${process.pid}`;
	await cluster.admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING SQL_ASCII LOCALE 'C'`);
	const url = new URL(database.url);
	url.pathname = `/${name}`;
	const opening = openUnmigratedDatabase({ databaseUrl: url.href, dataDir: "unused" });
	await expect(opening).rejects.toThrow(
		`The database at ${url.host} has the encoding SQL_ASCII; First Bounce needs UTF8: create it with createdb --encoding UTF8 --template template0`,
	);
	await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
	await cluster.leave({ keepRunning: true });
});

test("another role's database is refused with the command that helps", async () => {
	const cluster = await joinTestCluster();
	const name = `foreign_${process.pid}`;
	const url = new URL(await cluster.createDatabase(name));
	await cluster.admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
	Object.assign(url, { username: name, password: "secret", search: "" });
	for (const open of [openDatabase, openUnmigratedDatabase])
		await expect(open({ databaseUrl: url.href, dataDir: "unused" })).rejects.toThrow(
			`The user of the database at ${url.host} cannot create tables in it: ALTER DATABASE ${name} OWNER TO ${name}`,
		);
	await cluster.admin.query(`ALTER DATABASE ${name} OWNER TO ${name}`);
	await (await openDatabase({ databaseUrl: url.href, dataDir: "unused" })).close();
	await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
	await cluster.admin.query(`DROP ROLE ${name}`);
	await cluster.leave({ keepRunning: true });
});
