import type { UserId } from "@first-bounce/rules/ids";
import { CompiledQuery } from "kysely";
import type { Pool } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import { CREATE_DELIVERIES, HAS_SUBSCRIPTION } from "./queries.ts";

/** The minutes before the start of a draft at which its members are reminded. */
const DRAFT_REMINDER_MINUTES = [1_440, 60, 10];

export interface DraftNotice {
	readonly kind: "draft-turn" | "draft-soon" | "draft-start-failed";
	readonly userId: UserId;
	/** The number of the pick; 0 if it is about none. */
	readonly overall: number;
	/** The version of the draft or pick since which the notice is true, so that it can come again after an undo or a reset. */
	readonly version: number;
}

/**
 * Creates notices for managers who are on the clock, or will be soon, or whose draft did not start, in the transaction that
 * changes the draft. In a live draft they ignore quiet hours, because a draft is an appointment.
 */
export async function createDraftNotices(
	trx: Db,
	draft: {
		readonly leagueId: number;
		readonly seasonId: number;
		readonly clock: "live" | "slow";
		readonly wallNow: number;
	},
	notices: readonly DraftNotice[],
): Promise<void> {
	if (notices.length === 0) return;
	const query = `WITH wanted AS (SELECT * FROM unnest($4::int[], $5::text[], $6::text[]) AS w (user_id, kind, subject)),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT w.user_id, w.kind, l.season_id, 0, w.subject, $1::timestamptz
			FROM wanted w JOIN notification_preferences np ON np.user_id = w.user_id
				JOIN leagues l ON l.id = $2 AND l.season_id = $3 AND NOT l.is_mock
			WHERE ${HAS_SUBSCRIPTION}
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`;
	const { leagueId, seasonId, clock, wallNow } = draft;
	await trx.executeQuery(
		CompiledQuery.raw(query, [
			new Date(wallNow),
			leagueId,
			seasonId,
			notices.map(({ userId }) => userId),
			notices.map(({ kind }) => kind),
			notices.map(({ overall, version }) => `${leagueId}:${overall}:${version}:${clock}`),
		]),
	);
}

