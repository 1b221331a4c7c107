import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../db/open.ts";
import { setClock } from "../../../features/seasons/current/set-clock.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { checkManager, type Manager, saveSomething, seedManager } from "../../../testing/season/saving-managers.ts";
import {
	createSeededRandom,
	DAY,
	FIRST_BOUNCE,
	type SmallSeason,
	seedSeason,
} from "../../../testing/season/small-season.ts";
import { type ServerProcess, startServerProcess } from "../../../testing/server-process.ts";
import { waitFor } from "../../../testing/wait-for.ts";

const MANAGERS = 5;
const HEALTH_INTERVAL_MS = 100;

let database: Database;
let season: SmallSeason;
let proxy: Server;
let origin: string;
const agent = new Agent({ keepAlive: true });
const ports = new Map<ServerProcess, number>();
const readyPorts = new Set<number>();
let requests = 0;
const statuses: Record<number, number> = {};

/** Forwards a request to one of the ready processes on a keep-alive connection, and its response to the client. */
async function passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
	const port = [...readyPorts][++requests % readyPorts.size] ?? 0;
	const { method, url: path, headers } = incoming;
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
	const onward = request({ host: "127.0.0.1", port, method, path, headers, agent }, resolve).on("error", reject);
	incoming.pipe(onward);
	const response = await promise;
	const status = response.statusCode ?? 0;
	statuses[status] = (statuses[status] ?? 0) + 1;
	const { connection: _, ...rest } = response.headers;
	await pipeline(response, outgoing.writeHead(status, rest));
}

/** Polls whether the processes are ready, as a proxy does. */
async function checkHealth(): Promise<void> {
	for (const port of ports.values()) {
		const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
			({ ok }) => ok,
			() => false,
		);
		if (isReady) readyPorts.add(port);
		else readyPorts.delete(port);
	}
}

async function getFreePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

async function start(): Promise<ServerProcess> {
	const port = await getFreePort();
	const started = await startServerProcess({
		DATABASE_URL: database.url,
		FEED: "manual",
		PORT: String(port),
		PUBLIC_URL: origin,
		STOP_DELAY_SECONDS: "1",
	});
	ports.set(started, port);
	await waitFor(() => expect(readyPorts).toContain(port));
	return started;
}

let health: NodeJS.Timeout;
beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	proxy = createServer((incoming, outgoing) => {
		passOn(incoming, outgoing).catch(() => {
			statuses[502] = (statuses[502] ?? 0) + 1;
			outgoing.writeHead(502).end();
		});
	});
	await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	health = setInterval(() => void checkHealth(), HEALTH_INTERVAL_MS);
});
afterAll(async () => {
	clearInterval(health);
	for (const each of ports.keys()) await each.kill();
	agent.destroy();
	proxy.closeAllConnections();
	proxy.close();
	await database.close();
});

test("restarting two processes one after the other under load loses no request and answers no 5xx", {
	timeout: 120_000,
}, async () => {
	const random = createSeededRandom(4);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(database, season, random));
	const processes = [await start(), await start()];
	let isOver = false;
	const saveUntilOver = async (manager: Manager) => {
		while (!isOver) await saveSomething(origin, manager, { season, random });
	};
	const readUntilOver = async () => {
		while (!isOver) expect((await fetch(`${origin}/json/fantasy/players.json`)).status).toBe(200);
	};
	const load = Promise.all([...managers.map(saveUntilOver), readUntilOver()]);
	const restart = async () => {
		for (const old of processes) {
			await old.stop();
			ports.delete(old);
			await start();
		}
	};
	await Promise.race([load, restart()]);
	isOver = true;
	await load;
	for (const manager of managers) await checkManager(origin, manager, database);
	expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
	const acknowledged = managers.reduce((sum, manager) => sum + manager.acknowledged.length, 0);
	expect(acknowledged).toBeGreaterThan(50);
});
