import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";
import { applyDefaults, listChangedColumns, type TableChanges } from "./merge/merge-table.ts";
import type { SeasonTable, TableRow } from "./merge/season-tables.ts";

/** Saves a season's changes: children are deleted before parents, and parents written before children. */
export async function saveChanges(transaction: Db, seasonId: number, changes: readonly TableChanges[]): Promise<void> {
	for (const { table, changed, removed } of changes.toReversed()) {
		// A row whose key changes is deleted and written again.
		const rowsWithNewKey = changed.filter((change) =>
			listChangedColumns(change).some((column) => table.keys.includes(column)),
		);
		await deleteRows(transaction, seasonId, table, [...removed, ...rowsWithNewKey.map(({ before }) => before)]);
	}
	for (const { table, added, changed } of changes) {
		const rows = [...added, ...changed.map(({ after }) => after)].map((row) => applyDefaults(table, row));
		await upsertRows(transaction, seasonId, table, rows);
	}
}

/** Builds a row source for any table: json_populate_recordset reads each value as its column's type. */
export const buildRecordset = (table: Pick<SeasonTable, "name">, rows: readonly unknown[]) =>
	sql`json_populate_recordset(NULL::${sql.table(table.name)}, ${JSON.stringify(rows)}::json)`;

async function deleteRows(db: Db, seasonId: number, table: SeasonTable, rows: readonly TableRow[]) {
	if (rows.length === 0) return;
	const match = sql.join(
		table.keys.map((key) => sql`${sql.ref(`stored.${key}`)} = ${sql.ref(`deleted.${key}`)}`),
		sql` AND `,
	);
	await sql`
		DELETE FROM ${sql.table(table.name)} AS stored USING ${buildRecordset(table, rows)} AS deleted
		WHERE stored.season_id = ${seasonId} AND ${match}
	`.execute(db);
}

async function upsertRows(db: Db, seasonId: number, table: SeasonTable, rows: readonly TableRow[]) {
	const [first] = rows;
	if (!first) return;
	const columns = ["season_id", ...Object.keys(first)];
	const refs = sql.join(columns.map((column) => sql.ref(column)));
	const keys = sql.join(["season_id", ...table.keys].map((key) => sql.ref(key)));
	const values = Object.keys(first).filter((column) => !table.keys.includes(column));
	const set = sql.join(values.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
	const onConflict = values.length > 0 ? sql`DO UPDATE SET ${set}` : sql`DO NOTHING`;
	const completeRows = rows.map((row) => ({ season_id: seasonId, ...row }));
	await sql`
		INSERT INTO ${sql.table(table.name)} (${refs}) SELECT ${refs} FROM ${buildRecordset(table, completeRows)}
		ON CONFLICT (${keys}) ${onConflict}
	`.execute(db);
}
