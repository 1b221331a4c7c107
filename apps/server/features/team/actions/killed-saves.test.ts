import { afterEach, beforeEach, expect, test } from "vitest";
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
import type { Database } from "../../../db/open.ts";
import { setClock } from "../../seasons/current/set-clock.ts";

const MANAGERS = 5;
/** The number of acknowledged saves after which the server is killed, while other saves run. `npm run soak -- chaos` kills more often. */
const SAVES_BEFORE_KILL = 23;
const SEED = Number(process.env.KILL_SEED ?? 1897);

let database: Database;
let season: SmallSeason;
let server: ServerProcess | undefined;
beforeEach(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
});
afterEach(async () => {
	await server?.kill();
	await database.close();
});

async function startServer(signal: AbortSignal): Promise<string> {
	server = await startServerProcess({ DATABASE_URL: database.url, FEED: "manual" }, undefined, signal);
	return server.address;
}

/** Sends one save after another until the server is killed. */
async function saveUntilKilled(origin: string, manager: Manager, random: () => number, onSaved: () => void) {
	for (;;) {
		try {
			await saveSomething(origin, manager, { season, random });
		} catch (error) {
			// An error that the server itself returns fails the test.
			if (!server?.isOver()) throw error;
			return;
		}
		onSaved();
	}
}

test("killing the server during saves loses no acknowledged save", {
	timeout: 240_000,
}, async ({ signal }) => {
	const random = createSeededRandom(SEED);
	const managers: Manager[] = [];
	for (let index = 0; index < MANAGERS; index++) managers.push(await seedManager(database, season, random));
	const origin = await startServer(signal);
	const enough = Promise.withResolvers<void>();
	let saves = 0;
	const onSaved = () => {
		if (++saves === SAVES_BEFORE_KILL) enough.resolve();
	};
	const saving = managers.map((manager) => saveUntilKilled(origin, manager, random, onSaved));
	await Promise.race([enough.promise, Promise.all(saving)]);
	await server?.kill();
	await Promise.all(saving);
	expect(saves).toBeGreaterThanOrEqual(SAVES_BEFORE_KILL);
	const newOrigin = await startServer(signal);
	for (const manager of managers) await checkManager(newOrigin, manager, database);
	const acknowledged = managers.reduce((sum, manager) => sum + manager.acknowledged.length, 0);
	expect(acknowledged, `Repeat with KILL_SEED=${SEED}`).toBeGreaterThan(5);
});
