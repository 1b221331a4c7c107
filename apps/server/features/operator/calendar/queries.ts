import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { KEEPER_DEADLINE_MS } from "../../leagues/draft/keepers/keeper-deadline.ts";

export interface CalendarRows {
	readonly isImported: boolean;
	readonly isFetched: boolean;
	/** When the season was last fetched; null before the first fetch. */
	readonly fetchedAt: Date | null;
	/** Number of questions that the last fetch of any season left to operators. */
	readonly decisions: number;
	/** Number of head-to-head leagues that end with finals, and how many of these have drawn their grand final. */
	readonly finals: number;
	readonly finalsDrawn: number;
	/** Whether another season is open and not current. */
	readonly hasNext: boolean;
}

/** Loads what the season's steps and tasks in the calendar are derived from. */
export async function loadCalendarRows(db: Db, seasonId: number, lastRound: number): Promise<CalendarRows> {
	const row = await findRow(db)<CalendarRows>`SELECT
		EXISTS (SELECT FROM season_imports WHERE season_id = ${seasonId}) AS "isImported",
		EXISTS (SELECT FROM season_fetches WHERE season_id = ${seasonId} AND result IS NOT NULL) AS "isFetched",
		(SELECT started_at FROM season_fetches WHERE season_id = ${seasonId} AND result IS NOT NULL) AS "fetchedAt",
		coalesce((SELECT jsonb_array_length(result->'questions') FROM season_fetches
			WHERE result IS NOT NULL ORDER BY started_at DESC LIMIT 1), 0)::int AS decisions,
		(SELECT count(*) FROM leagues WHERE season_id = ${seasonId} AND type = 'h2h' AND finals AND drawn_at IS NOT NULL
			AND deleted_at IS NULL)::int AS finals,
		(SELECT count(*) FROM leagues AS l WHERE season_id = ${seasonId} AND type = 'h2h' AND finals AND drawn_at IS NOT NULL
			AND deleted_at IS NULL AND EXISTS (
				SELECT FROM league_matches AS m WHERE m.league_id = l.id AND m.round_id = ${lastRound}))::int AS "finalsDrawn",
		EXISTS (SELECT FROM seasons WHERE status = 'open' AND NOT is_current AND id <> ${seasonId}) AS "hasNext"
	`;
	if (!row) throw new Error("A query without FROM has returned no row");
	return row;
}

export async function countLateCorrections(db: Db, seasonId: number): Promise<ReadonlyMap<number, number>> {
	const rows = await listRows(db)<{ roundId: number; matches: number }>`
		SELECT m.round_id AS "roundId", count(*)::int AS matches
		FROM matches AS m WHERE m.season_id = ${seasonId} AND m.id IN (
			SELECT match_id FROM stat_reviews WHERE season_id = ${seasonId} AND kind = 'late' AND state = 'waiting'
			UNION SELECT match_id FROM score_reviews WHERE season_id = ${seasonId} AND state = 'waiting')
		GROUP BY m.round_id`;
	return new Map(rows.map(({ roundId, matches }) => [roundId, matches]));
}

export async function countResultMailRecipients(db: Db): Promise<number> {
	const { count } = await db
		.selectFrom("notification_preferences as p")
		.innerJoin("users as u", "u.id", "p.user_id")
		.where("p.result_mails", "=", true)
		.where("u.is_active", "=", true)
		.where("u.email_verified_at", "is not", null)
		.select((select) => select.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Lists when choices of keepers end, up to an instant, with how many leagues (keeper-deadline.ts has the rule). */
export const listKeeperDeadlines = (db: Db, seasonId: number, until: number) =>
	listRows(db)<{ dueAt: Date; leagues: number }>`
		SELECT due_at AS "dueAt", count(*)::int AS leagues FROM (
			SELECT coalesce(d.keepers_due_at, d.starts_at - make_interval(secs => ${KEEPER_DEADLINE_MS / 1_000})) AS due_at
			FROM drafts d JOIN leagues l ON l.id = d.league_id
			WHERE l.season_id = ${seasonId} AND l.deleted_at IS NULL AND d.state IN ('setup', 'scheduled') AND d.format <> 'redraft'
				AND d.keepers_closed_at IS NULL AND EXISTS (
					SELECT FROM draft_seats s WHERE s.league_id = l.id AND s.previous_team_id IS NOT NULL)) AS choices
		WHERE due_at <= ${new Date(until)} GROUP BY 1 ORDER BY 1`;

/** Lists the rounds whose first bounce ends trading, with how many drafted leagues. */
export const listTradeDeadlines = (db: Db, seasonId: number) =>
	listRows(db)<{ roundId: number; leagues: number }>`
		SELECT d.trade_deadline_round_id AS "roundId", count(*)::int AS leagues FROM drafts d JOIN leagues l ON l.id = d.league_id
		WHERE l.season_id = ${seasonId} AND l.deleted_at IS NULL AND NOT l.is_mock AND d.state = 'complete'
			AND d.trade_deadline_round_id IS NOT NULL
		GROUP BY 1 ORDER BY 1`;
