import type { PlayerId } from "@first-bounce/rules/ids";
import { buildLikePattern } from "../../db/like-pattern.ts";
import { findRow, hasRow } from "../../db/rows.ts";
import type { Db, MatchKey } from "../../db/tables/tables.ts";

export interface SeasonEvents {
	readonly payloads: number;
	/** Payloads that were put in quarantine, including those that a later payload has replaced. */
	readonly quarantined: number;
	/** Quarantined payloads that still wait for an operator. */
	readonly waiting: number;
	readonly holds: number;
	readonly faultyLines: number;
	/** Late stat lines that an operator accepted or dismissed. */
	readonly lateLines: number;
}

/** Counts what happened to a season's stats and rounds. */
export async function countSeasonEvents(db: Db, seasonId: number): Promise<SeasonEvents> {
	const events = await findRow(db)<SeasonEvents>`
		SELECT
			(SELECT count(*)::int FROM feed_payloads WHERE season_id = ${seasonId}) AS payloads,
			(SELECT count(*)::int FROM feed_payloads WHERE season_id = ${seasonId} AND (verdict IN ('quarantined', 'dismissed')
				OR verdict = 'superseded' AND jsonb_array_length(faults) > 0)) AS quarantined,
			(SELECT count(*)::int FROM feed_payloads WHERE season_id = ${seasonId} AND verdict = 'quarantined') AS waiting,
			(SELECT count(*)::int FROM audit WHERE action = 'round-held') AS holds,
			(SELECT count(*)::int FROM stat_reviews WHERE season_id = ${seasonId} AND kind = 'faulty') AS "faultyLines",
			(SELECT count(*)::int FROM stat_reviews WHERE season_id = ${seasonId} AND kind = 'late'
				AND state IN ('accepted', 'dismissed')) AS "lateLines"`;
	if (!events) throw new Error("The season's events were not counted");
	return events;
}

export const listQuarantinedPayloads = (db: Db, seasonId: number) =>
	db
		.selectFrom("feed_payloads")
		.where("season_id", "=", seasonId)
		.where("verdict", "=", "quarantined")
		.select(["id", "kind", "subject", "faults as problems"])
		.orderBy("id")
		.execute();

/** Lists the reviews of a player's stats in a match, the oldest first. */
export const listPlayerReviews = (
	db: Db,
	{ seasonId, matchId, playerId }: MatchKey & { readonly playerId: PlayerId },
) =>
	db
		.selectFrom("stat_reviews")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.where("player_id", "=", playerId)
		.select(["kind", "state"])
		.orderBy("id")
		.execute();

/** Whether a stored payload about a subject has a problem whose text contains these words. */
export const hasPayloadProblem = (
	db: Db,
	{ seasonId, subject, words }: { readonly seasonId: number; readonly subject: string; readonly words: string },
): Promise<boolean> =>
	hasRow(db)`SELECT FROM feed_payloads
		WHERE season_id = ${seasonId} AND subject = ${subject} AND faults::text LIKE ${buildLikePattern(words)}`;
