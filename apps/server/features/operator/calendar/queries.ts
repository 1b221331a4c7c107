import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

interface CalendarRows {
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
export async function loadCalendarRows(db: Kysely<Tables>, seasonId: number, lastRound: number): Promise<CalendarRows> {
	const { rows } = await sql<CalendarRows>`SELECT
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
	`.execute(db);
	if (!rows[0]) throw new Error("A query without FROM has returned no row");
	return rows[0];
}

export async function countLateCorrections(db: Kysely<Tables>, seasonId: number): Promise<ReadonlyMap<number, number>> {
	const { rows } = await sql<{ roundId: number; matches: number }>`
		SELECT m.round_id AS "roundId", count(*)::int AS matches
		FROM matches AS m WHERE m.season_id = ${seasonId} AND m.id IN (
			SELECT match_id FROM stat_reviews WHERE season_id = ${seasonId} AND kind = 'late' AND state = 'waiting'
			UNION SELECT match_id FROM score_reviews WHERE season_id = ${seasonId} AND state = 'waiting')
		GROUP BY m.round_id`.execute(db);
	return new Map(rows.map(({ roundId, matches }) => [roundId, matches]));
}

export async function countResultMailRecipients(db: Kysely<Tables>): Promise<number> {
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
