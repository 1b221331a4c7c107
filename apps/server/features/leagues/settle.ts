import type { RoundId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";

/**
 * Settles a round's match-ups of every league from the standings just written, in the transaction that publishes the
 * round (decisions §5). A team without a line-up scores 0. After a correction they are the new results: feeds are told
 * again, and a grand final still to come is paired again.
 */
export async function settleMatchUps(transaction: Kysely<Tables>, seasonId: number, roundId: RoundId): Promise<void> {
	await sql`
		UPDATE league_matches AS m
		SET home_points = coalesce(h.points, 0), away_points = coalesce(a.points, 0)
		FROM league_matches AS own
			LEFT JOIN standings AS h
				ON h.season_id = ${seasonId} AND h.round_id = ${roundId} AND h.team_id = own.home_team_id
			LEFT JOIN standings AS a
				ON a.season_id = ${seasonId} AND a.round_id = ${roundId} AND a.team_id = own.away_team_id
		WHERE own.season_id = ${seasonId} AND own.round_id = ${roundId}
			AND m.league_id = own.league_id AND m.round_id = own.round_id AND m.place = own.place
			AND (m.home_points, m.away_points) IS DISTINCT FROM (coalesce(h.points, 0), coalesce(a.points, 0))`.execute(
		transaction,
	);
	await sql`DELETE FROM league_rounds_told WHERE season_id = ${seasonId} AND round_id >= ${roundId}`.execute(
		transaction,
	);
	await sql`
		DELETE FROM league_matches AS m USING rounds AS r
		WHERE m.season_id = ${seasonId} AND m.is_grand_final AND r.season_id = ${seasonId} AND r.id = m.round_id
			AND r.status = 'scheduled' AND m.round_id > ${roundId}`.execute(transaction);
}
