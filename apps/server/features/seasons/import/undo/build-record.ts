import type { StoredChanges } from "../../../../db/tables/season-changes.ts";
import {
	applyDefaults,
	buildKey,
	getColumnGroup,
	isEmptyChange,
	listChangedColumns,
	type RecordedRows,
	type TableMerge,
} from "../merge/merge-table.ts";
import type { SeasonTable, TableRow } from "../merge/season-tables.ts";

/** Picks columns; null for those that the row does not have. */
const pickOrNull = (row: TableRow, columns: readonly string[]): TableRow =>
	Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

interface RecordInput {
	readonly merges: readonly TableMerge[];
	/** The values of the previous import. */
	readonly getRecorded: (name: SeasonTable["name"]) => RecordedRows;
	/** The removed rows with all their columns, including rows that are deleted with them. */
	readonly getRemoved: (name: SeasonTable["name"]) => readonly TableRow[];
}

/** Builds the record of an import's changes from which it can be undone. Tables without changes are left out. */
export const buildChangeRecord = ({ merges, getRecorded, getRemoved }: RecordInput): StoredChanges[] =>
	merges
		.filter((merge) => !isEmptyChange(merge))
		.map(({ table, added, changed, removed }) => {
			const recorded = getRecorded(table.name);
			const rows = [...added, ...changed.map(({ after }) => after), ...removed];
			return {
				table: table.name,
				added: added.map((row) => applyDefaults(table, row)),
				changed: changed.map((change) => {
					// Whole groups are stored, so that an undo notices later changes of any of their columns.
					const groups = listChangedColumns(change).flatMap((column) => getColumnGroup(column, table));
					const columns = [...new Set([...(table.matchBy ?? table.keys), ...groups])];
					return { before: pickOrNull(change.before, columns), after: pickOrNull(change.after, columns) };
				}),
				removed: getRemoved(table.name),
				recorded: Object.fromEntries(rows.map((row) => [buildKey(row, table), recorded[buildKey(row, table)] ?? null])),
			};
		});
