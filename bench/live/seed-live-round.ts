import { HOUR_MS } from "@first-bounce/rules/durations";
import type { Connection } from "../../apps/server/db/connect.ts";
import { insertTeams } from "../../apps/server/features/load-test/insert-teams.ts";
import { loadShownSeason } from "../../apps/server/features/seasons/current/load-season-snapshot.ts";
import { createFixedClocks } from "../../apps/server/features/seasons/current/season-clock.ts";
import type { SeasonSnapshot } from "../../apps/server/features/seasons/current/season-snapshot.ts";
import { type GeneratedSeason, generateSeason } from "../../apps/server/features/seasons/generator/generate-season.ts";
import { createRandom } from "../../apps/server/features/seasons/generator/random.ts";
import { processPayload } from "../../apps/server/features/stats-providers/intake/process-payload.ts";
import { manualFeed } from "../../apps/server/features/stats-providers/manual/manual-feed.ts";
import { drawGeneratedSlots, saveGeneratedSeason } from "../../testing/season/generated-season.ts";
import { buildManualPayload } from "../../testing/stats-providers/manual-payload.ts";

const DISTINCT_LINEUPS = 5_000;
const FIRST_DAY = Date.parse("2026-08-28T00:00:00Z");
/** The round in play: the middle of the season, with an average number of stat lines before it. */
export const LIVE_ROUND = 7;

export interface LiveRound {
	readonly season: GeneratedSeason;
	/** Season time during the round in play. */
	readonly now: number;
	/** Reports changed kicks of one player in the live match; resolves once the change is committed. */
	readonly reportKick: () => Promise<void>;
}

const requireSeason = (snapshot: SeasonSnapshot | null): SeasonSnapshot => {
	if (!snapshot) throw new Error("No season");
	return snapshot;
};

/** Seeds a season with six published rounds, a live match in the seventh, and teams whose line-ups are those of round 1. */
export async function seedLiveRound({ db, pool }: Connection, teams: number): Promise<LiveRound> {
	const season = generateSeason({ seed: 3, id: 1, name: "Bench", firstDay: FIRST_DAY });
	const random = createRandom("bench line-ups");
	const lineups = Array.from({ length: DISTINCT_LINEUPS }, () => drawGeneratedSlots(season, random));
	const rules = { ...season.rules, finalAfterMinutes: 0 };
	await db.transaction().execute((trx) => saveGeneratedSeason(trx, { ...season, rules }, LIVE_ROUND - 1));
	await pool.query(
		`UPDATE rounds SET status = 'complete', published_at = now(), magic_number = 11000 WHERE id < ${LIVE_ROUND}`,
	);
	const client = await pool.connect();
	await insertTeams(client, {
		seasonId: 1,
		teams,
		roundId: 1,
		lineups: Array.from({ length: 2 * DISTINCT_LINEUPS }, (_, index) => {
			const ids = lineups[index % DISTINCT_LINEUPS] ?? [];
			const [captainId = 0, viceCaptainId = 0] = [ids[index % 16], ids[(index + 5) % 16]];
			return { slots: ids, captainId, viceCaptainId, emergency: ids.slice(16, 20), bank: 0 };
		}),
		completedAt: Date.parse("2026-08-01T00:00:00Z"),
	});
	client.release();
	await pool.query("VACUUM ANALYZE");

	const match = season.matches.find(({ roundId }) => roundId === LIVE_ROUND);
	const lines = match ? (season.results.get(match.id)?.lines ?? []) : [];
	const now = (match?.startsAt ?? 0) + HOUR_MS;
	const clocks = createFixedClocks(now);
	let kicks = 0;
	return {
		season,
		now,
		reportKick: async () => {
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
			const { verdict, problems } = await processPayload(payload, manualFeed, {
				db,
				currentSeason: () => snapshot,
				clocks,
			});
			if (verdict !== "applied") throw new Error(`The payload was ${verdict}: ${problems.join("; ")}`);
		},
	};
}
