import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../apps/server/db/connect.ts";
import { openDatabase } from "../apps/server/db/open.ts";
import { setClock } from "../apps/server/features/seasons/current/set-clock.ts";
import { checkReceipts } from "../apps/server/features/team/receipts/check-receipts.ts";
import {
	createPostgresServers,
	findFreePort,
	type PostgresServer,
	type PostgresServers,
} from "../apps/server/testing/postgres-servers.ts";
import {
	checkManager,
	type Manager,
	saveSomething,
	seedManager,
} from "../apps/server/testing/season/saving-managers.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE, seedSeason } from "../apps/server/testing/season/small-season.ts";
import { startServerProcess } from "../apps/server/testing/server-process.ts";
import { waitFor } from "../apps/server/testing/wait-for.ts";
import { playSeason } from "./play-season.ts";

const MANAGERS = 6;
const SAVES_PER_MANAGER = 100;
/** PgBouncer's connections to each database. A server process has more connections to PgBouncer, so they are shared. */
const POOL_SIZE = 4;

/** Starts Debian's PgBouncer in transaction mode before a PostgreSQL server. */
async function startPgBouncer({ port, password }: { readonly port: number; readonly password: string }) {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-pgbouncer-"));
	// As root, PgBouncer runs as another account.
	await chmod(folder, 0o755);
	const listenPort = await findFreePort();
	const file = path.join(folder, "pgbouncer.ini");
	const settings = [
		"[databases]",
		`* = host=127.0.0.1 port=${port} user=first_bounce password=${password}`,
		"[pgbouncer]",
		"listen_addr = 127.0.0.1",
		`listen_port = ${listenPort}`,
		"unix_socket_dir =",
		"auth_type = any",
		"pool_mode = transaction",
		`default_pool_size = ${POOL_SIZE}`,
		"max_client_conn = 200",
	];
	await writeFile(file, `${settings.join("\n")}\n`);
	const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
	const child = spawn("pgbouncer", [...account, file], {
		stdio: ["ignore", "ignore", "pipe"],
		env: { PATH: `${process.env.PATH}:/usr/sbin` },
	});
	const ended = once(child, "close");
	let log = "";
	child.stderr.on("data", (chunk) => {
		log += chunk;
	});
	const url = (database: string) => `postgres://first_bounce@127.0.0.1:${listenPort}/${database}`;
	await waitFor(async () => {
		if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`);
		const { pool, db } = connect({ url: url("postgres") }, 1);
		try {
			await pool.query("SELECT 1");
		} finally {
			await db.destroy();
		}
	});
	return {
		url,
		stop: async () => {
			child.kill("SIGTERM");
			await ended;
			await rm(folder, { recursive: true });
		},
	};
}

let servers: PostgresServers;
let server: PostgresServer;
let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
beforeAll(async () => {
	servers = await createPostgresServers();
	server = await servers.create();
	bouncer = await startPgBouncer({ port: server.port, password: server.data.password });
});
afterAll(async () => {
	await bouncer.stop();
	await servers.close();
});

/** Creates a database and opens it without PgBouncer. With `env`, a server process uses it through PgBouncer. */
async function createDatabase(name: string) {
	await server.query(`CREATE DATABASE ${name}`);
	const database = await openDatabase({ databaseUrl: server.url(name), dataDir: "unused" });
	return { database, env: { DATABASE_URL: bouncer.url(name), DATABASE_SESSION_URL: server.url(name) } };
}

test("a season through PgBouncer ends with the same results as one without it", async () => {
	const options = { seed: 1, rounds: 3, teams: 60, moments: 2, faults: 0, kills: 0 };
	const direct = await createDatabase("direct");
	const pooled = await createDatabase("pooled");
	const expected = await playSeason(direct.database, options);
	const { outcome } = await playSeason(pooled.database, { ...options, env: pooled.env });
	expect(outcome).toBe(expected.outcome);
	expect(outcome.length).toBeGreaterThan(50_000);
	await direct.database.close();
	await pooled.database.close();
});

test("teams saved on two processes through PgBouncer are stored, and their receipts are right", async () => {
	const { database, env } = await createDatabase("saves");
	const season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	const random = createSeededRandom(1897);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(database, season, random));
	const processes = [
		await startServerProcess({ ...env, FEED: "manual" }),
		await startServerProcess({ ...env, FEED: "manual" }),
	];
	const origins = processes.map(({ address }) => address);
	const saveOften = async (manager: Manager, index: number) => {
		for (let count = 0; count < SAVES_PER_MANAGER; count++)
			await saveSomething(origins[(count + index) % 2] ?? "", manager, { season, random });
	};
	await Promise.all(managers.map(saveOften));
	for (const manager of managers) await checkManager(origins[0] ?? "", manager, database);
	const findings: object[] = [];
	const { receipts } = await checkReceipts(database, null, (finding) => findings.push(finding));
	expect(findings).toEqual([]);
	expect(receipts).toBe(managers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0));
	process.stdout.write(`${receipts} of ${receipts} acknowledged saves of teams were found again\n`);
	for (const each of processes) await each.stop();
	await database.close();
});
