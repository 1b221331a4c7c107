import type { JsonValue } from "../../../../db/columns.ts";
import type { SeasonTable, TableRow } from "./season-tables.ts";

export interface ChangedRow {
	readonly before: TableRow;
	readonly after: TableRow;
}

/** The changes of a table that an import writes. */
export interface TableChanges {
	readonly table: SeasonTable;
	readonly added: readonly TableRow[];
	readonly changed: readonly ChangedRow[];
	readonly removed: readonly TableRow[];
}

/**
 * Why a stored value is kept although the files differ. `changed`, `added` and `removed` mean in the database since the
 * last import.
 */
export type KeptReason =
	| "changed"
	| "added"
	| "removed"
	| "published"
	| "begun"
	| "locked"
	| "corrected"
	| "has-teams"
	| "no-file";

export interface KeptRow {
	readonly reason: KeptReason;
	/** The row in the database; null if there is none. */
	readonly stored: TableRow | null;
	/** The row in the files; null if there is none. */
	readonly file: TableRow | null;
	/** The row as recorded by the last import; null if it is not known. */
	readonly last: TableRow | null;
	/** The columns that differ and are kept, for a row that is both stored and in the files. */
	readonly columns: readonly string[];
}

/** Gets a table's rows by key. */
export type GetRows = (name: SeasonTable["name"]) => ReadonlyMap<string, TableRow>;

/** The rows as the last import recorded them, by key. */
export type RecordedRows = Readonly<Record<string, TableRow>>;

export interface TableMerge extends TableChanges {
	readonly kept: readonly KeptRow[];
	/** Rows of an earlier import that are no longer in the files and stay because `remove` is not set. */
	readonly absent: readonly TableRow[];
	/** The values to record for the next import. */
	readonly recorded: RecordedRows;
}

/** Columns that no import may change, whatever its options; all columns of the row if `columns` is missing. */
export interface Protection {
	readonly reason: KeptReason;
	readonly columns?: readonly string[];
}

/**
 * Lists the protections of a row. `stored` is null for a row that is only in the files, `file` for one that is only
 * stored.
 */
export type Guard = (stored: TableRow | null, file: TableRow | null) => readonly Protection[];

export interface MergeOptions {
	/** Whether rows that the files leave out are removed. */
	readonly remove: boolean;
	/** Whether the files override changes made in the database since the last import. */
	readonly preferFiles: boolean;
	/** Keys of rows, or of columns of a row, in which the files win in any case. */
	readonly take?: ReadonlySet<string>;
}

export interface MergeInput extends MergeOptions {
	readonly stored: readonly TableRow[];
	/** Empty for a season that was imported before imports were recorded; all differences then count as changed here. */
	readonly recorded: RecordedRows;
	readonly guard: Guard;
}

/** Formats JSON with sorted keys, because jsonb reorders them. */
export function formatCanonicalJson(value: unknown): string {
	return JSON.stringify(value ?? null, (_, part) =>
		part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
	);
}

export const isSameValue = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
	formatCanonicalJson(a) === formatCanonicalJson(b);

/** Picks the columns that the row has. */
export const pickColumns = (row: TableRow, columns: readonly string[]): TableRow =>
	Object.fromEntries(columns.flatMap((column) => (column in row ? [[column, row[column] ?? null]] : [])));

export const buildKey = (row: TableRow, { keys, matchBy = keys }: SeasonTable): string =>
	matchBy.map((key) => row[key]).join(" ");

/** Builds the key of a row in an import, such as `players:1003`. */
export const buildRowKey = (table: SeasonTable, row: TableRow): string => `${table.name}:${buildKey(row, table)}`;

/** Builds the key of a column with its group, such as `players:1003:positions`. */
export const buildColumnKey = (table: SeasonTable, row: TableRow, column: string): string =>
	`${buildRowKey(table, row)}:${getColumnGroup(column, table)[0]}`;

/** Lists the columns that differ between the two versions of a row. */
export const listChangedColumns = ({ before, after }: ChangedRow): string[] =>
	Object.keys(after).filter((column) => !isSameValue(before[column], after[column]));

/** Gets the columns that are changed or kept together with this one. */
export const getColumnGroup = (column: string, { groups = [] }: Pick<SeasonTable, "groups">): readonly string[] =>
	groups.find((group) => group.includes(column)) ?? [column];

/**
 * Decides row by row what an import writes: the values of the files, except values that were changed in the database since
 * the last import or are protected by a guard. Rows are removed only if `remove` is set.
 */
