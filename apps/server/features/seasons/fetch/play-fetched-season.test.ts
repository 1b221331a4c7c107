import path from "node:path";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../../db/open.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { runFb } from "../../../testing/run-fb.ts";
import { type SeasonApiServer, startSeasonApi } from "../../../testing/season/fetched-season.ts";
import { advanceSeason } from "../../match-day/engine/advance-season.ts";
import { createAflApiFeed } from "../../stats-providers/afl-api/afl-api-feed.ts";
import { createFeedPoller } from "../../stats-providers/intake/poll-feed.ts";
import { createFixedClocks } from "../current/season-clock.ts";
import { createSeasonHolder } from "../current/season-holder.ts";

const HOUR = 3_600_000;

let database: Database;
let server: SeasonApiServer;
beforeAll(async () => {
	database = await createTestDatabase();
	// Only three matches a round, so that the season is played in a few seconds; the other clubs have a bye.
	server = await startSeasonApi({ matchesPerRound: 3 });
});
afterAll(async () => {
	await server.close();
	await database.close();
});

function fb(...args: string[]) {
	for (const [name, value] of Object.entries({ ...server.env, DATABASE_URL: database.url })) vi.stubEnv(name, value);
	return runFb(args).finally(() => vi.unstubAllEnvs());
}

/** The official points, written out apart from the rules. */
const sumPoints = ({ K, H, M, T, FF, FA, HO, G, B }: StatLine): number =>
	3 * K + 2 * H + 3 * M + 4 * T + FF - 3 * FA + HO + 6 * G + B;

test("a whole season is fetched, imported and played to the end by the live feed of the same provider (D1.9.82)", {
	timeout: 120_000,
}, async () => {
	const out = path.join(server.folder, "season");
	expect((await fb("season", "fetch", "--season", "2027", "--out", out)).code).toBe(0);
	expect((await fb("season", "import", out)).code).toBe(0);

	const { db, pool } = database;
	const seasons = await createSeasonHolder(db, { on: () => () => false });
	const clocks = createFixedClocks(0);
	const settings = { url: server.api.url, competition: "264", season: "2027", intervalMs: 30_000 };
	let wall = 0;
	const feed = createAflApiFeed(settings, seasons.current, { wallNow: () => wall, pollTimeoutMs: 20_000 });
	const { poll } = createFeedPoller(feed, { db, currentSeason: seasons.current, clocks });
	const pollAt = async (at: number) => {
		server.now = at;
		clocks.set(at);
		wall += HOUR;
		await poll();
		await seasons.refresh();
	};
	expect(seasons.current().rounds.flatMap(({ matches }) => matches)).toHaveLength(36);
	for (const { id, matches } of seasons.current().rounds) {
		const starts = matches.map(({ startsAt }) => startsAt);
		// Line-ups are asked for only in the first round, because each answer takes time.
		if (id === 1) await pollAt(Math.min(...starts) - HOUR);
		// The first poll reports that matches have ended, which applies only once their stats have arrived.
		await pollAt(Math.max(...starts) + 4 * HOUR);
		await pollAt(Math.max(...starts) + 5 * HOUR);
		await advanceSeason({ database: { db, pool }, seasons }, Math.max(...starts) + 8 * HOUR);
		await seasons.refresh();
	}

	const { rounds, players } = seasons.current();
	expect(rounds.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => "complete"));
	expect(rounds.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
	expect(rounds.flatMap(({ matches }) => matches).every(({ status }) => status === "complete")).toBe(true);
	const roundByMatch = new Map(server.generated.matches.map(({ id, roundId }) => [id, roundId]));
	const played = [...server.generated.results].flatMap(([match, { lines }]) => {
		const round = roundByMatch.get(match);
		return round === undefined ? [] : lines.map(({ playerId, stats }) => [playerId, round, sumPoints(stats)] as const);
	});
	expect(played.length).toBeGreaterThan(1_500);
	const wrong = played.filter(([player, round, points]) => players.get(player)?.scores.get(round) !== points);
	expect(wrong).toEqual([]);
	const scored = [...players.values()].reduce((sum, { scores }) => sum + scores.size, 0);
	expect(scored).toBe(played.length);
	const quarantined = await db.selectFrom("feed_payloads").where("verdict", "=", "quarantined").selectAll().execute();
	expect(quarantined).toEqual([]);
	// Prices moved in every round by its own magic number.
	expect(new Set(rounds.map(({ magicNumber }) => magicNumber)).size).toBeGreaterThan(6);
});
