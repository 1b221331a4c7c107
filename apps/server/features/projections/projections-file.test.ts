import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { buildStatRow } from "../seasons/current/stat-line.ts";
import { createProjectionsFile } from "./projections-file.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
});
afterAll(() => database.close());

async function loadSeason() {
	const season = await loadShownSeason(database.db);
	if (!season) throw new Error("No season");
	return season;
}

test("projections.json compares a published round's projections with scores", async () => {
	const load = createProjectionsFile(database.db);
	const projected = { season_id: 1, round_id: 1, season_average: 70, last_three: 65, price_points: 62 };
	await database.db
		.insertInto("round_projections")
		.values([
			{ ...projected, player_id: 1001, estimate: 80, low: 51, high: 89 },
			{ ...projected, player_id: 1002, estimate: 50, low: 27, high: 60 },
			{ ...projected, player_id: 1003, estimate: 50, low: 27, high: 73 },
		])
		.execute();
	const buildRow = (playerId: number, K: number) =>
		buildStatRow({ seasonId: 1, matchId: 101, playerId, squadId: 11, stats: { ...EMPTY_STAT_LINE, K, TOG: 80 } });
	await database.db
		.insertInto("stat_lines")
		.values([buildRow(1001, 30), buildRow(1002, 20)])
		.execute();
	expect(await load(await loadSeason())).toEqual({ rounds: [], season: null });

	await database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE id = 1");
	// The scores are 90 and 60. Both estimates miss by 10, and only 60 is within its range, at the end.
	// The baselines miss by 20, 25 and 28, and by 10, 5 and 2.
	const accuracy = {
		scores: 2,
		error: 10,
		coverage: 0.5,
		seasonAverageError: 15,
		lastThreeError: 15,
		priceError: 15,
	};
	expect(await load(await loadSeason())).toEqual({ rounds: [{ roundId: 1, ...accuracy }], season: accuracy });

	// A correction of 1002 to 69 points recomputes the standings of the round.
	await database.pool.query("UPDATE stat_lines SET kicks = 23 WHERE player_id = 1002");
	await database.pool.query("UPDATE rounds SET revision = revision + 1 WHERE id = 1");
	expect((await load(await loadSeason())).season).toMatchObject({ error: 14.5, coverage: 0, priceError: 17.5 });
});
