import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeasonSnapshot } from "../../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../../testing/server/database.ts";
import type { Database } from "../../../../db/open.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { createExpectedPoints } from "./best-lineup.ts";

let database: Database;
let season: SeasonSnapshot;
beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeasonSnapshot(database.db);
});
afterAll(() => database.close());

/** Round 1 with a second match of club 11; in the season clubs 15 and 16 have a bye. */
const buildRounds = (isCalledOff: boolean) => {
	const [round, ...laterRounds] = season.rounds;
	const [match] = round?.matches ?? [];
	if (!round || !match) throw new Error("Round 1 has no match");
	return [{ ...round, matches: [...round.matches, { ...match, id: 199, isAbandoned: isCalledOff }] }, ...laterRounds];
};

test("both matches of a double week count, but none called off", () => {
	const getPoints = (isCalledOff: boolean) =>
		createExpectedPoints({ ...season, rounds: buildRounds(isCalledOff) }, 1)(1001);
	// 43.2 a match × 0.5
	expect(getPoints(true)).toBeCloseTo(21.6, 10);
	expect(getPoints(false)).toBeCloseTo(43.2, 10);
});

test("a bye in the current round says nothing about the next", () => {
	expect(createExpectedPoints(season, 1)(1049)).toBe(0);
	expect(createExpectedPoints(season, 2)(1049)).toBeGreaterThan(30);
});