/** Reminds the members of drafts that start within a day, an hour or ten minutes. Idempotent. */
export const createDraftReminders = (pool: Pool, wallNow: number) =>
	pool.query(
		`WITH due AS (
			SELECT DISTINCT ON (d.league_id) d.league_id, l.season_id, d.clock, d.starts_at, b.minutes
			FROM drafts d JOIN leagues l ON l.id = d.league_id CROSS JOIN unnest($2::int[]) AS b (minutes)
			WHERE d.state = 'scheduled' AND d.starts_at > $1::timestamptz
				AND d.starts_at <= $1::timestamptz + b.minutes * interval '1 minute' AND NOT l.is_mock
			ORDER BY d.league_id, b.minutes),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT np.user_id, 'draft-reminder', due.season_id, 0,
				due.league_id || ':' || floor(extract(epoch FROM due.starts_at) * 1000)::bigint || ':' || due.minutes || ':' || due.clock,
				$1::timestamptz
			FROM due JOIN league_members m ON m.league_id = due.league_id
				JOIN notification_preferences np ON np.user_id = m.user_id
			WHERE ${HAS_SUBSCRIPTION}
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(wallNow), DRAFT_REMINDER_MINUTES],
	);

/** The minutes before the end of the choice of keepers at which those who have not chosen are reminded. */
const KEEPER_REMINDER_MINUTES = [1_440, 120];
/** SQL: when the choice of keepers of draft `d` ends, as in features/leagues/draft/keepers/keeper-deadline. */
const KEEPER_DEADLINE = "coalesce(d.keepers_due_at, d.starts_at - interval '1 day')";
/** SQL: seats `s` of draft `d` and league `l` that had a team last season, with their managers `m`. */
const CHOOSING_SEATS = `drafts d JOIN leagues l ON l.id = d.league_id AND l.deleted_at IS NULL
	JOIN draft_seats s ON s.league_id = d.league_id AND s.previous_team_id IS NOT NULL
	JOIN league_members m ON m.league_id = d.league_id AND m.team_id = s.team_id`;
/** SQL: managers may choose keepers for draft `d`. */
const IS_CHOOSING = "d.format <> 'redraft' AND d.keepers_closed_at IS NULL AND d.state IN ('setup', 'scheduled')";

/**
 * Tells managers of last season that their league is continued, until they confirm. Reminds those who have not chosen keepers a
 * day and two hours before the end of the choice. Idempotent.
 */
export const createKeeperReminders = (pool: Pool, wallNow: number) =>
	pool.query(
		`WITH due AS (
			SELECT DISTINCT ON (m.user_id, d.league_id) m.user_id, l.season_id, 'keeper-reminder' AS kind,
				d.league_id || ':' || floor(extract(epoch FROM ${KEEPER_DEADLINE}) * 1000)::bigint || ':' || b.minutes || ':slow' AS subject
			FROM ${CHOOSING_SEATS} CROSS JOIN unnest($2::int[]) AS b (minutes)
			WHERE ${IS_CHOOSING} AND s.keepers IS NULL AND ${KEEPER_DEADLINE} > $1::timestamptz
				AND ${KEEPER_DEADLINE} <= $1::timestamptz + b.minutes * interval '1 minute'
			ORDER BY m.user_id, d.league_id, b.minutes),
		places AS (
			SELECT m.user_id, l.season_id, 'keeper-place' AS kind, d.league_id || ':0:0:slow' AS subject
			FROM ${CHOOSING_SEATS} WHERE ${IS_CHOOSING} AND NOT s.is_confirmed),
		created AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT w.user_id, w.kind, w.season_id, 0, w.subject, $1::timestamptz
			FROM (SELECT * FROM due UNION ALL SELECT * FROM places) AS w
				JOIN notification_preferences np ON np.user_id = w.user_id
			WHERE ${HAS_SUBSCRIPTION}
			ON CONFLICT DO NOTHING RETURNING id, user_id) ${CREATE_DELIVERIES}`,
		[new Date(wallNow), KEEPER_REMINDER_MINUTES],
	);

export interface NoticeDraft {
	readonly leagueId: number;
	readonly leagueName: string;
	readonly overall: number;
	/** When the draft starts, or when the time of the pick on the clock ends; for a start that failed, how long that is news. */
	readonly at: Date;
}

// The first skipped pick is on the clock once only skipped ones are left.
const FIND_PICK = `SELECT l.id AS "leagueId", l.name AS "leagueName", p.overall, d.deadline_at AS at
	FROM drafts d JOIN leagues l ON l.id = d.league_id AND l.deleted_at IS NULL
		JOIN draft_picks p ON p.league_id = l.id AND p.overall = $3 AND p.player_id IS NULL
			AND (NOT p.is_skipped OR NOT EXISTS (
				SELECT FROM draft_picks o
				WHERE o.league_id = l.id AND o.player_id IS NULL AND (NOT o.is_skipped OR o.overall < p.overall)))
		JOIN league_members m ON m.league_id = l.id AND m.team_id = p.team_id AND m.user_id = $2
	WHERE d.league_id = $1 AND d.state = 'live' AND d.deadline_at > $4`;
const FIND_BY_KIND: Readonly<Record<string, string>> = {
	"draft-reminder": `SELECT l.id AS "leagueId", l.name AS "leagueName", 0 AS overall, d.starts_at AS at
		FROM drafts d JOIN leagues l ON l.id = d.league_id AND l.deleted_at IS NULL
			JOIN league_members m ON m.league_id = l.id AND m.user_id = $2
		WHERE d.league_id = $1 AND d.state = 'scheduled' AND d.starts_at > $4
			AND floor(extract(epoch FROM d.starts_at) * 1000)::bigint = $3::bigint`,
	"keeper-reminder": `SELECT l.id AS "leagueId", l.name AS "leagueName", 0 AS overall, ${KEEPER_DEADLINE} AS at
		FROM ${CHOOSING_SEATS}
		WHERE d.league_id = $1 AND m.user_id = $2 AND ${IS_CHOOSING} AND s.keepers IS NULL AND ${KEEPER_DEADLINE} > $4
			AND floor(extract(epoch FROM ${KEEPER_DEADLINE}) * 1000)::bigint = $3::bigint`,
	"keeper-place": `SELECT l.id AS "leagueId", l.name AS "leagueName", $3::int AS overall, $4::timestamptz + interval '1 day' AS at
		FROM ${CHOOSING_SEATS} WHERE d.league_id = $1 AND m.user_id = $2 AND ${IS_CHOOSING} AND NOT s.is_confirmed`,
	// It is old news once the draft has another date.
	"draft-start-failed": `SELECT l.id AS "leagueId", l.name AS "leagueName", $3::int AS overall,
			$4::timestamptz + interval '1 day' AS at
		FROM drafts d JOIN leagues l ON l.id = d.league_id AND l.deleted_at IS NULL
			JOIN league_members m ON m.league_id = l.id AND m.user_id = $2
		WHERE d.league_id = $1 AND d.state = 'setup'`,
};

/** Finds what a notice of a draft is about; null if it has passed, or is no longer the user's. */
export async function findNoticeDraft(
	pool: Pool,
	{ userId, kind, subject }: { readonly userId: UserId; readonly kind: string; readonly subject: string },
	wallNow: number,
): Promise<NoticeDraft | null> {
	const [leagueId, key] = subject.split(":").map(Number);
	const { rows } = await pool.query<NoticeDraft>(FIND_BY_KIND[kind] ?? FIND_PICK, [
		leagueId,
		userId,
		key,
		new Date(wallNow),
	]);
	return rows[0] ?? null;
}
