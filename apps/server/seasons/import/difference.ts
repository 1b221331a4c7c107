import type { Cell, SeasonTable, TableRow } from "./season-tables.ts";

export interface ChangedRow {
	readonly before: TableRow;
	readonly after: TableRow;
}

/** What importing a table would do to the rows that the database holds. */
export interface TableDifference {
	readonly table: SeasonTable;
	readonly added: readonly TableRow[];
	readonly changed: readonly ChangedRow[];
	readonly removed: readonly TableRow[];
}

const keyOf = (row: TableRow, keys: readonly string[]): string => keys.map((key) => row[key]).join(" ");
const same = (a: Cell | undefined, b: Cell | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Columns of a changed row that are not as they were. */
export const changedColumns = ({ before, after }: ChangedRow): string[] =>
	Object.keys(after).filter((column) => !same(before[column], after[column]));

/** Compares a season's table with what is stored of it. */
export function difference(table: SeasonTable, stored: readonly TableRow[]): TableDifference {
	const before = new Map(stored.map((row) => [keyOf(row, table.keys), row]));
	const after = new Map(table.rows.map((row) => [keyOf(row, table.keys), row]));
	const added = table.rows.filter((row) => !before.has(keyOf(row, table.keys)));
	const changed = table.rows.flatMap((row) => {
		const old = before.get(keyOf(row, table.keys));
		const change = old && { before: old, after: keepWhenEmpty(row, old, table) };
		return change && changedColumns(change).length > 0 ? [change] : [];
	});
	return { table, added, changed, removed: stored.filter((row) => !after.has(keyOf(row, table.keys))) };
}

function keepWhenEmpty(row: TableRow, old: TableRow, { keptWhenEmpty = [] }: SeasonTable): TableRow {
	const kept = keptWhenEmpty.filter((column) => row[column] === null).map((column) => [column, old[column] ?? null]);
	return { ...row, ...Object.fromEntries(kept) };
}

export const isEmptyDifference = ({ added, changed, removed }: TableDifference): boolean =>
	added.length + changed.length + removed.length === 0;
