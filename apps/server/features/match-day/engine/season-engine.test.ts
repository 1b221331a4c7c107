import { expect, onTestFinished, test, vi } from "vitest";
import { createSeasonFolder } from "../../../../../testing/season/season-folder.ts";
import { DAY, FIRST_BOUNCE, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { waitFor } from "../../../../../testing/server/wait-for.ts";
import { hasSeasonLeader } from "../../../db/leader-election.ts";
import { setClock } from "../../seasons/current/set-clock.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import { createSeasonEngine } from "./season-engine.ts";

test("an engine without a loadable season closes connections and timers", async () => {
	const database = await createTestDatabase();
	await seedSeason(database.db);
	await database.pool.query(`UPDATE seasons SET rules = rules || '{"themedRounds": null}'`);
	const onError = (error: unknown) => {
		throw error;
	};
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => {
		vi.useRealTimers();
	});
	const engine = createSeasonEngine({ database, loadFeed: async () => null, onError });
	await expect(engine).rejects.toThrow(TypeError);
	expect(vi.getTimerCount()).toBe(0);
	vi.useRealTimers();
	// Excludes the connection of this query.
	const listOtherConnections = async () => {
		const { rows } = await database.pool.query<{ name: string }>(
			`SELECT application_name AS name FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'first-bounce _%'`,
		);
		return rows;
	};
	await expect.poll(listOtherConnections).toEqual([]);
	await database.close();
});

test("a new installation without a season has a leader [D2.9.142]", async () => {
	const database = await createTestDatabase();
	const onError = (error: unknown) => {
		throw error;
	};
	const [one, two] = [
		await createSeasonEngine({ database, loadFeed: async () => null, onError }),
		await createSeasonEngine({ database, loadFeed: async () => null, onError }),
	];
	for (const { runner } of [one, two]) await runner.step();
	expect([one.isLeader(), two.isLeader(), await hasSeasonLeader(database.pool)]).toEqual([true, false, true]);
	for (const { close } of [one, two]) await close();
	await database.close();
});

test("a running server takes over the season that ends the demo", async () => {
	const database = await createTestDatabase();
	const wallTime = FIRST_BOUNCE - 10 * DAY;
	await seedSeason(database.db);
	await database.pool.query("UPDATE seasons SET is_demo = true");
	await setClock(database.db, { seasonAt: wallTime + 2 * DAY, playingRoundId: 1 }, wallTime);
	const feedsLoaded: number[] = [];
	const engine = await createSeasonEngine({
		database,
		loadFeed: async (currentSeason) => {
			feedsLoaded.push(currentSeason().seasonId);
			return null;
		},
		onError: (error) => {
			throw error;
		},
		wallNow: () => wallTime,
	});
	await engine.runner.step();
	expect(engine.clocks.seasonNow()).toBe(wallTime + 2 * DAY);
	const timesAtChange: [number, number][] = [];
	engine.seasons.onChange(({ seasonId }) => timesAtChange.push([seasonId, engine.clocks.seasonNow()]));

	const nextFolder = createSeasonFolder();
	const { problems } = await importSeason(database.db, nextFolder.path, { endDemo: true });
	nextFolder.discard();
	expect(problems).toEqual([]);
	await waitFor(() => expect(engine.seasons.current().seasonId).toBe(7));
	expect(timesAtChange).toEqual([[7, wallTime]]);
	expect(engine.clocks.show()).toMatchObject({
		seasonTime: "2026-08-18T09:00:00.000Z",
		isDemo: false,
		playingRoundId: null,
	});
	await engine.runner.step();
	expect(feedsLoaded).toEqual([1, 7]);
	await engine.close();
	await database.close();
});
