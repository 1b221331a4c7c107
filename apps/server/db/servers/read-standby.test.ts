import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { startServerProcess } from "../../../../testing/server/server-process.ts";
import {
	createPostgresServers,
	type PostgresServer,
	type PostgresServers,
} from "../../../../testing/services/postgres-servers.ts";
import { refuse } from "../../plugins/refusal.ts";
import { type Connection, connect } from "../connect.ts";
import { openDatabase } from "../open.ts";
import { createReadStandby, type Read, type ReadStandby } from "./read-standby.ts";

const DATABASE = "fantasy";
const USED = "Reads that may be a few seconds old go to the standby of DATABASE_READ_URL";
const UNUSED = "Reads go to the primary, because the standby of DATABASE_READ_URL cannot be used: ";

let servers: PostgresServers;
let primary: PostgresServer;
let standby: PostgresServer;
let connection: Connection;
beforeAll(async () => {
	servers = await createPostgresServers();
	primary = await servers.create();
	await primary.query(`CREATE DATABASE ${DATABASE}`);
	standby = await servers.createStandby(primary);
	// Commits do not wait for the standby, which these tests stop.
	await primary.query("ALTER SYSTEM SET synchronous_standby_names = ''");
	await primary.query("SELECT pg_reload_conf()");
	connection = connect({ url: primary.url(DATABASE) });
});
afterAll(async () => {
	await connection.db.destroy();
	await servers.close();
});

let now: number;
let messages: string[];
beforeEach(() => {
	now = 0;
	messages = [];
});

/** Opens a standby that uses the test's clock, runs `work` with it, and closes it. */
async function withStandby(url: string, work: (opened: ReadStandby, read: Read) => Promise<void>): Promise<void> {
	const opened = createReadStandby(connection, url, { log: (message) => messages.push(message), now: () => now });
	try {
		await work(opened, opened.createRead(connection));
	} finally {
		await opened.close();
	}
}

const findPort = async (read: Read) => {
	const answer = await read(({ pool }) => pool.query<{ port: number }>("SELECT inet_server_port() AS port"));
	return answer.rows[0]?.port;
};

/** Checks a standby, without moving the clock, until it has everything that the primary has. */
const catchUp = ({ check, lagSeconds }: ReadStandby) =>
	expect
		.poll(async () => {
			await check();
			return lagSeconds();
		})
		.toBe(0);

/** Moves the clock by four seconds. In each of them, the primary writes and the standby is checked. */
async function passFourSeconds({ check }: ReadStandby): Promise<void> {
	for (let second = 0; second < 4; second++) {
		now += 1_000;
		await primary.query("CREATE TABLE written (); DROP TABLE written");
		await check();
	}
}

test("reads go to the standby once it has the latest change (D2.9.165)", () =>
	withStandby(standby.url(DATABASE), async (opened, read) => {
		expect(await findPort(read)).toBe(primary.port);
		await catchUp(opened);
		expect(await findPort(read)).toBe(standby.port);
		now += 500;
		opened.requireLatest();
		expect(await findPort(read)).toBe(primary.port);
		now += 500;
		await catchUp(opened);
		expect(await findPort(read)).toBe(standby.port);
		expect(messages).toEqual([USED]);
	}));

test("a standby over three seconds behind is not used (D2.9.165)", () =>
	withStandby(standby.url(DATABASE), async (opened, read) => {
		await catchUp(opened);
		await standby.query("SELECT pg_wal_replay_pause()");
		await expect
			.poll(() => standby.query("SELECT pg_get_wal_replay_pause_state() AS state"))
			.toEqual([{ state: "paused" }]);
		now += 1_000;
		await primary.query("CREATE TABLE written (); DROP TABLE written");
		await opened.check();
		expect([opened.lagSeconds(), await findPort(read)]).toEqual([1, standby.port]);
		await passFourSeconds(opened);
		expect([opened.lagSeconds(), await findPort(read)]).toEqual([null, primary.port]);
		await standby.query("SELECT pg_wal_replay_resume()");
		await catchUp(opened);
		expect(await findPort(read)).toBe(standby.port);
		expect(messages).toEqual([USED, `${UNUSED}it is more than 3 seconds behind`, USED]);
	}));

