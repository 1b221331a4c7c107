import { playerStatsFile, playerTotalsFile } from "@first-bounce/contract/stats/static-data";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FIRST_BOUNCE, HOUR, seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { readFrom } from "../../db/servers/read-standby.ts";
import { createFixedClocks } from "../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../seasons/current/season-holder.ts";
import { createPlayerStats, createPlayerTotals } from "../static-files/player-stats.ts";
import { parseAflPayload } from "./afl-api/afl-api-feed.ts";
import { buildCsvPayload } from "./csv/csv-feed.ts";
import { parseCsvPayload } from "./csv/parse-csv.ts";
import type { FeedPayload } from "./feed.ts";
import { processPayload } from "./intake/process-payload.ts";

// Written out, not derived from the list of stats: add a new one to STATS, POINTS, AFL_STATS and both lines of CSV_FILE.
const STATS = { TOG: 80, K: 11, H: 12, M: 13, T: 14, FF: 2, FA: 3, HO: 17, G: 4, B: 5 };
const POINTS = 11 * 3 + 12 * 3 + 13 * 3 + 14 * 4 + 2 - 3 * 3 + 17 + 4 * 6 + 5;
const AFL_STATS = {
	kicks: 11,
	handballs: 12,
	marks: 13,
	tackles: 14,
	freesFor: 2,
	freesAgainst: 3,
	hitouts: 17,
	goals: 4,
	behinds: 5,
};
const CSV_FILE = [
	"match_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage",
	"101,1001,11,11,12,13,14,17,2,3,4,5,80",
].join("\n");

let database: Database;
let seasons: SeasonHolder;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
	await database.db.updateTable("matches").set({ provider_id: "CD_M101" }).where("id", "=", 101).execute();
	seasons = await createSeasonHolder(database.db, { on: () => () => undefined });
});
beforeEach(() => database.pool.query("TRUNCATE stat_lines, feed_payloads"));
afterAll(() => database.close());

async function processWithParser(payload: FeedPayload, parse: typeof parseAflPayload): Promise<void> {
	const { verdict, problems } = await processPayload(
		payload,
		{ parse: (payload) => parse(payload, seasons.current()) },
		{ db: database.db, currentSeason: seasons.current, clocks: createFixedClocks(FIRST_BOUNCE + 3 * HOUR) },
	);
	expect([verdict, problems]).toEqual(["applied", []]);
	await database.db.updateTable("matches").set({ status: "complete" }).where("id", "=", 101).execute();
	await database.db
		.updateTable("seasons")
		.set((eb) => ({ data_version: eb("data_version", "+", 1) }))
		.execute();
	await seasons.refresh();
}

async function readFiles() {
	const matches = await createPlayerStats(readFrom(database))(seasons.current(), 1001);
	const totals = await createPlayerTotals(readFrom(database))(seasons.current());
	return {
		matches: playerStatsFile.parse(JSON.parse(String(matches?.content))),
		totals: playerTotalsFile.parse(JSON.parse(String(totals.content))),
	};
}

test("every stat of the official API reaches the static files and scores", async () => {
	const entry = {
		teamId: "CD_T11",
		player: { player: { player: { playerId: "CD_I1001" } } },
		playerStats: { stats: AFL_STATS, timeOnGroundPercentage: 80 },
	};
	const body = Buffer.from(JSON.stringify({ homeTeamPlayerStats: [entry], awayTeamPlayerStats: [] }));
	await processWithParser({ source: "afl-api", kind: "match-stats", subject: "CD_M101", body }, parseAflPayload);
	const { matches, totals } = await readFiles();
	expect(matches).toMatchObject([{ matchId: 101, points: POINTS, stats: STATS }]);
	expect(Object.keys(matches[0]?.stats ?? {}).toSorted()).toEqual(Object.keys(STATS).toSorted());
	expect(totals).toEqual([{ id: 1001, games: 1, stats: STATS }]);
});

test("every stat of a stats file reaches the static files and scores", async () => {
	await processWithParser(buildCsvPayload("round-1.csv", Buffer.from(CSV_FILE)), parseCsvPayload);
	const { matches, totals } = await readFiles();
	expect(matches).toMatchObject([{ matchId: 101, points: POINTS, stats: STATS }]);
	expect(totals).toEqual([{ id: 1001, games: 1, stats: STATS }]);
});
