import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { createGrandFinals } from "./head-to-head/grand-finals.ts";
import { listRoundsWithoutActivity, saveRoundActivity } from "./head-to-head/round-activity.ts";
import { startLeagues } from "./head-to-head/start-leagues.ts";

/**
 * What leagues do as the season moves: fixtures are drawn as rounds begin, feeds told results and grand finals paired
 * once rounds are published. Every step does nothing the second time, so it may run as often as one likes.
 */
export async function advanceLeagues(db: Kysely<Tables>, season: SeasonSnapshot, now: number): Promise<void> {
	await startLeagues(db, season, now);
	const untold = await listRoundsWithoutActivity(db, season);
	if (untold.length === 0) return;
	await createGrandFinals(db, season);
	for (const roundId of untold) await saveRoundActivity(db, season.seasonId, roundId);
}
