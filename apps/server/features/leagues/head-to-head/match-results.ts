import type { Db } from "../../../db/tables/tables.ts";
import { settleCupRound } from "../cup/cup-rounds.ts";
import type { PublishedRound } from "../cup/queries.ts";
import { deleteUpcomingFinals, updateMatchUpPoints } from "./match-up-queries.ts";
import { deleteActivityMarkers } from "./round-activity-queries.ts";

/**
 * Saves the results of a round's match-ups in every league and in the cup, in the transaction that publishes the round's
 * standings. After a correction the new results replace the old ones, the activity of later rounds is written again, and
 * finals that have not started are paired again.
 */
export async function settleRound(trx: Db, round: PublishedRound): Promise<void> {
	const { seasonId, roundId, now } = round;
	await updateMatchUpPoints(trx, round);
	await deleteActivityMarkers(trx, seasonId, roundId);
	await deleteUpcomingFinals(trx, seasonId, roundId, now);
	await settleCupRound(trx, round);
}
