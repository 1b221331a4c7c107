import type { MatchId, RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { RoundStatus } from "@first-bounce/rules/round/round";
import { sql } from "kysely";
import type { Db, RoundKey } from "../../../db/tables/tables.ts";
import { findTimeZoneOfGround } from "../../seasons/import/files/ground-zones.ts";

/** New values of a match's fields. Absent fields do not change. */
export interface MatchChange {
	readonly roundId?: RoundId;
	readonly startsAt?: SeasonTime;
	readonly venue?: string;
	readonly status?: RoundStatus;
	readonly isAbandoned?: boolean;
	readonly completedAt?: SeasonTime | null;
}

export const updateMatch = (
	trx: Db,
	seasonId: number,
	matchId: MatchId,
	{ roundId, startsAt, venue, status, isAbandoned, completedAt }: MatchChange,
) =>
	trx
		.updateTable("matches")
		.set({
			// How the old round listed it says nothing about the new one.
			...(roundId === undefined ? {} : { round_id: roundId, listed_as: null, listed_status: null, listed_round: null }),
			...(startsAt === undefined ? {} : { starts_at: new Date(startsAt) }),
			...(venue === undefined ? {} : { venue, time_zone: findTimeZoneOfGround(venue) ?? "" }),
			...(status === undefined ? {} : { status }),
			...(isAbandoned === undefined ? {} : { is_abandoned: isAbandoned }),
			...(completedAt === undefined ? {} : { completed_at: completedAt === null ? null : new Date(completedAt) }),
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.execute();

/** Deletes a match's stat lines, corrections and reviews. Returns the stat lines. */
export async function deleteMatchStats(trx: Db, seasonId: number, matchId: MatchId) {
	for (const table of ["stat_corrections", "stat_reviews"] as const)
		await trx.deleteFrom(table).where("season_id", "=", seasonId).where("match_id", "=", matchId).execute();
	return trx
		.deleteFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.returningAll()
		.execute();
}

export async function hasStatLines(trx: Db, seasonId: number, matchId: MatchId): Promise<boolean> {
	const line = await trx
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.where("match_id", "=", matchId)
		.select("player_id")
		.limit(1)
		.executeTakeFirst();
	return line !== undefined;
}

/** Sets the payload that last changed a match's status back to `received`, so that it is processed again. */
export const reopenLastPayload = (trx: Db, seasonId: number, matchId: MatchId) =>
	trx
		.updateTable("feed_payloads")
		.set({ verdict: "received" })
		.where("season_id", "=", seasonId)
		.where("verdict", "in", ["applied", "unchanged"])
		.where("id", "=", (eb) =>
			eb.selectFrom("matches").where("season_id", "=", seasonId).where("id", "=", matchId).select("state_from_payload"),
		)
		.execute();

/** Makes a match scheduled again, without clock and score. Returns its round. */
export async function resetMatch(trx: Db, seasonId: number, matchId: MatchId): Promise<RoundId> {
	const { round_id } = await trx
		.updateTable("matches")
		.set({
			status: "scheduled",
			completed_at: null,
			minutes: null,
			quarter: null,
			clock_seconds: null,
			is_break: false,
			reported_at: null,
			home_score: null,
			away_score: null,
			stats_as_of: null,
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.returning("round_id")
		.executeTakeFirstOrThrow();
	return round_id;
}

/** Makes a playing round scheduled again if none of its matches has started. */
export const resetUnstartedRound = (trx: Db, seasonId: number, roundId: RoundId) =>
	sql`UPDATE rounds SET status = 'scheduled'
		WHERE season_id = ${seasonId} AND id = ${roundId} AND status = 'playing' AND NOT EXISTS (
			SELECT FROM matches WHERE season_id = ${seasonId} AND round_id = ${roundId} AND status <> 'scheduled')`.execute(
		trx,
	);

/**
 * Completes a round's abandoned matches: each once its scheduled start has passed, and all once the other matches are
 * over. Returns whether any match was completed.
 */
export async function completeAbandonedMatches(trx: Db, { seasonId, roundId }: RoundKey, now: SeasonTime) {
	const { numAffectedRows } = await sql`
		UPDATE matches SET status = 'complete', completed_at = ${new Date(now)}
		WHERE season_id = ${seasonId} AND round_id = ${roundId} AND is_abandoned AND status = 'scheduled'
			AND (starts_at <= ${new Date(now)} OR (
				SELECT bool_and(status = 'complete') FROM matches
				WHERE season_id = ${seasonId} AND round_id = ${roundId} AND NOT is_abandoned))`.execute(trx);
	return (numAffectedRows ?? 0n) > 0n;
}
