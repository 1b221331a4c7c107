import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { readConfig } from "../../../config.ts";
import type { Database } from "../../../db/open.ts";
import { type AflAnswer, type AflApiServer, startAflApiServer } from "../../rehearsal/provider/afl-api-server.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { createAflApiFeed } from "./afl-api-feed.ts";

const SECOND = 1_000;
let database: Database;
let seasons: SeasonHolder;
let api: AflApiServer;
let answer: AflAnswer;
let wallTime: number;

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
	api.refuseTokens(null);
	wallTime = 0;
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
		wallNow: () => wallTime,
		random: () => 1,
		pollTimeoutMs: 5_000,
	});
	const pollAt = async (at: number, seasonAt: number) => {
		wallTime = at;
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

test("several requests that fail in one poll count as one failure", async () => {
	answer = { status: 503 };
	const { feed, pollAt } = openFeed();
	expect(await pollAt(0, FIRST_BOUNCE + HOUR)).toBe(4);
	expect(feed.health?.().failures).toBe(1);
	expect(await pollAt(5 * SECOND, FIRST_BOUNCE + HOUR)).toBe(4);
	expect(feed.health?.().failures).toBe(2);
});

test("timed-out polls and another feed share four requests", async () => {
	const gate = Promise.withResolvers<AflAnswer>();
	const slowApi = await startAflApiServer(() => gate.promise);
	onTestFinished(() => slowApi.close());
	const settings = { url: slowApi.url, competition: "014", season: "2026", intervalMs: 30 * SECOND };
	const createFeed = () => createAflApiFeed(settings, seasons.current, { wallNow: () => wallTime, pollTimeoutMs: 200 });
	const matches = seasons.current().rounds[0]?.matches ?? [];
	const feed = createFeed();
	for (const polled of [feed, feed, createFeed()]) await polled.poll(matches, FIRST_BOUNCE + HOUR);
	await expect.poll(slowApi.getMaxConcurrent).toBe(4);
	expect(slowApi.requests).toEqual([]);
	gate.resolve({ status: 404 });
	await expect.poll(() => slowApi.requests.length).toBe(4);
	// The request that none of the polls sent is sent by the next one, and no other is repeated.
	await expect
		.poll(async () => {
			await feed.poll(matches, FIRST_BOUNCE + HOUR);
			return slowApi.requests.length;
		})
		.toBe(5);
	expect(new Set(slowApi.requests.map(({ path }) => path)).size).toBe(5);
});

test.each([
	["a web page", "<html>Down for maintenance</html>"],
	["empty", ""],
	["cut off", `{"items": [{"match"`],
])("an answer that is %s fails, and is asked for again", async (_, body) => {
	answer = { body };
	const { feed, pollAt } = openFeed();
	await pollAt(0, FIRST_BOUNCE + HOUR);
	expect(feed.health?.()).toMatchObject({
		failures: 1,
		lastResponseAt: null,
		lastFault: expect.stringMatching(/not JSON$/),
	});
	await pollAt(30 * SECOND, FIRST_BOUNCE + HOUR);
	expect(new Set(api.requests.map(({ status }) => status))).toEqual(new Set([200]));
});

test("after an unreadable answer the unchanged one is sent again in full", async () => {
	const { pollAt } = openFeed();
	for (const [index, body] of ["{}", "{", "{}"].entries()) {
		answer = { body };
		await pollAt(index * 30 * SECOND, FIRST_BOUNCE + HOUR);
		const rounds = api.requests.filter(({ path }) => path.startsWith("/cfs/afl/matchItems/round/"));
		expect(rounds.map(({ status }) => status)).toEqual([200]);
	}
});

test("during a match a failing feed is polled again within 30 seconds", async () => {
	answer = { status: 503 };
	const { feed, pollAt } = openFeed();
	for (let attempt = 0; attempt < 10; attempt++)
		expect(await pollAt(attempt * 30 * SECOND, FIRST_BOUNCE + HOUR)).toBeGreaterThan(0);
	expect(feed.health?.().failures).toBe(10);
	answer = { status: 404 };
	expect(await pollAt(300 * SECOND, FIRST_BOUNCE + HOUR)).toBe(5);
	expect(feed.health?.().failures).toBe(0);
});

test("outside of matches a failing feed is polled ever less", async () => {
	answer = { status: 503 };
	const { pollAt } = openFeed();
	const quiet = FIRST_BOUNCE - 5 * DAY;
	const pollTimes: number[] = [];
	for (let at = 0; at <= 400 * SECOND; at += SECOND) if ((await pollAt(at, quiet)) > 0) pollTimes.push(at / SECOND);
	expect(pollTimes).toEqual([0, 5, 15, 35, 75, 155, 315]);
	expect(await pollAt(401 * SECOND, FIRST_BOUNCE)).toBeGreaterThan(0);
});

test("a provider without token is reported as refusing, and retried (D1.9.83)", async () => {
	answer = { status: 404 };
	const { feed, pollAt } = openFeed();
	api.refuseTokens(403);
	await pollAt(0, FIRST_BOUNCE + HOUR);
	expect(feed.health?.()).toMatchObject({ lastFault: "no token: 403", isRefused: true, lastResponseAt: null });
	expect(api.requests).toEqual([]);
	api.refuseTokens(503);
	await pollAt(30 * SECOND, FIRST_BOUNCE + HOUR);
	expect(feed.health?.()).toMatchObject({ lastFault: "no token: 503", isRefused: false });
	api.refuseTokens(null);
	answer = { status: 401 };
	const before = api.countTokens();
	await pollAt(60 * SECOND, FIRST_BOUNCE + HOUR);
	expect(feed.health?.()).toMatchObject({ isRefused: true, lastFault: expect.stringMatching(/: 401$/) });
	// Each refused token is renewed, but a request is sent again only once.
	expect(api.countTokens() - before).toBeLessThanOrEqual(5);
	expect(api.requests).toHaveLength(8);
	answer = { status: 404 };
	await pollAt(120 * SECOND, FIRST_BOUNCE + HOUR);
	expect(feed.health?.()).toMatchObject({ isRefused: false, failures: 0, lastFault: null });
});

test("a token is requested as JSON, shared, and renewed (D1.9.84)", async () => {
	answer = { status: 404 };
	const { pollAt } = openFeed();
	const before = api.countTokens();
	// The test server refuses a request for a token without the JSON body {}.
	await pollAt(0, FIRST_BOUNCE + HOUR);
	await pollAt(19 * 60 * SECOND, FIRST_BOUNCE + HOUR);
	expect(api.countTokens() - before).toBe(1);
	await pollAt(20 * 60 * SECOND, FIRST_BOUNCE + HOUR);
	expect(api.countTokens() - before).toBe(2);
	expect(api.requests.filter(({ status }) => status === 401)).toEqual([]);
});

test("the live feed waits as long as Retry-After says", async () => {
	const buildAnswer = (at: number) => ({ status: 429, headers: { "retry-after": new Date(at).toUTCString() } });
	answer = buildAnswer(200 * SECOND);
	const { pollAt } = openFeed();
	expect(await pollAt(0, FIRST_BOUNCE + HOUR)).toBeGreaterThan(0);
	expect(await pollAt(190 * SECOND, FIRST_BOUNCE + HOUR)).toBe(0);
	answer = { status: 429, headers: { "retry-after": "60" } };
	expect(await pollAt(201 * SECOND, FIRST_BOUNCE + HOUR)).toBeGreaterThan(0);
	expect(await pollAt(255 * SECOND, FIRST_BOUNCE + HOUR)).toBe(0);
	expect(await pollAt(262 * SECOND, FIRST_BOUNCE + HOUR)).toBeGreaterThan(0);
});

test("live requests name project, version, site and support address (D1.9.80)", async () => {
	answer = { status: 404 };
	const { feed } = readConfig({
		FEED: "afl-api",
		AFL_API_SEASON: "2026",
		AFL_API_URL: api.url,
		PUBLIC_URL: "https://fantasy.club.example",
		SUPPORT_EMAIL: "help@club.example",
		DEMO: "off",
	});
	if (feed.source !== "afl-api") throw new Error("The official API is not the feed");
	const polled = createAflApiFeed(feed.api, seasons.current, { pollTimeoutMs: 5_000 });
	await polled.poll(seasons.current().rounds[0]?.matches ?? [], FIRST_BOUNCE + HOUR);
	expect(new Set(api.requests.map(({ userAgent }) => userAgent))).toEqual(
		new Set(["FirstBounce/0.1.0 (+https://fantasy.club.example; help@club.example)"]),
	);
});
