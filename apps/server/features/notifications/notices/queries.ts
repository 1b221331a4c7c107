import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import { HELD_UNTIL_SQL } from "../../../db/held-messages.ts";
import type { RoundKey } from "../../../db/tables/tables.ts";
import { LINEUP_JSON, TRADES_JSON } from "../../team/team-json.ts";
import type { Notice, NoticeTeam, PreferencesRow } from "./notice.ts";

/** SQL for the NoticeTeam of team `t` as JSON. */
const NOTICE_TEAM_JSON = `json_build_object('id', t.id, 'version', t.version, 'startRoundId',
	coalesce(t.start_round_id, (SELECT start_id FROM leagues WHERE id = t.league_id)),
	'draft', (SELECT json_build_object('leagueId', g.id, 'leagueName', g.name, 'squad', d.squad,
			'captainDoubled', d.captain_doubled)
		FROM drafts d JOIN leagues g ON g.id = d.league_id WHERE d.league_id = t.league_id),
	'lineup', (SELECT ${LINEUP_JSON} FROM lineups l WHERE l.team_id = t.id ORDER BY l.round_id DESC LIMIT 1),
	'trades', ${TRADES_JSON})`;
/** SQL: the user of the preferences `np` has a subscribed browser. */
export const HAS_SUBSCRIPTION =
	"EXISTS (SELECT FROM push_subscriptions p WHERE p.user_id = np.user_id AND p.ended_at IS NULL)";
/** SQL that creates a delivery to every subscribed browser for the notices in `created` (id, user_id), due at $1. */
export const CREATE_DELIVERIES = `INSERT INTO notice_deliveries (notice_id, subscription_id, due_at)
	SELECT created.id, p.id, $1 FROM created JOIN push_subscriptions p
	ON p.user_id = created.user_id AND p.ended_at IS NULL`;

export interface ReminderSubscriber {
	readonly userId: UserId;
	readonly reminders: "problems" | "always";
	readonly minutesBefore: number;
	readonly team: NoticeTeam | null;
	/** The subjects of the round's reminders for this team. */
	readonly remindedLocks: readonly string[];
}

/**
 * Lists the users who want lock reminders and have a subscribed browser: with their classic team, unless they only play in draft
 * leagues, and once more with each draft team that plays the round.
 */
export async function listReminderSubscribers(
	pool: Pool,
	seasonId: number,
	roundId: RoundId,
): Promise<readonly ReminderSubscriber[]> {
	const { rows } = await pool.query<ReminderSubscriber>(
		`SELECT np.user_id AS "userId", np.lock_reminders AS reminders, np.minutes_before AS "minutesBefore",
			(SELECT ${NOTICE_TEAM_JSON} FROM teams t WHERE t.season_id = $1 AND t.user_id = np.user_id) AS team,
			array(SELECT n.subject FROM notices n WHERE n.user_id = np.user_id AND n.season_id = $1 AND n.round_id = $2
				AND n.kind = 'lock' AND n.subject NOT LIKE '%:%') AS "remindedLocks"
		FROM notification_preferences np WHERE np.lock_reminders <> 'off' AND ${HAS_SUBSCRIPTION}
			AND (EXISTS (SELECT FROM teams t WHERE t.season_id = $1 AND t.user_id = np.user_id AND t.start_round_id IS NOT NULL)
				OR NOT EXISTS (SELECT FROM league_members m JOIN leagues l ON l.id = m.league_id
					WHERE m.user_id = np.user_id AND l.season_id = $1 AND l.class = 'draft' AND NOT l.is_mock))
		UNION ALL
		SELECT np.user_id, np.lock_reminders, np.minutes_before, ${NOTICE_TEAM_JSON},
			array(SELECT n.subject FROM notices n WHERE n.user_id = np.user_id AND n.season_id = $1 AND n.round_id = $2
				AND n.kind = 'lock' AND split_part(n.subject, ':', 2) = t.league_id::text)
		FROM notification_preferences np JOIN league_members m ON m.user_id = np.user_id
			JOIN leagues l ON l.id = m.league_id AND l.season_id = $1 AND l.class = 'draft' AND NOT l.is_mock
				AND l.deleted_at IS NULL AND l.start_id <= $2
			JOIN drafts d ON d.league_id = l.id AND d.state = 'complete'
			JOIN teams t ON t.id = m.team_id
		WHERE np.lock_reminders <> 'off' AND ${HAS_SUBSCRIPTION}`,
		[seasonId, roundId],
	);
	return rows;
}

