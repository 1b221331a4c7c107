import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../apps/server/db/open.ts";
import { setClock } from "../apps/server/features/seasons/current/set-clock.ts";
import { checkReceipts } from "../apps/server/features/team/receipts/check-receipts.ts";
import { checkManager, type Manager, saveSomething, seedManager } from "../testing/season/saving-managers.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE, seedSeason } from "../testing/season/small-season.ts";
import { startServerProcess } from "../testing/server/server-process.ts";
import { type PgBouncer, startPgBouncer } from "../testing/services/pgbouncer.ts";
import {
	createPostgresServers,
	type PostgresServer,
	type PostgresServers,
} from "../testing/services/postgres-servers.ts";
import { playSeason } from "./play-season.ts";

const MANAGERS = 6;
const SAVES_PER_MANAGER = 100;
let servers: PostgresServers;
let server: PostgresServer;
let bouncer: PgBouncer;
beforeAll(async () => {
	servers = await createPostgresServers();
	server = await servers.create();
	bouncer = await startPgBouncer({ port: server.port, password: server.data.password });
});
afterAll(async () => {
	await bouncer.stop();
	await servers.close();
});

/** Creates a database and opens it without PgBouncer. `env` has the settings with which a server process uses it through PgBouncer. */
async function createDatabase(name: string) {
	await server.query(`CREATE DATABASE ${name}`);
	const database = await openDatabase({ databaseUrl: server.url(name), dataDir: "unused" });
	return { database, env: { DATABASE_URL: bouncer.url(name), DATABASE_SESSION_URL: server.url(name) } };
}

test("a season through PgBouncer ends with the same results as one without it", async () => {
	const options = { seed: 1, rounds: 3, teams: 60, clockStops: 2, faults: 0, kills: 0 };
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
	for (const serverProcess of processes) await serverProcess.stop();
	await database.close();
});
