import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { PoolClient } from "pg";
import { CREATE_DELIVERIES, HAS_SUBSCRIPTION } from "./queries.ts";

/**
 * Creates notices for managers who want results and whose points in a published round a correction has changed, in the
 * correction's transaction. `pointsBefore` are those of each touched team.
 */
export async function createCorrectionNotices(
	client: PoolClient,
	scope: { readonly wallNow: number; readonly seasonId: number; readonly roundId: RoundId },
	pointsBefore: ReadonlyMap<TeamId, Points>,
): Promise<void> {
	await client.query(
		`WITH created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT np.user_id, 'correction', $2, $3, r.revision || ':' || c.points, $1
			FROM unnest($4::int[], $5::int[]) AS c (team_id, points)
			JOIN standings s ON s.season_id = $2 AND s.round_id = $3 AND s.team_id = c.team_id AND s.points <> c.points
			JOIN rounds r ON r.season_id = $2 AND r.id = $3
			JOIN teams t ON t.id = c.team_id AND t.start_round_id <= $3
			JOIN notification_preferences np ON np.user_id = t.user_id
			WHERE np.round_results AND ${HAS_SUBSCRIPTION}
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(scope.wallNow), scope.seasonId, scope.roundId, [...pointsBefore.keys()], [...pointsBefore.values()]],
	);
}