/** Creates lock reminders. Idempotent. */
export const createLockReminders = (
	pool: Pool,
	scope: RoundKey & { readonly wallNow: number },
	reminders: readonly { readonly userId: UserId; readonly subject: string }[],
) =>
	pool.query(
		`WITH created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT r.user_id, 'lock', $2, $3, r.subject, $1 FROM unnest($4::int[], $5::text[]) AS r (user_id, subject)
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[
			new Date(scope.wallNow),
			scope.seasonId,
			scope.roundId,
			reminders.map(({ userId }) => userId),
			reminders.map(({ subject }) => subject),
		],
	);

/**
 * Marks completed rounds as announced, and creates result notices and mails for `newest`, which is null if no result is
 * recent enough to be announced. Idempotent.
 */
export const createResultNotices = (
	pool: Pool,
	scope: { readonly wallNow: number; readonly seasonId: number },
	{ completed, newest }: { readonly completed: readonly RoundId[]; readonly newest: RoundId | null },
) =>
	pool.query(
		`WITH completed AS (INSERT INTO notified_rounds (season_id, round_id) SELECT $2, unnest($3::int[])
			ON CONFLICT DO NOTHING RETURNING round_id),
		subscribers AS (SELECT np.user_id, o.round_id, bool_or(np.result_mails) AS result_mails,
				bool_or(np.round_results AND ${HAS_SUBSCRIPTION}) AS by_push
			FROM completed o
			JOIN standings s ON s.season_id = $2 AND s.round_id = o.round_id
			JOIN teams t ON t.id = s.team_id AND (t.league_id IS NOT NULL OR t.start_round_id <= o.round_id)
			LEFT JOIN league_members m ON m.league_id = t.league_id AND m.team_id = t.id
			JOIN notification_preferences np ON np.user_id = coalesce(t.user_id, m.user_id)
			WHERE o.round_id = $4 AND (np.round_results OR np.result_mails)
			GROUP BY np.user_id, o.round_id),
		mailed AS (INSERT INTO result_mails (user_id, season_id, round_id, created_at)
			SELECT user_id, $2, round_id, $1 FROM subscribers WHERE result_mails ON CONFLICT DO NOTHING),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT user_id, 'result', $2, round_id, '', $1 FROM subscribers WHERE by_push
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(scope.wallNow), scope.seasonId, completed, newest],
	);

export interface RankedResult {
	readonly points: number;
	readonly roundRank: number;
	readonly overallRank: number;
	/** The overall rank after the team's previous round; null in its first round. */
	readonly previousOverallRank: number | null;
}

export async function findResult(
	pool: Pool,
	{ seasonId, roundId }: Pick<Notice, "seasonId" | "roundId">,
	teamId: number,
): Promise<RankedResult | null> {
	const { rows } = await pool.query<RankedResult>(
		`SELECT points, round_rank AS "roundRank", overall_rank AS "overallRank",
			(SELECT p.overall_rank FROM standings p WHERE p.team_id = $3 AND p.season_id = $1 AND p.round_id < $2
				ORDER BY p.round_id DESC LIMIT 1) AS "previousOverallRank"
		FROM standings WHERE season_id = $1 AND round_id = $2 AND team_id = $3`,
		[seasonId, roundId, teamId],
	);
	return rows[0] ?? null;
}

/** The delivery of a notice to one browser. */
export interface Delivery extends Notice {
	readonly subscriptionId: string;
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
	readonly vapid_key: string | null;
	readonly language: string;
	readonly attempts: number;
	/** What was sent to the browser in the last 24 hours, without drafts: messages of leagues if this is one, else the others. */
	readonly sentToday: number;
	/** Null if the user has deleted them. */
	readonly preferences: PreferencesRow | null;
	readonly team: NoticeTeam | null;
	readonly dataVersion: number;
}

/**
 * Claims due deliveries and sets the time of their next attempt. If this process ends before they are sent, another one
 * retries them then.
 */
