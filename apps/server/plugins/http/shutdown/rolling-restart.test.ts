import { afterAll, beforeAll, expect, test } from "vitest";
import {
	checkManager,
	type Manager,
	saveSomething,
	seedManager,
} from "../../../../../testing/season/saving-managers.ts";
import {
	createSeededRandom,
	DAY,
	FIRST_BOUNCE,
	type SmallSeason,
	seedSeason,
} from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { type ServerProcess, startServerProcess } from "../../../../../testing/server/server-process.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { type CheckingProxy, startCheckingProxy } from "../../../../../testing/services/checking-proxy.ts";
import { findFreePort } from "../../../db/embedded/postgres-process.ts";
import type { Database } from "../../../db/open.ts";
import { setClock } from "../../../features/seasons/current/set-clock.ts";

const MANAGERS = 5;

let database: Database;
let season: SmallSeason;
let proxy: CheckingProxy;
const ports = new Map<ServerProcess, number>();

async function start(): Promise<ServerProcess> {
	const port = await findFreePort();
	const started = await startServerProcess({
		DATABASE_URL: database.url,
		FEED: "manual",
		PORT: String(port),
		PUBLIC_URL: proxy.origin,
		STOP_DELAY_SECONDS: "1",
	});
	ports.set(started, port);
	proxy.add(port);
	await waitFor(() => expect(proxy.isReady(port)).toBe(true));
	return started;
}

beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	proxy = await startCheckingProxy();
});
afterAll(async () => {
	for (const server of ports.keys()) await server.kill();
	proxy.close();
	await database.close();
});

test("when two processes are restarted in turn, no request is lost", {
	timeout: 300_000,
}, async () => {
	const random = createSeededRandom(4);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(database, season, random));
	const processes = [await start(), await start()];
	let isOver = false;
	const saveUntilOver = async (manager: Manager) => {
		while (!isOver) await saveSomething(proxy.origin, manager, { season, random });
	};
	const readUntilOver = async () => {
		while (!isOver) expect((await fetch(`${proxy.origin}/json/fantasy/players.json`)).status).toBe(200);
	};
	const load = Promise.all([...managers.map(saveUntilOver), readUntilOver()]);
	const restart = async () => {
		for (const old of processes) {
			await old.stop();
			proxy.remove(ports.get(old) ?? 0);
			ports.delete(old);
			await start();
		}
	};
	await Promise.race([load, restart()]);
	isOver = true;
	await load;
	for (const manager of managers) await checkManager(proxy.origin, manager, database);
	expect(Object.keys(proxy.statuses).filter((status) => Number(status) >= 500)).toEqual([]);
	const acknowledged = managers.reduce((sum, manager) => sum + manager.acknowledged.length, 0);
	expect(acknowledged).toBeGreaterThan(50);
});
