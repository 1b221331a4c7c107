import type { ListedDraftLeague } from "@first-bounce/contract/operator/draft-leagues";
import { sql } from "kysely";
import { buildLikePattern } from "../../../db/like-pattern.ts";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";

export interface DraftLeagueRow extends Omit<ListedDraftLeague, "startsAt">, Row<"leagues", "start_id"> {
	readonly startsAt: Date | null;
	readonly commissioner: string;
	readonly deputies: number;
}

/** What is wrong in leagues that no query of their rows finds. */
export interface KnownTroubles {
	/** Leagues with unmatched players. */
	readonly unmatchedIds: readonly number[];
	/** Leagues with a late waiver run. */
	readonly lateIds: readonly number[];
	/** Before this, what is due in a draft is overdue. */
	readonly overdueBefore: Date;
}

/** SQL: the draft leagues of a season with their troubles, as `f`. */
const selectLeagues = (seasonId: number, { unmatchedIds, lateIds, overdueBefore }: KnownTroubles) => sql`(
	SELECT l.id, l.name, l.start_id, l.size, l.num_teams AS teams, l.code, d.format, d.state AS "draftStatus",
		d.starts_at AS "startsAt", CASE WHEN u.is_active THEN coalesce(u.team_name, '') ELSE '' END AS commissioner,
		(SELECT count(*)::int FROM league_members m WHERE m.league_id = l.id AND m.deputy_place IS NOT NULL) AS deputies,
		array_remove(ARRAY[
			CASE WHEN d.state = 'live' AND d.due_at < ${overdueBefore} THEN 'overdue' END,
			CASE WHEN d.state = 'paused' THEN 'paused' END,
			CASE WHEN d.state IN ('live', 'paused') AND EXISTS (
				SELECT FROM draft_seats s WHERE s.league_id = l.id AND s.is_away) THEN 'away' END,
			CASE WHEN d.state = 'setup' AND (SELECT action FROM draft_log g WHERE g.league_id = l.id
				AND g.action IN ('scheduled', 'start-failed', 'reset') ORDER BY g.id DESC LIMIT 1) = 'start-failed' THEN 'start-failed' END,
			CASE WHEN l.id = ANY (${unmatchedIds}::int[]) THEN 'players-unmatched' END,
			CASE WHEN l.id = ANY (${lateIds}::int[]) THEN 'run-late' END], NULL) AS troubles
	FROM leagues l JOIN drafts d ON d.league_id = l.id LEFT JOIN users u ON u.id = l.commissioner_id
	WHERE l.season_id = ${seasonId} AND l.class = 'draft' AND NOT l.is_mock AND l.deleted_at IS NULL) AS f`;

/** Lists draft leagues, the newest first. */
export async function listLeagueRows(
	db: Db,
	seasonId: number,
	known: KnownTroubles,
	query: {
		readonly onlyInTrouble: boolean;
		readonly search: string;
		readonly before: number | null;
		readonly limit: number;
	},
): Promise<readonly DraftLeagueRow[]> {
	const { onlyInTrouble, search, before, limit } = query;
	return listRows(db)<DraftLeagueRow>`
		SELECT * FROM ${selectLeagues(seasonId, known)}
		WHERE (${before}::int IS NULL OR id < ${before}) AND (NOT ${onlyInTrouble}::boolean OR cardinality(troubles) > 0)
			AND (name ILIKE ${buildLikePattern(search)} OR upper(code) = upper(${search}) OR id::text = ${search})
		ORDER BY id DESC LIMIT ${limit}`;
}

export const findLeagueRow = (db: Db, seasonId: number, known: KnownTroubles, id: number) =>
	findRow(db)<DraftLeagueRow>`SELECT * FROM ${selectLeagues(seasonId, known)} WHERE id = ${id}`;

export async function countLateRows(db: Db, seasonId: number, known: KnownTroubles): Promise<number> {
	const row = await findRow(db)<{ count: number }>`
		SELECT count(*)::int AS count FROM ${selectLeagues(seasonId, known)} WHERE troubles && ARRAY['overdue', 'run-late']`;
	return row?.count ?? 0;
}
