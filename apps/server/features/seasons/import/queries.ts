import type { RoundId } from "@first-bounce/rules/ids";
import { findRow } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import type { TableMerge } from "./merge/merge-table.ts";

/** Saves the files' values, so that the next import can tell which values have been changed in the database since. */
export async function saveRecordedRows(
	transaction: Db,
	seasonId: number,
	merges: readonly Pick<TableMerge, "table" | "recorded">[],
): Promise<void> {
	const rows = merges.map(({ table, recorded }) => ({
		season_id: seasonId,
		table_name: table.name,
		rows: JSON.stringify(recorded),
	}));
	await transaction
		.insertInto("season_imports")
		.values(rows)
		.onConflict((conflict) =>
			conflict.columns(["season_id", "table_name"]).doUpdateSet((set) => ({ rows: set.ref("excluded.rows") })),
		)
		.execute();
}

export const listSeasonStates = (db: Db) =>
	db.selectFrom("seasons").select(["id", "name", "is_current", "is_demo"]).execute();

/** What ends when another season becomes the current one. */
export interface SeasonEnd {
	readonly id: number;
	readonly name: string;
	readonly isDemo: boolean;
	/** The first round that is not complete; null if the season is over. */
	readonly openRound: RoundId | null;
	readonly rounds: number;
	readonly teams: number;
	/** How many managers have one of the teams, without the demo account and bots. */
	readonly managers: number;
	readonly leagues: number;
	/** Whether the demo account is not deactivated. */
	readonly hasDemoManager: boolean;
	readonly bots: number;
	/** How many sessions of the demo's accounts are open. */
	readonly sessions: number;
	/** How many operators remain: without the demo account, and without deactivated and suspended ones. */
	readonly remainingOperators: number;
}

export async function findSeasonEnd(db: Db, seasonId: number): Promise<SeasonEnd> {
	const end = await findRow(db)<SeasonEnd>`
		SELECT s.id, s.name, s.is_demo AS "isDemo",
			(SELECT min(id) FROM rounds WHERE season_id = s.id AND status <> 'complete') AS "openRound",
			(SELECT count(*) FROM rounds WHERE season_id = s.id) AS rounds,
			(SELECT count(*) FROM teams WHERE season_id = s.id AND league_id IS NULL) AS teams,
			(SELECT count(*) FROM teams AS t JOIN users AS u ON u.id = t.user_id
				WHERE t.season_id = s.id AND NOT u.is_demo AND NOT u.is_bot) AS managers,
			(SELECT count(*) FROM leagues WHERE season_id = s.id AND deleted_at IS NULL AND NOT is_mock) AS leagues,
			EXISTS (SELECT FROM users WHERE is_demo AND NOT is_bot AND retired_at IS NULL) AS "hasDemoManager",
			(SELECT count(*) FROM users WHERE is_demo AND is_bot AND retired_at IS NULL) AS bots,
			(SELECT count(*) FROM sessions JOIN users AS u ON u.id = user_id
				WHERE u.is_demo AND expires_at > now()) AS sessions,
			(SELECT count(*) FROM users WHERE operator_role IS NOT NULL AND is_active AND NOT is_demo) AS "remainingOperators"
		FROM seasons AS s WHERE s.id = ${seasonId}`;
	if (!end) throw new RangeError(`There is no season ${seasonId}`);
	return end;
}

/** Makes the current season no longer current, unless it is the given one. */
export const clearCurrentSeason = (db: Db, exceptId: number) =>
	db
		.updateTable("seasons")
		.set({ is_current: false })
		.where("is_current", "=", true)
		.where("id", "<>", exceptId)
		.execute();

export const saveSeasonRow = (
	db: Db,
	seasonId: number,
	row: { readonly name: string; readonly rules: string; readonly is_current: boolean },
) =>
	db
		.insertInto("seasons")
		.values({ id: seasonId, ...row })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(row))
		.execute();
