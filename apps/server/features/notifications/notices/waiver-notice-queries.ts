import type { RunKey } from "@first-bounce/rules/draft/waiver-runs";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import { CompiledQuery, type Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import { CREATE_DELIVERIES, HAS_SUBSCRIPTION } from "./queries.ts";

/** Creates notices for managers whose claims a waiver run has decided, in the run's transaction. */
export async function createWaiverNotices(
	trx: Kysely<Tables>,
	{
		leagueId,
		seasonId,
		run: { roundId, run },
		wallNow,
	}: { readonly leagueId: number; readonly seasonId: number; readonly run: RunKey; readonly wallNow: number },
	userIds: readonly UserId[],
): Promise<void> {
	if (userIds.length === 0) return;
	const query = `WITH created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT np.user_id, 'waiver-results', $2, $3, $4, $1::timestamptz FROM notification_preferences np
			WHERE np.user_id = ANY ($5::int[]) AND np.draft_moves AND ${HAS_SUBSCRIPTION}
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`;
	await trx.executeQuery(
		CompiledQuery.raw(query, [new Date(wallNow), seasonId, roundId, `${leagueId}:${run}`, userIds]),
	);
}

/** What a waiver run has decided on the claims of a team. */
export interface NoticeClaims {
	readonly leagueId: number;
	readonly leagueName: string;
	/** Whom the team got, in the order of its claims. */
	readonly wonIds: readonly PlayerId[];
	readonly failed: number;
}

/** Finds what a notice of a waiver run is about; null if the user has left the league. */
export async function findNoticeClaims(
	pool: Pool,
	{ userId, roundId, subject }: { readonly userId: UserId; readonly roundId: number; readonly subject: string },
): Promise<NoticeClaims | null> {
	const [leagueId, run] = subject.split(":");
	const { rows } = await pool.query<NoticeClaims>(
		`SELECT l.id AS "leagueId", l.name AS "leagueName",
			coalesce(array_agg(c.player_id ORDER BY c.rank) FILTER (WHERE c.state = 'won'), '{}') AS "wonIds",
			count(*) FILTER (WHERE c.state = 'failed')::int AS failed
		FROM leagues l JOIN league_members m ON m.league_id = l.id AND m.user_id = $2
			JOIN waiver_claims c ON c.league_id = l.id AND c.team_id = m.team_id AND c.round_id = $3 AND c.run = $4
		WHERE l.id = $1 AND l.deleted_at IS NULL GROUP BY l.id`,
		[leagueId, userId, roundId, run],
	);
	return rows[0] ?? null;
}
