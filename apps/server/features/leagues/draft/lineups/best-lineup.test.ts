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

/** Round 1 with these matches of club 11; each says whether it is called off. */
const buildRounds = (...areOff: readonly boolean[]) => {
	const [round, ...laterRounds] = season.rounds;
	const [match] = round?.matches ?? [];
	if (!round || !match) throw new Error("Round 1 has no match");
	const matches = areOff.map((isAbandoned, index) => ({ ...match, id: index + 1, isAbandoned }));
	return [{ ...round, matches }, ...laterRounds];
};

test.each([
	{ areOff: [], points: 0 },
	{ areOff: [true], points: 0 },
	// 43.2 a match × 0.5
	{ areOff: [false], points: 21.6 },
	{ areOff: [false, true], points: 21.6 },
	{ areOff: [false, false], points: 43.2 },
])("only the matches that are played count: $areOff", ({ areOff, points }) => {
	expect(createExpectedPoints({ ...season, rounds: buildRounds(...areOff) }, 1)(1001)).toBeCloseTo(points, 10);
});

test("a bye in the current round says nothing about the next", () => {
	expect(createExpectedPoints(season, 1)(1049)).toBe(0);
	expect(createExpectedPoints(season, 2)(1049)).toBeGreaterThan(30);
});
