import { expect, test } from "vitest";
import { FIRST_BOUNCE, seedSeason } from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import { loadShownSeason } from "../seasons/current/load-season-snapshot.ts";
import { advanceDemoRound } from "./demo-clock.ts";

test("an ended demo sets no clock of the season that replaced it", async () => {
	const database = await createTestDatabase();
	await seedSeason(database.db);
	await database.pool.query("UPDATE seasons SET is_demo = true");
	const demo = await loadShownSeason(database.db);
	await database.pool.query("UPDATE seasons SET is_current = false");
	await database.pool.query(
		"INSERT INTO seasons (id, name, rules, is_current) SELECT 2, '2026', rules, true FROM seasons",
	);
	const clocks = {
		// Before the first match of round 1, so that the runner jumps to its start.
		seasonNow: () => FIRST_BOUNCE - 1,
		wallNow: () => FIRST_BOUNCE,
		show: () => ({ isDemo: true, playingRoundId: 1, seasonTime: "", wallTime: "", speed: 300 }),
		refresh: async () => undefined,
	};
	await advanceDemoRound({ db: database.db, currentSeason: () => demo, clocks });
	const storedClocks = await database.pool.query("SELECT season_id FROM season_clocks");
	expect(storedClocks.rows).toEqual([]);
	await database.close();
});
