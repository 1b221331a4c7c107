import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { touchSeason } from "../features/seasons/current/season-version-queries.ts";
import { setClock } from "../features/seasons/current/set-clock.ts";
import { createPostgresServers, type PostgresServer, type PostgresServers } from "../testing/postgres-servers.ts";
import { checkManager, type Manager, saveSomething, seedManager } from "../testing/season/saving-managers.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE, type SmallSeason, seedSeason } from "../testing/season/small-season.ts";
import { type ServerProcess, startServerProcess } from "../testing/server-process.ts";
import { waitFor } from "../testing/wait-for.ts";
import { type Database, openDatabase } from "./open.ts";
import { parseServers } from "./primary.ts";

// `npm run soak -- failover` repeats this test with more failovers, and prints what it measured.
const FAILOVERS = Number(process.env.FAILOVERS ?? 1);
const SEED = Number(process.env.FAILOVER_SEED ?? 1897);
const MANAGERS = 5;
/** Acknowledged saves before a failover, and after it. */
const SAVES = 25;
const RETRY_MS = 50;
const DATABASE = "fantasy";

let servers: PostgresServers;
let app: ServerProcess | undefined;
let database: Database | undefined;
beforeEach(async () => {
	servers = await createPostgresServers();
});
afterEach(async () => {
	await app?.stop();
	await database?.close();
	await servers.close();
});

const openAt = (url: string, ...hosts: PostgresServer[]): Promise<Database> => {
	const databaseOptions = {
		hosts: parseServers(hosts.map(({ host }) => host).join(",")) ?? [],
		sessionUrl: null,
		connections: 10,
	};
	return openDatabase({ databaseUrl: url, dataDir: "unused", databaseOptions });
};

/** Saves until told to stop. A refused save is repeated; every answer is noted. */
async function keepSaving(manager: Manager, season: SmallSeason, random: () => number, run: SavingRun): Promise<void> {
	const request: typeof fetch = async (...args) => {
		const answer = await fetch(...args);
		if (answer.status !== 200) run.refusals.add(`${answer.status} retry-after ${answer.headers.get("retry-after")}`);
		return answer;
	};
	while (!run.isOver) {
		try {
			await saveSomething(app?.address ?? "", manager, { season, random, request });
			run.saves++;
			run.onSaved();
		} catch (error) {
			if ((error as { status?: number }).status !== 503) throw error;
			await pause(RETRY_MS);
		}
	}
}

interface SavingRun {
	saves: number;
	isOver: boolean;
	onSaved: () => void;
	readonly refusals: Set<string>;
}

test("saves go on after a killed primary's standby is promoted, without a restart, and none is lost (D2.9.122)", {
	timeout: 120_000 * FAILOVERS,
}, async () => {
	let primary = await servers.create();
	await primary.query(`CREATE DATABASE ${DATABASE}`);
	const url = primary.url(DATABASE);
	let standby = await servers.createStandby(primary);
	database = await openAt(url, standby, primary);
	const season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	const random = createSeededRandom(SEED);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(database, season, random));
	app = await startServerProcess({
		DATABASE_URL: url,
		DATABASE_HOSTS: `${standby.host},${primary.host}`,
		DATABASE_CONNECTIONS: "10",
		FEED: "manual",
	});
	const { address } = app;
	const readSeason = async () => (await (await fetch(`${address}/json/fantasy/season.json`)).json()) as object;
	const { db } = database;
	const rename = async (name: string) => {
		await db.updateTable("seasons").set({ name }).execute();
		await touchSeason(db, season.id);
	};

	const seconds: number[] = [];
	for (let failover = 1; failover <= FAILOVERS; failover++) {
		const run: SavingRun = { saves: 0, isOver: false, onSaved: () => undefined, refusals: new Set() };
		const saving = managers.map((manager) => keepSaving(manager, season, random, run));
		const finished = Promise.all(saving);
		const waitForSaves = (count: number) =>
			Promise.race([finished, waitFor(() => expect(run.saves).toBeGreaterThanOrEqual(count))]);
		await waitForSaves(SAVES);
		// Its notification may be lost with the server.
		await rename(`Before failover ${failover}`);
		const killedAt = performance.now();
		await primary.kill();
		const firstSave = new Promise<number>((resolve) => {
			run.onSaved = () => resolve((performance.now() - killedAt) / 1_000);
		});
		await waitFor(() => expect([...run.refusals]).toEqual(["503 retry-after 5"]));
		await standby.query("SELECT pg_promote()");
		seconds.push(await Promise.race([firstSave, finished.then(() => Number.NaN)]));
		await waitForSaves(run.saves + SAVES);
		run.isOver = true;
		await finished;
		expect([...run.refusals]).toEqual(["503 retry-after 5"]);

		for (const manager of managers) await checkManager(address, manager, database);
		await expect.poll(readSeason).toMatchObject({ name: `Before failover ${failover}` });
		await rename(`After failover ${failover}`);
		await expect.poll(readSeason).toMatchObject({ name: `After failover ${failover}` });
		const readiness = async () => (await fetch(`${address}/readyz`)).json();
		await expect.poll(readiness).toMatchObject({ status: "ready", leader: true });
		for (const manager of managers) manager.pendingCaptainId = null;
		// The killed server returns as the standby of the other.
		[primary, standby] = [standby, primary];
		if (failover < FAILOVERS) standby = await servers.createStandby(primary, standby.port);
	}
	expect(app.isOver()).toBe(false);
	const acknowledged = managers.reduce((sum, manager) => sum + manager.acknowledged.length, 0);
	expect(acknowledged, `Repeat with FAILOVER_SEED=${SEED}`).toBeGreaterThan(SAVES);
	expect(Math.max(...seconds)).toBeLessThan(20);
	if (process.env.FAILOVERS)
		process.stdout.write(
			`${FAILOVERS} failovers: 0 of ${acknowledged} acknowledged saves lost; seconds until a save succeeded: ${seconds.map((each) => each.toFixed(1)).join(", ")}\n`,
		);
});
