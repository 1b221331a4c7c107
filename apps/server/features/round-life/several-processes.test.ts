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
import { lineOf, payloadOf, randomReport, testFeed } from "../../testing/test-feed.ts";
import { setClock } from "../season/set-clock.ts";
import { createSeasonEngine, type SeasonEngine } from "./season-engine.ts";

let database: Database;
const engines: SeasonEngine[] = [];
let incoming: FeedPayload[] = [];
const asked: number[] = [];

beforeAll(async () => {
	database = await testDatabase();
});
afterEach(async () => {
	for (const engine of engines.splice(0)) await engine.close();
	await database.pool.query("TRUNCATE seasons, users CASCADE");
	await database.pool.query("DELETE FROM pgboss.job");
});
afterAll(() => database.close());

async function startProcess(): Promise<SeasonEngine> {
	const number = engines.length;
	const feed = testFeed(async () => {
		asked.push(number);
		return incoming.splice(0);
	});
	const onError = (error: unknown) => {
		throw error;
	};
	const engine = await createSeasonEngine({ url: database.url, feedOf: async () => feed, onError });
	engines.push(engine);
	return engine;
}

test("one process asks the feed and moves the season, the others hear of it; when it goes another takes over", async () => {
	const season = await plantSeason(database.db);
	const random = seededRandom(3);
	const { id } = await plantTeam(database.db, season, { slots: randomSlots(season, random) });
	const [leader, other] = [await startProcess(), await startProcess()];
	const at = async (seasonAt: number, ...payloads: FeedPayload[]) => {
		await setClock(database.db, { seasonAt, speed: 0 }, Date.now());
		for (const engine of engines) await engine.clocks.refresh();
		incoming = payloads;
		for (const engine of engines) await engine.runner.step();
	};
	asked.length = 0;
	const reports = season.matchesOf(1).map((match) => randomReport(season, match, random));
	const payloads = reports.map((report) => payloadOf(`${report.matchId}`, [report]));
	await at(FIRST_BOUNCE + DAY + 3 * HOUR, ...payloads);
	expect([leader.isLeader(), other.isLeader(), asked]).toEqual([true, false, [0]]);
	await vi.waitFor(() => expect(other.standings.current().isLive).toBe(true));
	await vi.waitFor(() => expect(other.standings.current().pointsOf(id)).toBe(leader.standings.current().pointsOf(id)));

	await leader.close();
	engines.shift();
	await vi.waitFor(async () => {
		await at(FIRST_BOUNCE + DAY + 6 * HOUR);
		expect(other.isLeader()).toBe(true);
	});
	expect(other.games.current().rounds[0]?.status).toBe("complete");
});

test("a line-up that one process saved counts in all of them, without a notification a save", async () => {
	const season = await plantSeason(database.db);
	const random = seededRandom(4);
	const team = await plantTeam(database.db, season, { slots: randomSlots(season, random) });
	const [, other] = [await startProcess(), await startProcess()];
	const star = season.players.find(({ id, squadId }) => squadId === 11 && !team.slots.includes(id));
	const lines = star ? [{ playerId: star.id, squadId: 11, stats: lineOf({ K: 20 }) }] : [];
	await setClock(database.db, { seasonAt: FIRST_BOUNCE + HOUR, speed: 0 }, Date.now());
	for (const engine of engines) await engine.clocks.refresh();
	incoming = [payloadOf("101", [{ matchId: 101, status: "playing", lines }])];
	for (const engine of engines) await engine.runner.step();
	await vi.waitFor(() => expect(other.standings.current().pointsOf(team.id)).toBe(0));

	// As `accept_team_action` leaves it: the line-up, and its receipt.
	const slots = [star?.id ?? 0, ...team.slots.slice(1)];
	await database.db
		.updateTable("lineups")
		.set({ slots, captain_id: star?.id ?? 0, emergency: [] })
		.execute();
	await database.pool.query(
		`INSERT INTO team_actions (team_id, user_id, round_id, action, version, saved, season_at)
			VALUES ($1, $2, 1, 'swap', 1, '{}', now())`,
		[team.id, team.userId],
	);
	await other.runner.step();
	expect(other.standings.current().pointsOf(team.id)).toBe(120);
});
