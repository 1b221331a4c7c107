import { suggestTrades } from "@first-bounce/rules/coach/suggest-trades";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeasonSnapshot } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { buildStatRow } from "../seasons/current/stat-line.ts";
import { getSeasonOutlook } from "./season-outlook.ts";

let database: Database;
let season: SeasonSnapshot;
beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeasonSnapshot(database.db);
});
afterAll(() => database.close());

test("before the first round players score the prior times their chance", () => {
	const outlook = getSeasonOutlook(season);
	expect([outlook?.roundId, outlook?.prior]).toEqual([1, { base: 10, pricePoint: 0.8, rootOwnership: 12 }]);
	// 10 + 0.8 × 498,000 ÷ 12,000; she is uncertain, and her squad has a bye in round 2.
	const { facts, coach } = outlook?.players.get(1001) ?? {};
	expect(facts?.estimate).toBeCloseTo(43.2, 10);
	expect([facts?.status, facts?.matches]).toEqual(["uncertain", [1, 0, 1]]);
	expect(coach?.points.map((points) => Math.round(100 * points) / 100)).toEqual([21.6, 0, 21.6]);
});

test("complete rounds count, the one played does not, injured are out", async () => {
	const stats33Kicks = { ...EMPTY_STAT_LINE, K: 33, TOG: 80 };
	const line = { seasonId: 1, playerId: 1001, squadId: 11 };
	await database.db
		.insertInto("stat_lines")
		.values([
			buildStatRow({ ...line, matchId: 101, stats: stats33Kicks }),
			buildStatRow({ ...line, matchId: 201, stats: { ...EMPTY_STAT_LINE, TOG: 80 } }),
		])
		.execute();
	await database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE id = 1");
	await database.pool.query("UPDATE players SET status = 'injured' WHERE id = 1001");
	const loaded = await loadShownSeason(database.db);
	const outlook = loaded && getSeasonOutlook(loaded);
	// (1.5 × 43.2 + 33 kicks × 3) ÷ 2.5
	expect(outlook?.players.get(1001)?.facts.estimate).toBeCloseTo(65.52, 10);
	expect(outlook?.players.get(1001)?.coach.points[0]).toBe(0);
	expect(outlook?.roundId).toBe(2);
});

test("the outlook has everything that the suggestions need", () => {
	const outlook = getSeasonOutlook(season);
	if (!outlook) throw new Error("there is no outlook");
	const everybody = [...outlook.players.values()];
	const [team, pool] = [everybody.slice(0, 21), everybody.slice(21)];
	const alternatives = suggestTrades({
		rules: season.rules,
		team,
		pool,
		keep: new Set(),
		ban: new Set(),
		aim: "season",
		bank: 5_000_000,
		tradesLeft: 3,
		pointsPerDollar: outlook.pointsPerDollar,
		isLegal: () => true,
	});
	expect(alternatives.length).toBeGreaterThan(0);
});

test("an outlook is built once, for six rounds", () => {
	const [first] = season.rounds;
	if (!first) throw new Error("there is no round");
	const rounds = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ ...first, id }));
	const longSeason = { ...season, rounds };
	const getOutlook = (roundId: number | null) => getSeasonOutlook(longSeason, roundId);
	expect(getOutlook(null)?.roundId).toBe(1);
	expect(getOutlook(1)).toBe(getOutlook(null));
	expect(getOutlook(6)?.roundIds[0]).toBe(6);
	expect(getOutlook(6)).toBe(getOutlook(6));
	expect([getOutlook(7), getOutlook(8)]).toEqual([null, null]);
});

test("a season without rounds has no outlook", () => {
	expect(getSeasonOutlook({ ...season, rounds: [] })).toBeNull();
});
