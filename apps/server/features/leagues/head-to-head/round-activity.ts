import type { RoundId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { drawSeasonCup, prepareSeasonCup } from "../cup/cup-rounds.ts";
import { createFinals } from "./finals.ts";
import {
	insertActivityMarker,
	listActivityMarkers,
	saveRecordEvents,
	saveResultEvents,
} from "./round-activity-queries.ts";
import { adjustFixtures, hasFixturesToAdjust } from "./save-fixture.ts";
import { startLeagues } from "./start-leagues.ts";

/** Lists published rounds that are missing from the activity of leagues, in order. */
export async function listRoundsWithoutActivity(db: Db, { seasonId, rounds }: SeasonSnapshot): Promise<RoundId[]> {
	const saved = new Set(await listActivityMarkers(db, seasonId));
	return rounds.filter(({ id, status }) => status === "complete" && !saved.has(id)).map(({ id }) => id);
}

/** Saves a published round's results and records in the activity of leagues. If it runs again, it updates them. */
export const saveRoundActivity = (db: Db, seasonId: number, roundId: RoundId): Promise<void> =>
	db.transaction().execute(async (trx) => {
		await insertActivityMarker(trx, seasonId, roundId);
		await saveResultEvents(trx, seasonId, roundId);
		await saveRecordEvents(trx, seasonId, roundId);
	});

/**
 * Brings leagues and the cup up to date with the season: the cup's seed and draw, fixtures of leagues that start, finals, and
 * the activity of published rounds. Idempotent. The demo and tests call it; in a running season each step is a job.
 */
export async function advanceLeagues(db: Db, season: SeasonSnapshot, now: number): Promise<void> {
	await startLeagues(db, season, now);
	const isAdjustmentDue = await hasFixturesToAdjust(db, season);
	if (isAdjustmentDue) await adjustFixtures(db, season, now);
	await prepareSeasonCup(db, season);
	await drawSeasonCup(db, season, now);
	const roundIds = await listRoundsWithoutActivity(db, season);
	if (isAdjustmentDue || roundIds.length > 0) await createFinals(db, season);
	for (const roundId of roundIds) await saveRoundActivity(db, season.seasonId, roundId);
}
