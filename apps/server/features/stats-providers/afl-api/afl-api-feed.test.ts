import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../../db/open.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../testing/season/small-season.ts";
import {
	type AflAnswer,
	type AflApiServer,
	startAflApiServer,
} from "../../../testing/stats-providers/afl-api-server.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { createAflApiFeed } from "./afl-api-feed.ts";

const SECOND = 1_000;
let database: Database;
let seasons: SeasonHolder;
let api: AflApiServer;
let answer: AflAnswer;
let wall: number;

beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	await database.db
		.updateTable("matches")
		.set({ starts_at: new Date(FIRST_BOUNCE) })
		.where("round_id", "=", 1)
		.execute();
	for (const id of [101, 102])
		await database.db
			.updateTable("matches")
			.set({ provider_id: `CD_M${id}` })
			.where("id", "=", id)
			.execute();
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
	api = await startAflApiServer(() => answer);
});
beforeEach(() => {
	wall = 0;
	api.requests.length = 0;
});
afterAll(async () => {
	await api.close();
	await database.close();
});

/** Opens the feed of a round of two matches. A poll during them makes five requests, at most four at a time. */
function openFeed() {
	const settings = { url: api.url, competition: "014", season: "2026", intervalMs: 30 * SECOND };
	const feed = createAflApiFeed(settings, seasons.current, {
		wallNow: () => wall,
		random: () => 1,
		pollTimeoutMs: 5_000,
	});
	const pollAt = async (at: number, seasonAt: number) => {
		wall = at;
		api.requests.length = 0;
		await feed.poll(
			seasons
				.current()
				.rounds.flatMap(({ matches }) => matches)
				.slice(0, 2),
			seasonAt,
		);
		return api.requests.length;
	};
	return { feed, pollAt };
}

test("several requests that fail in one poll are one failure", async () => {
	answer = { status: 503 };
	const { feed, pollAt } = openFeed();
	expect(await pollAt(0, FIRST_BOUNCE + HOUR)).toBe(4);
	expect(feed.health?.().failures).toBe(1);
	expect(await pollAt(5 * SECOND, FIRST_BOUNCE + HOUR)).toBe(4);
	expect(feed.health?.().failures).toBe(2);
});

test("while a match is live a failing feed is polled again within 30 seconds", async () => {
	answer = { status: 503 };
	const { feed, pollAt } = openFeed();
	for (let attempt = 0; attempt < 10; attempt++)
		expect(await pollAt(attempt * 30 * SECOND, FIRST_BOUNCE + HOUR)).toBeGreaterThan(0);
	expect(feed.health?.().failures).toBe(10);
	answer = { status: 404 };
	expect(await pollAt(300 * SECOND, FIRST_BOUNCE + HOUR)).toBe(5);
	expect(feed.health?.().failures).toBe(0);
});

test("without a live match a failing feed is polled ever less often, until a match is about to start", async () => {
	answer = { status: 503 };
	const { pollAt } = openFeed();
	const quiet = FIRST_BOUNCE - 5 * DAY;
	const pollTimes: number[] = [];
	for (let at = 0; at <= 400 * SECOND; at += SECOND) if ((await pollAt(at, quiet)) > 0) pollTimes.push(at / SECOND);
	expect(pollTimes).toEqual([0, 5, 15, 35, 75, 155, 315]);
	expect(await pollAt(401 * SECOND, FIRST_BOUNCE)).toBeGreaterThan(0);
});
