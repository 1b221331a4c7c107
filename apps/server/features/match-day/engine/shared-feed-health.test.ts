import { showCalendar } from "@first-bounce/contract/operator/calendar";
import { showMatchDay } from "@first-bounce/contract/operator/match-day";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { showStatus } from "@first-bounce/contract/site/status";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { createTestFeed } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Feed, FeedHealth } from "../../stats-providers/feed.ts";
import { createSeasonEngine, type SeasonEngine } from "./season-engine.ts";

const NOT_POLLED: FeedHealth = { lastRequestAt: null, lastResponseAt: null, failures: 0, lastFault: null };

let app: TestApp;
let client: Client;
let leader: SeasonEngine;
let follower: SeasonEngine;
/** The process that requests go to. */
let requestedEngine: SeasonEngine;
let health: FeedHealth;
let feed: Feed | null = { ...createTestFeed(), source: "afl-api", health: () => health };
let onError: (error: unknown) => void;

const start = (loadFeed = async () => feed) =>
	createSeasonEngine({
		database: app.database,
		loadFeed,
		wallNow: app.clocks.wallNow,
		onError: (error) => onError(error),
	});
const throwError = (error: unknown) => {
	throw error;
};

beforeAll(async () => {
	app = await createTestApp({ feedHealth: () => requestedEngine.feedHealth() });
	({ client } = await createTestOperator(app));
	onError = throwError;
	leader = await start();
	await leader.runner.step();
	follower = await start();
});
afterAll(async () => {
	await follower.close();
	await leader.close();
	await app.close();
});
beforeEach(() => {
	health = NOT_POLLED;
	onError = throwError;
});

/** Reads what the pages that a process serves show about the feed. */
async function readPages(engine: SeasonEngine) {
	requestedEngine = engine;
	// The status is cached for five seconds.
	app.clocks.setWall(app.clocks.wallNow() + 5_001);
	const { parts } = await app.visitor(showStatus, {});
	const { polledFeed } = await client(showOverview, {});
	const matchDay = await client(showMatchDay, { params: { id: 1 } });
	const { tasks } = await client(showCalendar, {});
	return {
		status: parts.find(({ part }) => part === "feed")?.state,
		problem: polledFeed?.lastFault ?? null,
		failures: polledFeed?.failures ?? null,
		isRefused: matchDay.feed?.isRefused ?? null,
		matchProblem: matchDay.matches[0]?.feed.lastFault ?? null,
		tasks: tasks.map(({ kind }) => kind),
	};
}

/** Sets the feed's health as the leader sees it, and checks that both processes show the same. */
async function readBoth(next: FeedHealth) {
	health = next;
	await leader.runner.step();
	await follower.runner.step();
	expect([leader.isLeader(), follower.isLeader()]).toEqual([true, false]);
	const pages = await readPages(leader);
	expect(await readPages(follower)).toEqual(pages);
	return pages;
}

test("a process that does not poll shows the same feed health (D1.9.83)", async () => {
	const now = app.clocks.wallNow();
	expect(await readBoth(NOT_POLLED)).toMatchObject({ status: "idle", problem: null, failures: 0 });
	expect(await readBoth({ ...NOT_POLLED, lastRequestAt: now, lastResponseAt: now })).toMatchObject({ status: "up" });
	const failing = { lastRequestAt: now, failures: 3, lastFault: "503" };
	expect(await readBoth({ ...failing, lastResponseAt: now - 11 * MINUTE_MS })).toMatchObject({
		status: "slow",
		problem: "503",
		failures: 3,
		isRefused: false,
	});
	const matches = new Map([["CD_M101", { lastResponseAt: null, lastFault: "no stats: 404" }]]);
	await app.database.db.updateTable("matches").set({ provider_id: "CD_M101" }).where("id", "=", 101).execute();
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	const refused = { ...failing, lastResponseAt: now, lastFault: "no token: 403", isRefused: true, matches };
	expect(await readBoth(refused)).toEqual({
		status: "refused",
		problem: "no token: 403",
		failures: 3,
		isRefused: true,
		matchProblem: "no stats: 404",
		tasks: ["feed-refused"],
	});
});

test("the last answer's time is ten seconds behind at most elsewhere", async () => {
	const getAnswerTime = async (at: number) => {
		await readBoth({ ...NOT_POLLED, lastRequestAt: at, lastResponseAt: at });
		return follower.feedHealth()?.health.lastResponseAt;
	};
	const first = app.clocks.wallNow();
	await getAnswerTime(first);
	app.clocks.setWall(first + 11_000);
	expect(await getAnswerTime(first + 11_000)).toBe(first + 11_000);
});

test("once no process polls the feed, pages say since when", async () => {
	const now = app.clocks.wallNow();
	await readBoth({ ...NOT_POLLED, lastRequestAt: now, lastResponseAt: now, isRefused: true });
	await app.database.pool.query("UPDATE feed_health SET reported_at = '2026-05-01T10:00:00Z'");
	await follower.runner.step();
	expect(await readPages(follower)).toMatchObject({
		status: "up",
		problem: "No process has polled the provider since 2026-05-01T10:00:00.000Z",
		failures: 1,
		isRefused: false,
	});
	app.clocks.setWall(now + 11 * MINUTE_MS);
	expect(await readPages(follower)).toMatchObject({ status: "slow" });
});

test("a new leader shows the stored health until its first poll (D1.9.83)", async () => {
	await readBoth({ ...NOT_POLLED, failures: 2, lastFault: "503" });
	await leader.close();
	const { promise, resolve } = Promise.withResolvers<void>();
	leader = await start(() => promise.then(() => feed));
	const step = leader.runner.step();
	try {
		await expect.poll(() => leader.feedHealth()?.health.lastFault).toBe("503");
		expect(leader.isLeader()).toBe(true);
	} finally {
		resolve();
		await step;
	}
});

test("health that cannot be stored is reported, and steps go on", async () => {
	await leader.runner.step();
	const { pool } = app.database;
	const errors: unknown[] = [];
	onError = (error) => errors.push(error);
	health = { ...NOT_POLLED, failures: 7, lastFault: "502" };
	await pool.query("ALTER TABLE feed_health RENAME TO feed_health_away");
	try {
		await leader.runner.step();
	} finally {
		await pool.query("ALTER TABLE feed_health_away RENAME TO feed_health");
	}
	expect(errors).toEqual([expect.objectContaining({ message: 'relation "feed_health" does not exist' })]);
});

test("a closed season shows no feed health until reopened", async () => {
	await readBoth({ ...NOT_POLLED, failures: 1, lastFault: "503" });
	const setCurrent = async (isCurrent: boolean) => {
		const status = isCurrent ? "open" : "closed";
		const sql = "UPDATE seasons SET is_current = $1, status = $2, data_version = data_version + 1";
		await app.database.pool.query(sql, [isCurrent, status]);
		for (const engine of [leader, follower]) await engine.seasons.refresh();
		for (const engine of [leader, follower]) await engine.runner.step();
	};
	await setCurrent(false);
	expect([leader.feedHealth(), follower.feedHealth()]).toEqual([null, null]);
	await setCurrent(true);
	expect(follower.feedHealth()).toMatchObject({ health: { lastFault: "503" } });
});

test("no process shows feed health for a season without a feed", async () => {
	await readBoth({ ...NOT_POLLED, failures: 1, lastFault: "503" });
	await leader.close();
	feed = null;
	leader = await start();
	await leader.runner.step();
	expect(follower.isLeader()).toBe(false);
	expect(await readBoth(NOT_POLLED)).toMatchObject({ status: "up", problem: null, failures: null });
});
