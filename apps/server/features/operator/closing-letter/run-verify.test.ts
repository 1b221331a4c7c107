import { constants } from "node:os";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	HOUR,
	seedSeason,
	seedTeams,
} from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { buildManualPayload } from "../../../../../testing/stats-providers/manual-payload.ts";
import { createRandomReport } from "../../../../../testing/stats-providers/test-feed.ts";
import type { Database } from "../../../db/open.ts";
import { createSeasonEngine, type SeasonEngine } from "../../match-day/engine/season-engine.ts";
import { setClock } from "../../seasons/current/set-clock.ts";
import { type ManualEntry, manualFeed } from "../../stats-providers/manual/manual-feed.ts";
import { runVerify } from "./run-verify.ts";

let database: Database;
let engine: SeasonEngine;
let entries: ManualEntry[] = [];
beforeAll(async () => {
	database = await createTestDatabase();
	const feed = { ...manualFeed, poll: async () => entries.splice(0).map(buildManualPayload) };
	const onError = (error: unknown) => {
		throw error;
	};
	engine = await createSeasonEngine({ database, loadFeed: async () => feed, onError });
});
afterAll(async () => {
	vi.unstubAllEnvs();
	await engine.close();
	await database.close();
});

async function stepAt(seasonAt: number): Promise<void> {
	await setClock(database.db, { seasonAt, speed: 0 }, Date.now());
	await engine.clocks.refresh();
	await engine.seasons.refresh();
	await engine.runner.step();
}

// rehearse-season.test.ts has a round that passes.
test("the command finds a score changed after publication (D2.9.81)", async () => {
	const random = createSeededRandom(5);
	const season = await seedSeason(database.db, { rounds: 1 });
	const teams = Array.from({ length: 3 }, () => ({ slots: drawSlots(season, random) }));
	await seedTeams(database.db, season, teams);
	entries = season
		.listMatchesOfRound(1)
		.map((match) => createRandomReport(season, match, random) as unknown as ManualEntry);
	await stepAt(FIRST_BOUNCE + DAY + 3 * HOUR);
	await stepAt(FIRST_BOUNCE + DAY + 9 * HOUR);
	expect((await database.pool.query("SELECT status FROM rounds")).rows).toEqual([{ status: "complete" }]);

	vi.stubEnv("DATABASE_URL", database.url);
	await database.pool.query("UPDATE standings SET points = points + 1 WHERE team_id = 1");
	// With low priority it hardly runs while other processes keep the machine busy.
	const { state, findings } = await runVerify(1, { priority: constants.priority.PRIORITY_NORMAL });
	expect(state).toBe("differs");
	expect(findings[0]).toMatch(/^team 1.*points: published \d+, recomputed \d+$/);
});