export function mergeTable(table: SeasonTable, input: MergeInput): TableMerge {
	const { stored, recorded: last, guard, remove, preferFiles, take } = input;
	const isRowTaken = (row: TableRow) => preferFiles || (take?.has(buildRowKey(table, row)) ?? false);
	const storedByKey = new Map(stored.map((row) => [buildKey(row, table), row]));
	const fileKeys = new Set(table.rows.map((row) => buildKey(row, table)));
	const added: TableRow[] = [];
	const changed: ChangedRow[] = [];
	const removed: TableRow[] = [];
	const keptRows: KeptRow[] = [];
	const absent: TableRow[] = [];
	const recorded: Record<string, TableRow> = {};

	for (const row of table.rows) {
		const key = buildKey(row, table);
		const before = storedByKey.get(key);
		if (before) {
			const merged = mergeRow(table, { stored: before, fileRow: row, last: last[key] ?? {} }, input);
			if (listChangedColumns({ before, after: merged.after }).length > 0) changed.push({ before, after: merged.after });
			keptRows.push(...merged.kept);
			recorded[key] = merged.recorded;
			continue;
		}
		const wasRemovedHere = key in last && !isRowTaken(row);
		const reason = guard(null, row)[0]?.reason ?? (wasRemovedHere ? "removed" : null);
		if (reason === null) added.push(row);
		else keptRows.push({ reason, stored: null, file: row, last: last[key] ?? null, columns: [] });
		const record = reason === null ? applyDefaults(table, row) : last[key];
		if (record) recorded[key] = record;
	}

	for (const row of stored) {
		const key = buildKey(row, table);
		if (fileKeys.has(key)) continue;
		const imported = last[key];
		const isUnchanged =
			imported !== undefined && Object.keys(imported).every((name) => isSameValue(row[name], imported[name]));
		const isInScope = table.isInScope?.(row) ?? true;
		const protection = guard(row, null)[0];
		if (isInScope && remove && !protection && (isRowTaken(row) || isUnchanged)) {
			removed.push(row);
			continue;
		}
		if (imported) recorded[key] = imported;
		if (!isInScope && !table.reportsOutOfScope) continue;
		const isAbsent = isInScope && !protection && imported && !remove;
		if (isAbsent) absent.push(row);
		else {
			const importedReason = imported ? "changed" : "added";
			const reason = isInScope ? (protection?.reason ?? importedReason) : "no-file";
			keptRows.push({ reason, stored: row, file: null, last: imported ?? null, columns: [] });
		}
	}
	return { table, added, changed, removed, kept: keptRows, absent, recorded };
}

interface RowVersions {
	readonly stored: TableRow;
	readonly fileRow: TableRow;
	/** The row of the last import, without columns that were not recorded. */
	readonly last: TableRow;
}

function mergeRow(
	table: SeasonTable,
	{ stored, fileRow, last }: RowVersions,
	{ guard, preferFiles, take }: MergeInput,
) {
	const emptyColumns = (table.keptWhenEmpty ?? []).filter((column) => fileRow[column] === null);
	const file = { ...fileRow, ...pickColumns(stored, emptyColumns) };
	const differing = Object.keys(file).filter((column) => !isSameValue(stored[column], file[column]));
	const isAsImported = (column: string) =>
		getColumnGroup(column, table).every((name) => name in last && isSameValue(stored[name], last[name]));

	const isColumnTaken = (column: string) =>
		preferFiles || getColumnGroup(column, table).some((name) => take?.has(`${buildRowKey(table, fileRow)}:${name}`));

	const keptColumns = new Map<string, KeptReason>();
	for (const { reason, columns = differing } of guard(stored, file)) {
		const protectedColumns = differing.filter((column) => columns.includes(column));
		// A protected column protects its whole group.
		const affectedColumns = differing.filter((column) =>
			getColumnGroup(column, table).some((name) => protectedColumns.includes(name)),
		);
		for (const column of affectedColumns) if (!keptColumns.has(column)) keptColumns.set(column, reason);
	}
	for (const column of differing)
		if (!keptColumns.has(column) && !isColumnTaken(column) && !isAsImported(column)) keptColumns.set(column, "changed");

	const reasons = [...new Set(keptColumns.values())];
	const keptRows = reasons.map((reason): KeptRow => {
		const columns = differing.filter((column) => keptColumns.get(column) === reason);
		return { reason, stored, file, last, columns };
	});
	const importedColumns = Object.keys(file).filter(
		(column) => !keptColumns.has(column) && !emptyColumns.includes(column),
	);
	// A column that is empty in the files and was never recorded is recorded with its stored value.
	const unrecordedColumns = emptyColumns.filter((column) => !(column in last));
	const recorded = {
		...pickColumns(last, Object.keys(file)),
		...pickColumns(stored, unrecordedColumns),
		...pickColumns(file, importedColumns),
	};
	return { after: { ...stored, ...pickColumns(file, importedColumns) }, kept: keptRows, recorded };
}

/** Fills the empty columns of a new row with their defaults. */
export function applyDefaults({ defaultsWhenEmpty = {} }: SeasonTable, row: TableRow): TableRow {
	const filled = Object.entries(defaultsWhenEmpty).map(([column, value]) => [column, row[column] ?? value]);
	return { ...row, ...Object.fromEntries(filled) };
}

/** Computes a table's rows after the changes, by key. */
export function computeRowsAfter({ table, added, changed, removed }: TableChanges, stored: readonly TableRow[]) {
	const rows = new Map(stored.map((row) => [buildKey(row, table), row]));
	for (const row of removed) rows.delete(buildKey(row, table));
	for (const row of [...added, ...changed.map(({ after }) => after)]) rows.set(buildKey(row, table), row);
	return rows;
}

export const isEmptyChange = ({ added, changed, removed }: TableChanges): boolean =>
	added.length + changed.length + removed.length === 0;

/** The columns on which the banks of teams that have not started depend, by table. */
const BANK_COLUMNS: Partial<Record<SeasonTable["name"], string>> = { seasons: "salaryCap", player_prices: "price" };

/** Whether a change of the season changes the banks of teams that have not started. */
export const changesBanks = (changes: readonly Pick<TableChanges, "table" | "changed">[]): boolean =>
	changes.some(({ table, changed }) =>
		changed.some((row) => listChangedColumns(row).includes(BANK_COLUMNS[table.name] ?? "")),
	);