test("a standby that gets nothing from its primary is not used (D2.9.165)", () =>
	withStandby(standby.url(DATABASE), async (opened, read) => {
		await catchUp(opened);
		const [receiver] = await standby.query<{ pid: number }>("SELECT pid FROM pg_stat_wal_receiver");
		if (!receiver) throw new Error("The standby has no receiver");
		process.kill(receiver.pid, "SIGSTOP");
		await passFourSeconds(opened);
		expect(await findPort(read)).toBe(primary.port);
		process.kill(receiver.pid, "SIGCONT");
		await catchUp(opened);
		expect(await findPort(read)).toBe(standby.port);
		expect(messages).toEqual([USED, `${UNUSED}it is more than 3 seconds behind`, USED]);
	}));

test("a query that the standby cancels is answered by the primary (D2.9.165)", () =>
	withStandby(standby.url(DATABASE), async (opened, read) => {
		await catchUp(opened);
		const answer = read(({ pool }) =>
			pool.query<{ port: number }>(
				"SELECT inet_server_port() AS port, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 END)",
			),
		);
		// PostgreSQL raises this error when replay removes rows that the query still needs.
		await expect
			.poll(() =>
				standby.query(
					"SELECT pg_cancel_backend(pid) AS is_cancelled FROM pg_stat_activity WHERE wait_event = 'PgSleep'",
				),
			)
			.toEqual([{ is_cancelled: true }]);
		expect((await answer).rows[0]?.port).toBe(primary.port);
		await catchUp(opened);
		expect(await findPort(read)).toBe(standby.port);
		const reason = "canceling statement due to user request";
		expect(messages).toEqual([
			USED,
			`A read went to the primary, because the standby of DATABASE_READ_URL failed: ${reason}`,
		]);
	}));

test("data that the standby lacks is read from the primary (D2.9.165)", () =>
	withStandby(standby.url(DATABASE), async (opened, read) => {
		await catchUp(opened);
		const ports: (number | undefined)[] = [];
		const refused = read(async ({ pool }) => {
			const { rows } = await pool.query<{ port: number }>("SELECT inet_server_port() AS port");
			ports.push(rows[0]?.port);
			throw refuse(404, "not-found");
		});
		await expect(refused).rejects.toMatchObject({ status: 404 });
		expect(ports).toEqual([standby.port, primary.port]);
		expect([await findPort(read), messages]).toEqual([standby.port, [USED]]);
	}));

test("reads never go to another database or a non-standby (D2.9.165)", async () => {
	await withStandby(standby.url("postgres"), async (opened, read) => {
		await opened.check();
		await opened.check();
		expect(await findPort(read)).toBe(primary.port);
	});
	await withStandby(primary.url(DATABASE), async (opened, read) => {
		await opened.check();
		expect([opened.lagSeconds(), await findPort(read)]).toEqual([null, primary.port]);
	});
	expect(messages).toEqual([
		`${UNUSED}it is another database than that of DATABASE_URL`,
		`${UNUSED}it is not a standby`,
	]);
});

test("a server reads leagues from the standby, or else the primary (D2.9.165)", async () => {
	const database = await openDatabase({ databaseUrl: primary.url(DATABASE), dataDir: "unused" });
	await seedSeason(database.db);
	const app = await startServerProcess({
		DATABASE_URL: primary.url(DATABASE),
		DATABASE_READ_URL: standby.url(DATABASE),
		FEED: "manual",
	});
	try {
		const isUsed = async () =>
			!/^first_bounce_read_standby_lag_seconds -1$/m.test(await (await fetch(`${app.address}/metrics`)).text());
		const listLeagues = async () => {
			const answer = await fetch(`${app.address}/api/en/fantasy/league/show-for-join?limit=10`);
			const { success } = (await answer.json()) as { success: { leagues: unknown } | null };
			return [answer.status, success?.leagues];
		};
		await expect.poll(isUsed).toBe(true);
		expect(await listLeagues()).toEqual([200, []]);
		const countScans = () =>
			standby.query(
				"SELECT seq_scan + coalesce(idx_scan, 0) > 0 AS scanned FROM pg_stat_user_tables WHERE relname = 'leagues'",
				{
					database: DATABASE,
				},
			);
		await expect.poll(countScans).toEqual([{ scanned: true }]);
		await standby.kill();
		expect(await listLeagues()).toEqual([200, []]);
		await expect.poll(isUsed).toBe(false);
		await expect
			.poll(() => app.log().map(({ msg }) => msg))
			.toEqual(expect.arrayContaining([USED, expect.stringContaining(`${UNUSED}connect ECONNREFUSED`)]));
	} finally {
		await app.stop();
		await database.close();
	}
});
