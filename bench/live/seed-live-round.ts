import { canFill, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Connection } from "../../apps/server/db/connect.ts";
import { loadShownSeason } from "../../apps/server/features/seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../../apps/server/features/seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../../apps/server/features/seasons/current/season-snapshot.ts";
import { buildSeasonData } from "../../apps/server/features/seasons/generator/build-season-data.ts";
import { type GeneratedSeason, generateSeason } from "../../apps/server/features/seasons/generator/generate-season.ts";
import { createRandom } from "../../apps/server/features/seasons/generator/random.ts";
import { buildSeasonTables } from "../../apps/server/features/seasons/import/merge/season-tables.ts";
import { saveChanges } from "../../apps/server/features/seasons/import/season-row-queries.ts";
import { processPayload } from "../../apps/server/features/stats-providers/intake/process-payload.ts";
import { buildManualPayload, manualFeed } from "../../apps/server/features/stats-providers/manual/manual-feed.ts";

const DISTINCT_LINEUPS = 5_000;
const FIRST_DAY = Date.parse("2026-08-28T00:00:00Z");
const DAY = 86_400_000;
/** The round in play: the middle of the season, with an average number of stat lines before it. */
export const LIVE_ROUND = 7;

export interface LiveRound {
	readonly season: GeneratedSeason;
	/** Season time during the round in play. */
	readonly now: number;
	/** Adds a kick of a player in the live match; resolves once it is committed. */
	readonly addKick: () => Promise<void>;
}

const requireSeason = (snapshot: SeasonSnapshot | null): SeasonSnapshot => {
	if (!snapshot) throw new Error("No season");
	return snapshot;
};

/** Seeds a season with six published rounds, a live match in the seventh and teams with line-ups of round 1. */
export async function seedLiveRound({ db, pool }: Connection, teams: number): Promise<LiveRound> {
	const season = generateSeason({ seed: 3, id: 1, name: "Bench", firstDay: FIRST_DAY });
	const random = createRandom("bench line-ups");
	const slots = listSlots(season.rules);
	const candidates = slots.map((slot) =>
		season.footballers.filter(({ id, squadId, position }) =>
			canFill({ id, squadId, position, name: "", cost: 0 }, slot),
		),
	);
	const lineups = Array.from({ length: DISTINCT_LINEUPS }, () => {
		const pickedIds = new Set<number>();
		return candidates.map((players) => {
			for (;;) {
				const { id = 0 } = players[Math.floor(random.next() * players.length)] ?? {};
				if (pickedIds.has(id)) continue;
				pickedIds.add(id);
				return id;
			}
		});
	});
	await db.transaction().execute(async (transaction) => {
		const rules = JSON.stringify({ ...season.rules, finalAfterMinutes: 0 });
		await transaction.insertInto("seasons").values({ id: 1, name: season.name, rules, is_current: true }).execute();
		const tables = buildSeasonTables(buildSeasonData(season, LIVE_ROUND - 1));
		const differences = tables.map((table) => ({ table, added: table.rows, changed: [], removed: [] }));
		await saveChanges(transaction, 1, differences);
	});
	await pool.query(
		`UPDATE rounds SET status = 'complete', published_at = now(), magic_number = 11000 WHERE id < ${LIVE_ROUND}`,
	);
	await pool.query(
		`INSERT INTO users (first_name, last_name, email) SELECT 'B', g::text, g || '@b.test' FROM generate_series(1, ${teams}) AS g`,
	);
	await pool.query(`INSERT INTO teams (season_id, user_id, start_round_id, completed_at)
		SELECT 1, id, 1, timestamptz '2026-08-01' + id * interval '1 second' FROM users ORDER BY id`);
	await pool.query("CREATE TABLE generated_lineups (id int PRIMARY KEY, slots int[])");
	await pool.query(
		"INSERT INTO generated_lineups SELECT (each->>0)::int, ARRAY(SELECT jsonb_array_elements_text(each->1)::int) FROM jsonb_array_elements($1::jsonb) AS each",
		[JSON.stringify(lineups.map((ids, index) => [index, ids]))],
	);
	await pool.query(`INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency, bank)
		SELECT t.id, 1, m.slots, m.slots[1 + t.id % 16], m.slots[1 + (t.id + 5) % 16], m.slots[17:20], 0
		FROM teams AS t JOIN generated_lineups AS m ON m.id = t.id % ${DISTINCT_LINEUPS}`);
	await pool.query("DROP TABLE generated_lineups");
	await pool.query("VACUUM ANALYZE");

	const match = season.matches.find(({ roundId }) => roundId === LIVE_ROUND);
	const lines = match ? (season.results.get(match.id)?.lines ?? []) : [];
	const now = (match?.startsAt ?? 0) + DAY / 24;
	const clocks = createFixedClocks(now);
	let kicks = 0;
	return {
		season,
		now,
		addKick: async () => {
			kicks++;
			const changedLines = lines.map(({ playerId, squadId, stats: { other: _, ...stats } }, index) => ({
				playerId,
				squadId,
				stats: { ...stats, K: Math.min(60, stats.K + (index === kicks % lines.length ? 1 + (kicks % 5) : 0)) },
			}));
			const snapshot = requireSeason(await loadShownSeason(db));
			const payload = buildManualPayload({
				matchId: match?.id ?? 0,
				status: "playing",
				minutes: kicks,
				lines: changedLines,
			});
			const { verdict, faults } = await processPayload(payload, manualFeed, {
				db,
				currentSeason: () => snapshot,
				clocks,
			});
			if (verdict !== "applied") throw new Error(`The payload was ${verdict}: ${faults.join("; ")}`);
		},
	};
}
