import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Pool, PoolClient } from "pg";
import { HAS_SUBSCRIPTION } from "./queries.ts";

export interface TeamResult {
	readonly teamId: TeamId;
	readonly roundId: RoundId;
	readonly points: Points;
	/** In the format of `RoundOutcomes` of leagues. */
	readonly outcomes: Readonly<Record<string, string | null>>;
}

/** SQL: no process has tried to send delivery `d`, so that its message will still be built from corrected results. */
const IS_UNSENT = "d.attempts = 0 AND d.ended_at IS NULL";

/** Locks the unsent deliveries and mails to the managers of these teams. Senders skip them until the transaction ends. */
async function lockUnsent(client: PoolClient, seasonId: number, teamIds: readonly TeamId[]): Promise<void> {
	const managers = `SELECT user_id FROM teams WHERE season_id = $1 AND id = ANY ($2::int[]) AND user_id IS NOT NULL
		UNION SELECT m.user_id FROM teams t JOIN league_members m ON m.league_id = t.league_id AND m.team_id = t.id
			WHERE t.id = ANY ($2::int[])`;
	const locks = [
		`SELECT FROM notice_deliveries d JOIN notices n ON n.id = d.notice_id WHERE ${IS_UNSENT} AND n.season_id = $1
			AND n.kind IN ('result', 'correction') AND n.user_id IN (${managers}) FOR UPDATE OF d`,
		`SELECT FROM notices WHERE mail_state = 'waiting' AND kind = 'correction' AND season_id = $1 AND user_id IN (${managers}) FOR UPDATE`,
		`SELECT FROM result_mails WHERE queued_at IS NULL AND season_id = $1 AND user_id IN (${managers}) FOR UPDATE`,
	];
	for (const lock of locks) await client.query(lock, [seasonId, teamIds]);
}

/**
 * Creates one notice for each manager who wants results and whose points or league results a correction has changed, in
 * the correction's transaction, on the channels that the manager chose. `before` are their results before it. If an earlier
 * correction's notice has not been sent yet, it is extended instead, also by channels chosen since. Nothing is created for
 * results that have not been announced yet, because they will be announced as corrected.
 */
