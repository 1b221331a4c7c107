import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { FIRST_BOUNCE, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import type { Database } from "../../../db/open.ts";
import { createPgListener, type PgListener } from "./pg-listener.ts";
import { computeSeasonTime, createSeasonClocks } from "./season-clock.ts";
import { createSeasonHolder } from "./season-holder.ts";
import { incrementDataVersion } from "./season-version-queries.ts";
import { setClock } from "./set-clock.ts";

let database: Database;
let pgListener: PgListener;
let wallTime = FIRST_BOUNCE;

beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	pgListener = await createPgListener(database, { retryAfter: () => 1, onError: () => undefined });
});
afterEach(() => database.db.deleteFrom("season_clocks").execute());
afterAll(async () => {
	await pgListener.close();
	await database.close();
});

const createClocks = () => createSeasonClocks(database.db, pgListener, () => wallTime);

test("season time is wall time until it is set", async () => {
	const { seasonNow, wallNow } = await createClocks();
	expect([seasonNow(), wallNow()]).toEqual([wallTime, wallTime]);
});

test("season time runs at the set speed in every process", async () => {
	const [mine, other] = [await createClocks(), await createClocks()];
	await setClock(database.db, { seasonAt: FIRST_BOUNCE + 1_000, speed: 60 }, wallTime);
	wallTime += 2_000;
	for (const { seasonNow } of [mine, other]) await waitFor(() => expect(seasonNow()).toBe(FIRST_BOUNCE + 121_000));
	expect(mine.show()).toMatchObject({ seasonTime: new Date(FIRST_BOUNCE + 121_000).toISOString(), speed: 60 });
});

test("a change of speed does not move the clock", async () => {
	const { seasonNow, refresh } = await createClocks();
	await setClock(database.db, { seasonAt: FIRST_BOUNCE, speed: 10 }, wallTime);
	wallTime += 1_000;
	await setClock(database.db, { speed: 0 }, wallTime);
	await refresh();
	wallTime += 60_000;
	expect(seasonNow()).toBe(FIRST_BOUNCE + 10_000);
	expect(
		computeSeasonTime({ seasonAt: 5, wallAt: 10, speed: 2, holdAt: null, playingRoundId: null, isDemo: true }, 20),
	).toBe(25);
});

test("the season is reloaded when any process changes it", async () => {
	const seasons = await createSeasonHolder(database.db, pgListener);
	const rename = (name: string) =>
		database.db.transaction().execute(async (transaction) => {
			await transaction.updateTable("seasons").set({ name }).execute();
			await incrementDataVersion(transaction, 1);
		});
	await rename("Renamed");
	await waitFor(() => expect(seasons.current().name).toBe("Renamed"));

	await database.pool.query(
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'first-bounce listen' AND datname = current_database()",
	);
	await rename("Renamed while disconnected");
	await vi.waitFor(() => expect(seasons.current().name).toBe("Renamed while disconnected"), { timeout: 5_000 });
});

test("a refresh includes everything written before it", async () => {
	const seasons = await createSeasonHolder(database.db, { on: () => () => false });
	const rename = (name: string) =>
		database.db
			.updateTable("seasons")
			.set((eb) => ({ name, data_version: eb("data_version", "+", 1) }))
			.execute();
	await rename("First");
	const first = seasons.refresh();
	await rename("Second");
	const second = await seasons.refresh();
	await first;
	expect([second.name, seasons.current().name]).toEqual(["Second", "Second"]);
});
