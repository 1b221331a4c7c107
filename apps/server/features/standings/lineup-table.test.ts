import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { packLineup } from "@first-bounce/scoring/pack-lineup";
import { createPlayerIndex } from "@first-bounce/scoring/player-index";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	createSeededRandom,
	drawSlots,
	type SmallSeason,
	seedSeason,
	seedTeams,
} from "../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../../db/open.ts";
import { loadLineups, packRows } from "./lineup-table.ts";

let database: Database;
let season: SmallSeason;
beforeAll(async () => {
	database = await createTestDatabase();
	season = await seedSeason(database.db);
});
afterAll(() => database.close());

test("line-ups are loaded as packed rows in the order of completion", async () => {
	const random = createSeededRandom(11);
	const plans = Array.from({ length: 20 }, (_, number) => {
		const slots = drawSlots(season, random);
		const emergency = slots.slice(16, 20).filter(() => random() < 0.5);
		return { slots, emergency, completedAt: 1_000 - number };
	});
	const teams = await seedTeams(database.db, season, plans);
	const seeded = plans.map((plan, index) => ({ ...plan, id: teams[index]?.id ?? 0 }));
	// Enough teams for many chunks of the stream, so that some rows are split between chunks.
	const { rowCount } = await database.pool.query(`
		WITH u AS (INSERT INTO users (first_name, last_name, email) SELECT 'U', 'V', g || '@x.test' FROM generate_series(1, 4000) AS g RETURNING id),
		t AS (INSERT INTO teams (season_id, user_id, start_round_id, completed_at) SELECT 1, id, 1, now() FROM u RETURNING id)
		INSERT INTO lineups SELECT t.id, 1, l.slots, l.captain_id, l.vice_captain_id, l.emergency, 0
		FROM t JOIN lineups AS l ON l.team_id = 1 + t.id % 20`);
	expect(rowCount).toBe(4000);

	const layout = buildRowLayout(season.rules);
	const index = createPlayerIndex([]);
	const table = await loadLineups(database.pool, { seasonId: 1, roundId: 1, layout, playerIndex: index });
	expect(table.count).toBe(4020);
	expect([...table.teamIds.subarray(0, 20)]).toEqual(seeded.map(({ id }) => id).toReversed());
	const rows = packRows(table);
	for (let row = 0; row < table.count; row++) {
		const team = table.teamIds[row] ?? 0;
		const source = seeded[team <= 20 ? team - 1 : team % 20];
		const [captainId = 0, viceCaptainId = 0] = source?.slots ?? [];
		const roles = { captainId, viceCaptainId, emergency: source?.emergency ?? [] };
		const packed = new Uint16Array(ROW_WORDS);
		packLineup(buildLineupFromIds(source?.slots ?? [], season.rules, roles), index, layout, season.rules, packed, 0);
		expect(rows.subarray(row * ROW_WORDS, (row + 1) * ROW_WORDS)).toEqual(packed);
	}
});

test("teams of other seasons, over the cap or later have no row", async () => {
	const slots = drawSlots(season, createSeededRandom(12));
	const plans = [{ slots }, { slots, bank: -1 }, { slots, startRound: 2 }, { slots }, { slots }];
	const ids = (await seedTeams(database.db, season, plans)).map(({ id }) => id);
	const [first = 0, , , ofAnotherSeason = 0, last = 0] = ids;
	await database.pool.query(
		"INSERT INTO seasons (id, name, rules) SELECT 2, 'Another', rules FROM seasons WHERE id = 1",
	);
	await database.pool.query("UPDATE teams SET season_id = 2 WHERE id = $1", [ofAnotherSeason]);

	const scope = { seasonId: 1, roundId: 1, layout: buildRowLayout(season.rules), playerIndex: createPlayerIndex([]) };
	for (const only of [undefined, ids]) {
		const { teamIds, count } = await loadLineups(database.pool, scope, only);
		expect([...teamIds.subarray(0, count)].filter((id) => ids.includes(id))).toEqual([first, last]);
	}
});