export async function createCorrectionNotices(
	client: PoolClient,
	scope: { readonly wallNow: number; readonly seasonId: number },
	before: readonly TeamResult[],
): Promise<void> {
	if (before.length === 0) return;
	const teamIds = before.map(({ teamId }) => teamId);
	await lockUnsent(client, scope.seasonId, teamIds);
	await client.query(
		`WITH changed AS (SELECT np.user_id, c.round_id, np.result_mails AND NOT EXISTS (SELECT FROM result_mails m
				WHERE m.user_id = np.user_id AND m.season_id = $2 AND m.round_id = c.round_id AND m.queued_at IS NULL) AS by_mail,
				np.round_results AND ${HAS_SUBSCRIPTION} AS by_push, t.league_id, c.points, c.outcomes
			FROM unnest($3::int[], $4::int[], $5::int[], $6::jsonb[]) AS c (team_id, round_id, points, outcomes)
			JOIN notified_rounds a ON a.season_id = $2 AND a.round_id = c.round_id
			JOIN teams t ON t.id = c.team_id AND (t.league_id IS NOT NULL OR t.start_round_id <= c.round_id)
			LEFT JOIN league_members v ON v.league_id = t.league_id AND v.team_id = t.id
			JOIN notification_preferences np ON np.user_id = coalesce(t.user_id, v.user_id)
			WHERE np.result_mails OR (np.round_results AND ${HAS_SUBSCRIPTION})),
		changed_rounds AS (SELECT user_id, round_id, bool_or(by_push) AS by_push, bool_or(by_mail) AS by_mail,
				-- A classic team that is not changed has the points that it has now.
				jsonb_build_object('points', coalesce(max(points) FILTER (WHERE league_id IS NULL), (SELECT s.points
						FROM teams o JOIN standings s ON s.team_id = o.id AND s.season_id = $2 AND s.round_id = changed.round_id
						WHERE o.season_id = $2 AND o.user_id = changed.user_id)),
					'outcomes', coalesce((array_agg(outcomes) FILTER (WHERE league_id IS NULL))[1], '{}'),
					'drafts', coalesce(jsonb_object_agg(league_id, jsonb_build_object('points', points, 'outcomes', outcomes))
						FILTER (WHERE league_id IS NOT NULL), '{}')) AS before
			FROM changed GROUP BY user_id, round_id),
		managers AS (SELECT user_id, min(round_id) AS round_id, bool_or(by_push) AS by_push, bool_or(by_mail) AS by_mail,
				jsonb_object_agg(round_id, before) AS corrected FROM changed_rounds GROUP BY user_id),
		newest AS (SELECT DISTINCT ON (n.user_id) n.id, n.user_id, n.mail_state FROM notices n JOIN managers USING (user_id)
			WHERE n.season_id = $2 AND n.kind = 'correction' ORDER BY n.user_id, n.id DESC),
		unsent AS (SELECT n.id, n.user_id FROM newest n
			WHERE n.mail_state IS DISTINCT FROM 'queued'
			AND NOT EXISTS (SELECT FROM notice_deliveries d WHERE d.notice_id = n.id AND NOT (${IS_UNSENT}))
			AND (n.mail_state = 'waiting' OR EXISTS (SELECT FROM notice_deliveries d WHERE d.notice_id = n.id))),
		extended AS (UPDATE notices n SET corrected = (SELECT jsonb_object_agg(k.key, coalesce(m.corrected -> k.key, '{}')
					|| coalesce(n.corrected -> k.key, '{}') || jsonb_build_object(
						'outcomes', coalesce(m.corrected -> k.key -> 'outcomes', '{}') || coalesce(n.corrected -> k.key -> 'outcomes', '{}'),
						'drafts', coalesce(m.corrected -> k.key -> 'drafts', '{}') || coalesce(n.corrected -> k.key -> 'drafts', '{}')))
					FROM jsonb_object_keys(m.corrected || n.corrected) AS k (key)),
				mail_state = CASE WHEN m.by_mail THEN 'waiting' ELSE n.mail_state END
			FROM unsent u JOIN managers m USING (user_id) WHERE n.id = u.id RETURNING n.id, n.user_id, n.corrected),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, corrected, mail_state, created_at)
			SELECT m.user_id, 'correction', $2, m.round_id,
				r.revision || ':' || coalesce(m.corrected -> m.round_id::text ->> 'points', ''), m.corrected,
				CASE WHEN m.by_mail THEN 'waiting' END, $1
			FROM managers m JOIN rounds r ON r.season_id = $2 AND r.id = m.round_id
			WHERE m.user_id NOT IN (SELECT user_id FROM unsent)
			ON CONFLICT DO NOTHING RETURNING id, user_id, corrected),
		unsent_or_new AS (SELECT * FROM extended UNION ALL SELECT * FROM created)
		INSERT INTO notice_deliveries (notice_id, subscription_id, due_at) SELECT u.id, p.id, $1
		FROM unsent_or_new u JOIN managers m USING (user_id) JOIN push_subscriptions p USING (user_id)
		WHERE m.by_push AND p.ended_at IS NULL AND EXISTS (SELECT FROM jsonb_object_keys(u.corrected) AS corrected_round
			WHERE NOT EXISTS (SELECT FROM notices n JOIN notice_deliveries d ON d.notice_id = n.id WHERE n.user_id = p.user_id
				AND n.season_id = $2 AND n.round_id = corrected_round::int AND n.kind = 'result' AND d.subscription_id = p.id
				AND ${IS_UNSENT}))
		ON CONFLICT DO NOTHING`,
		[
			new Date(scope.wallNow),
			scope.seasonId,
			teamIds,
			before.map(({ roundId }) => roundId),
			before.map(({ points }) => points),
			before.map(({ outcomes }) => JSON.stringify(outcomes)),
		],
	);
}

/** A manager's results in a round before corrections. */
export interface ResultsBefore {
	readonly roundId: RoundId;
	/** The points of the classic team; null without one. */
	readonly points: Points | null;
	readonly outcomes: TeamResult["outcomes"];
	/** Those of draft teams that have changed, by league id. */
	readonly drafts: Readonly<Record<string, Pick<TeamResult, "points" | "outcomes">>>;
}

/** Lists a manager's results before the corrections of a notice, by round. Rounds that a later notice covers are left out. */
export async function listResultsBeforeCorrection(pool: Pool, noticeId: string): Promise<readonly ResultsBefore[]> {
	const { rows } = await pool.query<ResultsBefore>(
		`SELECT c.key::int AS "roundId", (c.value ->> 'points')::int AS points, c.value -> 'outcomes' AS outcomes,
			coalesce(c.value -> 'drafts', '{}') AS drafts
		FROM notices n CROSS JOIN jsonb_each(n.corrected) AS c
		WHERE n.id = $1 AND NOT EXISTS (SELECT FROM notices later WHERE later.user_id = n.user_id
			AND later.season_id = n.season_id AND later.kind = 'correction' AND later.id > n.id AND later.corrected ? c.key)
		ORDER BY 1`,
		[noticeId],
	);
	return rows;
}
