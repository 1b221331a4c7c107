import { afterAll, beforeAll, expect, test } from "vitest";
import { type Manager, saveSomething, seedManager } from "../../../../testing/season/saving-managers.ts";
import {
	createSeededRandom,
	DAY,
	FIRST_BOUNCE,
	type SmallSeason,
	seedSeason,
} from "../../../../testing/season/small-season.ts";
import { type ServerProcess, startServerProcess } from "../../../../testing/server/server-process.ts";
import { waitFor } from "../../../../testing/server/wait-for.ts";
import {
	createPostgresServers,
	type PostgresServer,
	type PostgresServers,
	requireSynchronousStandby,
} from "../../../../testing/services/postgres-servers.ts";
import { setClock } from "../../features/seasons/current/set-clock.ts";
import { type Database, openDatabase } from "../open.ts";

const DATABASE = "fantasy";
/** Longer than the server lets a commit wait for the standby. */
const ANSWER_TIMEOUT_MS = 45_000;

let servers: PostgresServers;
let primary: PostgresServer;
let standby: PostgresServer;
let database: Database;
let season: SmallSeason;
let manager: Manager;
let app: ServerProcess;

beforeAll(async () => {
	servers = await createPostgresServers();
	primary = await servers.create();
	await primary.query("CREATE ROLE fb");
	await primary.query(`CREATE DATABASE ${DATABASE} OWNER fb`);
	// As in docs/operating/secrets.md: connections log in as fb2, and their current user is fb.
	await primary.query("CREATE ROLE fb2 LOGIN PASSWORD 'new' IN ROLE fb; ALTER ROLE fb2 SET role = fb");
	const databaseUrl = `postgres://fb2:new@${primary.host}/${DATABASE}`;
	database = await openDatabase({ databaseUrl, dataDir: "unused" });
	season = await seedSeason(database.db);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - DAY, speed: 0 }, Date.now());
	manager = await seedManager(database, season, createSeededRandom(7));
	standby = await servers.createStandby(primary);
	app = await startServerProcess({ DATABASE_URL: databaseUrl, FEED: "manual" });
}, 120_000);
afterAll(async () => {
	await app?.stop();
	await database?.close();
	await servers?.close();
});

const addFavourite = (playerId: number) =>
	fetch(`${app.address}/api/en/fantasy/favourite-player/add`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-sid": manager.token },
		body: JSON.stringify({ playerId }),
		signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
	});
/** Saves the team with the captain that `random` chooses. Below 0.7, `saveSomething` saves a line-up. */
const makeCaptain = async (random: number): Promise<Response> => {
	let answer = new Response();
	const request: typeof fetch = async (input, init) => {
		answer = await fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
		return answer.clone();
	};
	await saveSomething(app.address, manager, { season, random: () => random, request }).catch(() => undefined);
	return answer;
};
const findCaptain = async (server: PostgresServer): Promise<number | undefined> =>
	(
		await server.query<{ id: number }>("SELECT captain_id AS id FROM lineups ORDER BY round_id DESC LIMIT 1", {
			database: DATABASE,
		})
	)[0]?.id;
const setStandbyNames = async (names: string) => {
	await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
	await primary.query("SELECT pg_reload_conf()");
};

test("while the only standby is down, saves get 503 after a while (D2.9.197)", async () => {
	const [favourite, other] = season.players.map(({ id }) => id);
	expect((await addFavourite(favourite ?? 0)).status).toBe(200);
	await primary.query("UPDATE sessions SET last_seen_at = last_seen_at - interval '1 hour'", { database: DATABASE });
	await standby.kill();

	// The first request after a pause stores the session's last use and language.
	const headers = { "x-sid": manager.token };
	const read = await fetch(`${app.address}/api/fr/user`, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
	expect(read.status).toBe(200);
	const [team, added] = await Promise.all([makeCaptain(0.1), addFavourite(other ?? 0)]);
	for (const answer of [team, added]) {
		expect(answer.status).toBe(503);
		expect(answer.headers.get("retry-after")).toBe("5");
		expect(await answer.json()).toMatchObject({
			errors: [
				{
					code: "unconfirmed",
					message: "The game could not confirm your change. It may have been saved: please check before you try again",
				},
			],
		});
	}
	// The primary has the save, and no connection of the server waits any more.
	expect(await findCaptain(primary)).toBe(manager.pendingCaptainId);
	await waitFor(async () =>
		expect(await primary.query("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).toEqual([]),
	);
});

test("saves work without a standby once the operator stops waiting for it (D2.9.197)", async () => {
	const unconfirmed = await findCaptain(primary);
	const [, , waiting, next] = season.players.map(({ id }) => id);
	const saving = addFavourite(waiting ?? 0);
	await waitFor(async () =>
		expect(await primary.query("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).not.toEqual([]),
	);
	await setStandbyNames("");
	expect((await saving).status).toBe(200);
	expect((await addFavourite(next ?? 0)).status).toBe(200);

	standby = await servers.startStandby(standby.data, primary);
	await setStandbyNames("*");
	await waitFor(() => requireSynchronousStandby(primary));
	await waitFor(async () => expect(await findCaptain(standby)).toBe(unconfirmed));
	expect((await makeCaptain(0.6)).status).toBe(200);
});
