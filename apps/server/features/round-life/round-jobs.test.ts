import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../db/open.ts";
import type { FeedPayload } from "../../feeds/feed.ts";
import { testDatabase } from "../../testing/database.ts";
import {
	DAY,
	FIRST_BOUNCE,
	HOUR,
	plantSeason,
	plantTeam,
	randomSlots,
	seededRandom,
} from "../../testing/small-season.ts";
import { payloadOf, randomReport, testFeed } from "../../testing/test-feed.ts";
import { createJobQueue } from "../jobs/job-queue.ts";
import { setClock } from "../season/set-clock.ts";
import { createSeasonEngine, type SeasonEngine } from "./season-engine.ts";

let database: Database;
let engine: SeasonEngine | null = null;
let incoming: FeedPayload[] = [];
const faults: unknown[] = [];
beforeAll(async () => {
	database = await testDatabase();
});
afterEach(async () => {
	await engine?.close();
	engine = null;
	faults.length = 0;
	await database.pool.query("TRUNCATE seasons, users CASCADE");
	await database.pool.query("DELETE FROM pgboss.job");
});
afterAll(() => database.close());

/** A season of two rounds and a team, and what moves it. */
async function start() {
	const season = await plantSeason(database.db, { rounds: 2 });
	const random = seededRandom(11);
	await plantTeam(database.db, season, { slots: randomSlots(season, random) });
	const running = await createSeasonEngine({
		url: database.url,
		feedOf: async () => testFeed(async () => incoming.splice(0)),
		onError: (error) => faults.push(error),
	});
	engine = running;
	const at = async (seasonAt: number) => {
		await setClock(database.db, { seasonAt, speed: 0 }, Date.now());
		await running.clocks.refresh();
		await running.runner.step();
	};
	const over = FIRST_BOUNCE + DAY + 2 * HOUR;
	const play = async () => {
		const reports = season.matchesOf(1).map((match) => randomReport(season, match, random));
		incoming = reports.map((report) => payloadOf(`${report.matchId}`, [report]));
		await at(over);
	};
	return { season, at, play, over };
}
const jobs = async () =>
	(
		await database.pool.query(
			"SELECT name, state::text, singleton_key AS key, retry_count AS retries, output FROM pgboss.job ORDER BY completed_on, created_on",
		)
	).rows;
const done = async () => (await jobs()).map(({ name, state, key }) => `${name} ${key} ${state}`);

test("each phase of a round is a job of its own, done once however often the season steps", async () => {
	const { at, play, over } = await start();
	for (let step = 0; step < 3; step++) await at(FIRST_BOUNCE - DAY);
	await at(FIRST_BOUNCE + HOUR);
	await play();
	for (let step = 0; step < 3; step++) await at(over + 12 * HOUR);
	expect(await done()).toEqual([
		"round-open 1/1 completed",
		"round-soft-lock 1/1 completed",
		"round-review 1/1 completed",
		"round-publish 1/1 completed",
		"round-results 1/1 completed",
		"round-open 1/2 completed",
	]);
	const review = (await jobs()).find(({ name }) => name === "round-review");
	expect(review.output).toEqual({ publishesAt: expect.any(String), quarantined: 0, withoutStats: [] });
	expect(faults).toEqual([]);
});

test("a job that fails keeps no other from being done: leagues that cannot be told hold up neither points nor rounds", async () => {
	const { at, play, over } = await start();
	await database.pool.query("ALTER TABLE league_events RENAME TO league_events_away");
	await play();
	await at(over + 12 * HOUR);
	const told = async () => (await done()).filter((line) => line.startsWith("round-results"));
	expect(await told()).toEqual(["round-results 1/1 retry"]);
	expect(await done()).toEqual(expect.arrayContaining(["round-publish 1/1 completed", "round-open 1/2 completed"]));
	await database.pool.query("ALTER TABLE league_events_away RENAME TO league_events");
	await vi.waitFor(async () => {
		await at(over + 12 * HOUR);
		expect(await told()).toEqual(["round-results 1/1 completed"]);
	}, 10_000);
});

test("a publication that fails shows its fault, waits for its next attempt, and is done once nothing is in its way", async () => {
	const { at, play, over } = await start();
	await play();
	await database.pool.query("CREATE TABLE standings_1_1_draft ()");
	for (let step = 0; step < 3; step++) await at(over + 12 * HOUR);
	const [failed] = (await jobs()).filter(({ name }) => name === "round-publish");
	expect(failed).toMatchObject({ state: "retry", output: { message: expect.stringContaining("already exists") } });
	// Three steps at once are one attempt.
	expect(faults).toHaveLength(1);
	await database.pool.query("DROP TABLE standings_1_1_draft");
	await vi.waitFor(async () => {
		await at(over + 12 * HOUR);
		expect(await done()).toContain("round-publish 1/1 completed");
	}, 10_000);
});

test("a job that a killed process was at is struck out, and sent and done anew", async () => {
	const season = await plantSeason(database.db, { rounds: 2 });
	const queue = await createJobQueue({ pool: database.pool, onError: (error) => faults.push(error) });
	await queue.send("round-publish", { seasonId: season.id, roundId: 1 }, { key: `${season.id}/1` });
	await database.pool.query("UPDATE pgboss.job SET state = 'active', started_on = now()");
	await queue.close();
	await database.pool.query("TRUNCATE seasons CASCADE");
	const { at, play, over } = await start();
	await play();
	await at(over + 12 * HOUR);
	expect(await done()).toContain("round-publish 1/1 completed");
	expect((await jobs()).filter(({ state }) => state === "cancelled")).toHaveLength(1);
});
