import type { MatchId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/**
 * Makes a match as if it had never begun: no stats, corrections, clock or score; its round has not begun either, if no
 * other match of it has. Answers the stat lines that were there. The caller judges whether it may be, and tells others.
 */
export async function revertMatch(transaction: Kysely<Tables>, seasonId: number, matchId: MatchId) {
	const corrections = transaction.deleteFrom("stat_corrections").where("season_id", "=", seasonId);
	await corrections.where("match_id", "=", matchId).execute();
	const reviews = transaction.deleteFrom("stat_reviews").where("season_id", "=", seasonId);
	await reviews.where("match_id", "=", matchId).execute();
	const lines = transaction.deleteFrom("stat_lines").where("season_id", "=", seasonId).where("match_id", "=", matchId);
	const rows = await lines.returningAll().execute();
	const { round_id } = await transaction
		.updateTable("matches")
		.set({
			status: "scheduled",
			completed_at: null,
			minutes: null,
			home_score: null,
			away_score: null,
			stats_as_of: null,
		})
		.where("season_id", "=", seasonId)
		.where("id", "=", matchId)
		.returning("round_id")
		.executeTakeFirstOrThrow();
	await sql`UPDATE rounds SET status = 'scheduled'
		WHERE season_id = ${seasonId} AND id = ${round_id} AND status = 'playing' AND NOT EXISTS (
			SELECT FROM matches WHERE season_id = ${seasonId} AND round_id = ${round_id} AND status <> 'scheduled')`.execute(
		transaction,
	);
	return rows;
}
