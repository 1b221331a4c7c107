import type { ImportProblem } from "../csv/problem-list.ts";
import {
	buildColumnKey,
	buildRowKey,
	getColumnGroup,
	isSameValue,
	type KeptRow,
	type TableMerge,
} from "./merge-table.ts";
import type { SeasonTable, TableRow } from "./season-tables.ts";

/** A value that was changed in the database since the last import and differs from the files. */
interface ConflictField {
	readonly column: string;
	/** The value of the last import; undefined where it is not known. */
	readonly last: TableRow[string] | undefined;
	readonly stored: TableRow[string] | undefined;
	readonly file: TableRow[string] | undefined;
}

export interface ImportConflict {
	/** The key of the row or column, as in `MergeOptions.take`. */
	readonly key: string;
	readonly table: SeasonTable;
	/** The row in the database, or in the files if it was removed here. */
	readonly row: TableRow;
	readonly kind: "changed" | "added" | "removed";
	/** Whether the files have changed as well since the last import; true if this is not known. */
	readonly isChangedInFiles: boolean;
	/** The kept columns of a changed row; empty for other kinds. */
	readonly fields: readonly ConflictField[];
}

function listChangedGroups(table: SeasonTable, { stored, file, last, columns }: KeptRow): ImportConflict[] {
	const row = stored ?? {};
	return [...Map.groupBy(columns, (column) => getColumnGroup(column, table)[0] ?? column).values()].map((group) => {
		const fields = group.map((column) => ({
			column,
			last: last?.[column],
			stored: row[column],
			file: file?.[column],
		}));
		return {
			key: buildColumnKey(table, row, group[0] ?? ""),
			table,
			row,
			kind: "changed",
			isChangedInFiles: fields.some(
				({ column, ...field }) => !(last && column in last && isSameValue(field.last, field.file)),
			),
			fields,
		};
	});
}

/**
 * Lists the values that are kept because they were changed in the database, each with the key that takes the files'
 * value instead. Rows that are only in the database are listed if the import removes rows.
 */
export function listConflicts(merges: readonly TableMerge[], remove: boolean): ImportConflict[] {
	return merges.flatMap(({ table, kept }) =>
		kept.flatMap((keptRow): ImportConflict[] => {
			const { reason, stored, file } = keptRow;
			const row = stored ?? file;
			if (!row || (reason !== "changed" && reason !== "added" && reason !== "removed")) return [];
			if (reason === "changed" && stored && file) return listChangedGroups(table, keptRow);
			if (!file && !remove) return [];
			return [{ key: buildRowKey(table, row), table, row, kind: reason, isChangedInFiles: true, fields: [] }];
		}),
	);
}

/**
 * Finds keys that match no conflict, such as mistyped ones, and lists the valid keys. For a group of columns, these are its first
 * column and those that differ.
 */
export function findTakeProblems(take: ReadonlySet<string>, conflicts: readonly ImportConflict[]): ImportProblem[] {
	const valid = new Set(
		conflicts.flatMap(({ key, table, row, fields }) => [
			key,
			...fields.map(({ column }) => `${buildRowKey(table, row)}:${column}`),
		]),
	);
	// Suggest columns that the report lists as kept: `key` has the first column of the group, which may not be listed.
	const suggestions = conflicts.map(({ key, table, row, fields: [field] }) =>
		field ? `${buildRowKey(table, row)}:${field.column}` : key,
	);
	const advice = suggestions.length === 0 ? "nothing is kept" : `valid keys: ${suggestions.join(", ")}`;
	return [...take]
		.filter((key) => !valid.has(key))
		.map((key) => ({
			file: key,
			line: null,
			message: `is not the key of anything that is kept; ${advice}`,
		}));
}
