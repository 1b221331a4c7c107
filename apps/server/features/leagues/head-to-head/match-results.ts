import type { RoundId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/**
 * Settles a round's match-ups of every league from the standings just written, in the transaction that publishes the
 * round (decisions §5). A team without a line-up scores 0. After a correction they are the new results: feeds are told
 * again, and a grand final still to come is paired again.
 */
export async function saveMatchResults(transaction: Kysely<Tables>, seasonId: number, roundId: RoundId): Promise<void> {
	// Nearly every team has a standing: a join of three tables; the rest looks its few up one by one.
	await sql`
		UPDATE league_matches AS m SET home_points = h.points, away_points = a.points
		FROM standings AS h, standings AS a
		WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId}
			AND h.season_id = ${seasonId} AND h.round_id = ${roundId} AND h.team_id = m.home_team_id
			AND a.season_id = ${seasonId} AND a.round_id = ${roundId} AND a.team_id = m.away_team_id
			AND (m.home_points, m.away_points) IS DISTINCT FROM (h.points, a.points)`.execute(transaction);
	const pointsOf = (team: "home_team_id" | "away_team_id") => sql`coalesce((
		SELECT points FROM standings
		WHERE season_id = ${seasonId} AND round_id = ${roundId} AND team_id = m.${sql.ref(team)}), 0)`;
	await sql`
		UPDATE league_matches AS m
		SET home_points = ${pointsOf("home_team_id")}, away_points = ${pointsOf("away_team_id")}
		WHERE m.season_id = ${seasonId} AND m.round_id = ${roundId} AND m.home_points IS NULL`.execute(transaction);
	await sql`DELETE FROM league_rounds_told WHERE season_id = ${seasonId} AND round_id >= ${roundId}`.execute(
		transaction,
	);
	await sql`
		DELETE FROM league_matches AS m USING rounds AS r
		WHERE m.season_id = ${seasonId} AND m.is_grand_final AND r.season_id = ${seasonId} AND r.id = m.round_id
			AND r.status = 'scheduled' AND m.round_id > ${roundId}`.execute(transaction);
}
