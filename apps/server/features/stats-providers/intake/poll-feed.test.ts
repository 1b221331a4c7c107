import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { buildStatLine, createPayload, createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder } from "../../seasons/current/season-holder.ts";
import type { FeedPayload } from "../feed.ts";
import { createFeedPoller } from "./poll-feed.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
});
afterAll(() => database.close());

test("a feed is polled for possible changes, payloads processed once", async () => {
	const clocks = createFixedClocks(FIRST_BOUNCE - 2 * DAY);
	const seasons = await createSeasonHolder(database.db, { on: () => () => false });
	const polledMatches: number[][] = [];
	let answer: FeedPayload[] = [];
	const feed = createTestFeed(async (matches) => {
		polledMatches.push(matches.map(({ id }) => id));
		return answer;
	});
	const { poll } = createFeedPoller(feed, { db: database.db, currentSeason: seasons.current, clocks });
	expect(await poll()).toBe(false);
	clocks.set(FIRST_BOUNCE + HOUR);
	const lines = [{ playerId: 1001, squadId: 11, stats: buildStatLine({ K: 1 }) }];
	answer = [createPayload("101", [{ matchId: 101, status: "playing", lines }])];
	expect([await poll(), await poll()]).toEqual([true, false]);
	// Round 2 is a week away and may have line-ups; round 3 waits until round 1 is published.
	expect(polledMatches).toEqual([
		[101, 102],
		[101, 102, 201],
		[101, 102, 201],
	]);
	const stored = await database.db.selectFrom("feed_payloads").select(["verdict", "season_at"]).execute();
	expect(stored).toEqual([{ verdict: "applied", season_at: new Date(FIRST_BOUNCE + HOUR) }]);
});

test("a faulty payload is processed again once the season changes", async () => {
	const clocks = createFixedClocks(FIRST_BOUNCE + DAY + HOUR);
	const seasons = await createSeasonHolder(database.db, { on: () => () => false });
	const lines = [{ playerId: 1025, squadId: 13, stats: buildStatLine({ K: 2 }) }];
	// The end of a match is reported before its stats.
	const answers = [
		[createPayload("the round", [{ matchId: 102, status: "complete" }])],
		[createPayload("102", [{ matchId: 102, lines }])],
	];
	const feed = createTestFeed(async () => answers.shift() ?? []);
	const { poll } = createFeedPoller(feed, { db: database.db, currentSeason: seasons.current, clocks });
	const getStatus = async () =>
		(await database.db.selectFrom("matches").where("id", "=", 102).select("status").executeTakeFirst())?.status;
	expect([await poll(), await poll()]).toEqual([true, true]);
	expect(await getStatus()).toBe("playing");
	await seasons.refresh();
	expect(await poll()).toBe(true);
	expect(await getStatus()).toBe("complete");
});

test("a published round is polled again for some days", async () => {
	const clocks = createFixedClocks(FIRST_BOUNCE + 3 * DAY);
	let wallTime = 0;
	const seasons = await createSeasonHolder(database.db, { on: () => () => false });
	await database.db
		.updateTable("rounds")
		.where("id", "=", 1)
		.set({ status: "complete", published_at: new Date(FIRST_BOUNCE + 2 * DAY) })
		.execute();
	await database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await seasons.refresh();
	const polledMatches: number[][] = [];
	const feed = createTestFeed(async (matches) => {
		polledMatches.push(matches.map(({ id }) => id).filter((id) => id < 200));
		return [];
	});
	const context = { db: database.db, currentSeason: seasons.current, clocks: { ...clocks, wallNow: () => wallTime } };
	const { poll } = createFeedPoller(feed, context, { days: 4, intervalMs: 1_000 });
	for (wallTime of [0, 999, 1_000, 1_001]) await poll();
	expect(polledMatches).toEqual([[101, 102], [], [101, 102], []]);
	clocks.set(FIRST_BOUNCE + 6 * DAY);
	wallTime = 5_000;
	await poll();
	expect(polledMatches.at(-1)).toEqual([]);
});