export async function claimDueDeliveries(
	pool: Pool,
	{ now, delaysMs, limit }: { readonly now: number; readonly delaysMs: readonly number[]; readonly limit: number },
): Promise<readonly Delivery[]> {
	const { rows } = await pool.query<Delivery>(
		`WITH claimed AS (UPDATE notice_deliveries d SET attempts = d.attempts + 1,
				due_at = $1::timestamptz + ($2::bigint[])[least(d.attempts + 1, cardinality($2))] * interval '1 millisecond'
			FROM (SELECT notice_id, subscription_id FROM notice_deliveries q WHERE ended_at IS NULL AND due_at <= $1
				AND EXISTS (SELECT FROM notices n WHERE n.id = q.notice_id AND n.created_at > ${HELD_UNTIL_SQL})
				ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED) AS due
			WHERE d.notice_id = due.notice_id AND d.subscription_id = due.subscription_id
			RETURNING d.notice_id, d.subscription_id, d.attempts)
		SELECT n.id, n.user_id AS "userId", n.kind, n.season_id AS "seasonId", n.round_id AS "roundId", n.subject,
			n.player_ids AS "playerIds", d.subscription_id AS "subscriptionId", d.attempts,
			p.endpoint, p.p256dh, p.auth, p.vapid_key, p.language, s.data_version AS "dataVersion", to_jsonb(np) AS preferences,
			(SELECT count(*)::int FROM notice_deliveries o JOIN notices x ON x.id = o.notice_id
				WHERE o.subscription_id = p.id AND o.outcome = 'sent' AND o.ended_at > $1::timestamptz - interval '1 day'
				AND (x.kind = 'message') = (n.kind = 'message') AND x.kind !~ '^(draft|keeper)-') AS "sentToday",
			CASE WHEN n.kind IN ('late-out', 'lock') AND n.subject LIKE '%:%'
				THEN (SELECT ${NOTICE_TEAM_JSON} FROM league_members m JOIN teams t ON t.id = m.team_id
					WHERE m.league_id = split_part(n.subject, ':', 2)::int AND m.user_id = n.user_id)
				ELSE (SELECT ${NOTICE_TEAM_JSON} FROM teams t WHERE t.season_id = n.season_id AND t.user_id = n.user_id)
			END AS team
		FROM claimed d JOIN notices n ON n.id = d.notice_id JOIN push_subscriptions p ON p.id = d.subscription_id
		JOIN seasons s ON s.id = n.season_id LEFT JOIN notification_preferences np ON np.user_id = n.user_id
		ORDER BY n.id`,
		[new Date(now), delaysMs, limit],
	);
	return rows;
}

type DeliveryKey = Pick<Delivery, "id" | "subscriptionId">;

export const endDelivery = (
	pool: Pool,
	{ id, subscriptionId }: DeliveryKey,
	end: { readonly outcome: "sent" | "late" | "unwanted" | "failed"; readonly at: number; readonly reason?: string },
) =>
	pool.query(
		`WITH ended AS (UPDATE notice_deliveries SET outcome = $3, ended_at = $4, last_error = $5
			WHERE notice_id = $1 AND subscription_id = $2 AND ended_at IS NULL)
		UPDATE push_subscriptions SET last_sent_at = $4, refusals = 0 WHERE id = $2 AND $3 = 'sent'`,
		[id, subscriptionId, end.outcome, new Date(end.at), end.reason?.slice(0, 300) ?? null],
	);

/** Postpones a delivery. After an attempt, the retry delay still applies; otherwise the claim does not count as an attempt. */
export const postponeDelivery = (
	pool: Pool,
	{ id, subscriptionId }: DeliveryKey,
	{
		until,
		wasAttempted,
		reason = null,
	}: { readonly until: number; readonly wasAttempted: boolean; readonly reason?: string | null },
) =>
	pool.query(
		`UPDATE notice_deliveries SET
			due_at = CASE WHEN $5::int = 1 THEN greatest(due_at, $3::timestamptz) ELSE $3::timestamptz END,
			attempts = attempts - 1 + $5::int, last_error = $4
		WHERE notice_id = $1 AND subscription_id = $2`,
		[id, subscriptionId, new Date(until), reason, wasAttempted ? 1 : 0],
	);

/**
 * Counts a message that the push service refused. After `max` in a row the subscription ends, and what still waits to be sent to
 * it has failed.
 */
export const countRefusal = (
	pool: Pick<Pool, "query">,
	id: string,
	{ at, max }: { readonly at: number; readonly max: number },
) =>
	pool.query(
		`WITH counted AS (UPDATE push_subscriptions SET refusals = least(refusals + 1, $3),
				ended_at = coalesce(ended_at, CASE WHEN refusals + 1 >= $3 THEN $2::timestamptz END)
			WHERE id = $1 RETURNING id, ended_at)
		UPDATE notice_deliveries d SET outcome = 'failed', ended_at = $2, last_error = 'the subscription has ended'
		FROM counted c WHERE c.ended_at IS NOT NULL AND d.subscription_id = c.id AND d.ended_at IS NULL`,
		[id, new Date(at), max],
	);

export const deleteSubscription = (pool: Pool, id: string) =>
	pool.query("DELETE FROM push_subscriptions WHERE id = $1", [id]);

/** Deletes old notices, and notified player outs that are not among the newest 10,000. */
export async function deleteOldNotices(pool: Pool, before: number): Promise<void> {
	await pool.query("DELETE FROM notices WHERE created_at < $1", [new Date(before)]);
	await pool.query("DELETE FROM player_outs WHERE is_notified AND id < (SELECT max(id) - 10000 FROM player_outs)");
}
