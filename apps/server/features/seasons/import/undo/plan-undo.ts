import type { StoredChanges } from "../../../../db/tables/season-changes.ts";
import {
	buildKey,
	type ChangedRow,
	type GetRows,
	type Guard,
	getColumnGroup,
	isSameValue,
	type KeptReason,
	listChangedColumns,
	type TableChanges,
} from "../merge/merge-table.ts";
import type { SeasonTable, TableRow } from "../merge/season-tables.ts";

/** Why something that an import changed is not undone: it was changed since, or something depends on it. */
export type UndoReason =
	| Extract<KeptReason, "published" | "begun" | "locked" | "corrected" | "has-teams">
	| "changed-since"
	| "in-teams"
	| "has-stats"
	| "has-matches"
	| "in-leagues"
	| "in-use"
	| "missing";

interface UndoField {
	readonly column: string;
	/** The value before the import. */
	readonly before: TableRow[string] | undefined;
	readonly imported: TableRow[string] | undefined;
	readonly now: TableRow[string] | undefined;
}

/** A row that an import added or removed, or a group of columns that it changed together in a row. */
export interface UndoItem {
	readonly table: SeasonTable;
	readonly row: TableRow;
	readonly change: "added" | "changed" | "removed";
	/** The fields of a changed row; for an added row, those that were changed since. */
	readonly fields: readonly UndoField[];
	/** Null if it is undone. */
	readonly reason: UndoReason | null;
}

/**
 * Whether an item cannot be undone because it is in use or protected. An item that was changed after the import is kept,
 * which does not count as blocked.
 */
export const isBlocked = ({ reason }: UndoItem): boolean => reason !== null && reason !== "changed-since";

export interface UndoContext {
	readonly getTable: (name: string) => SeasonTable;
	/** The season's rows by table and key. */
	readonly getStored: GetRows;
	readonly createGuard: (name: SeasonTable["name"]) => Guard;
	/** Finds what uses an added row after the undo. */
	readonly findUse: (name: SeasonTable["name"], row: TableRow, getRowsAfter: GetRows) => UndoReason | null;
	/** Whether a club, round, player or match that a row refers to neither exists nor is restored. */
	readonly isReferenceMissing: (name: SeasonTable["name"], row: TableRow) => boolean;
}

/** What an undo does: its items for the report, and the rows that it deletes, changes and restores. */
export interface UndoPlan {
	readonly items: readonly UndoItem[];
	readonly changes: readonly TableChanges[];
	/** The season's rows after the undo. */
	readonly getRowsAfter: GetRows;
}

/** Converts a guard's reason; the reasons that only a merge gives do not occur in an undo. */
const getUndoReason = (reason: KeptReason): UndoReason => {
	if (reason === "changed" || reason === "added" || reason === "removed" || reason === "no-file") return "in-use";
	return reason;
};

/** Children before parents: a parent can be deleted only if none of its children is left. */
const PLAN_ORDER: readonly SeasonTable["name"][] = [
	"stat_lines",
	"matches",
	"players",
	"player_prices",
	"rounds",
	"squads",
	"seasons",
];

/** Parents before children, as they must be written. */
const SAVE_ORDER: readonly SeasonTable["name"][] = [
	"seasons",
	"squads",
	"rounds",
	"players",
	"player_prices",
	"matches",
	"stat_lines",
];

/** Plans the undo of an import: it puts back what the import changed, except what was changed since or is in use. */
export function planUndo(stored: readonly StoredChanges[], context: UndoContext): UndoPlan {
	const byName = new Map(stored.map((tableChanges) => [tableChanges.table, tableChanges]));
	const rowsAfter = new Map<SeasonTable["name"], Map<string, TableRow>>();
	const getRowsAfter = (name: SeasonTable["name"]) => {
		const rows = rowsAfter.get(name) ?? new Map(context.getStored(name));
		rowsAfter.set(name, rows);
		return rows;
	};
	const items: UndoItem[] = [];
	const changes: TableChanges[] = [];
	for (const name of PLAN_ORDER) {
		const tableChanges = byName.get(name);
		if (!tableChanges) continue;
		const table = context.getTable(name);
		const planned = planTable(table, tableChanges, { ...context, getRowsAfter });
		items.push(...planned.items);
		changes.push(planned.changes);
	}
	const getSavePosition = ({ table }: Pick<UndoItem, "table">) => SAVE_ORDER.indexOf(table.name);
	return {
		items: items.toSorted((a, b) => getSavePosition(a) - getSavePosition(b)),
		changes: changes.toSorted((a, b) => getSavePosition(a) - getSavePosition(b)),
		getRowsAfter,
	};
}

interface PlanContext extends UndoContext {
	readonly getRowsAfter: (name: SeasonTable["name"]) => Map<string, TableRow>;
}

interface TableContext extends PlanContext {
	readonly table: SeasonTable;
	readonly guard: Guard;
	/** The table's stored rows by key. */
	readonly stored: ReadonlyMap<string, TableRow>;
	/** The table's rows after the undo, which is planned by changing them. */
	readonly rowsAfter: Map<string, TableRow>;
}

interface TablePlan {
	readonly items: UndoItem[];
	readonly deleted: TableRow[];
	readonly restored: TableRow[];
	readonly reverted: ChangedRow[];
}

function planTable(table: SeasonTable, { added, changed, removed }: StoredChanges, planContext: PlanContext) {
	const context: TableContext = {
		...planContext,
		table,
		guard: planContext.createGuard(table.name),
		stored: planContext.getStored(table.name),
		rowsAfter: planContext.getRowsAfter(table.name),
	};
	const plan: TablePlan = { items: [], deleted: [], restored: [], reverted: [] };
	for (const row of added) planAddedRow(row, plan, context);
	for (const change of changed) planChangedRow(change, plan, context);
	for (const row of removed) planRemovedRow(row, plan, context);
	for (const row of plan.restored) context.rowsAfter.set(buildKey(row, table), row);
	const changes: TableChanges = { table, added: plan.restored, changed: plan.reverted, removed: plan.deleted };
	return { items: plan.items, changes };
}

function planAddedRow(row: TableRow, { items, deleted }: TablePlan, context: TableContext): void {
	const { table, guard, stored, rowsAfter, getRowsAfter, findUse } = context;
	const key = buildKey(row, table);
	const current = stored.get(key);
	// The row was removed after the import, so there is nothing to undo.
	if (!current) return;
	// The price of a new player is removed or kept together with the player.
	if (table.name === "player_prices") {
		if (getRowsAfter("players").has(String(row.player_id))) return;
		deleted.push(current);
		rowsAfter.delete(key);
		return;
	}
	const fields = listFields(table, row, {}, current).filter(hasChangedSince);
	const protection = guard(current, null)[0];
	const use = protection ? getUndoReason(protection.reason) : findUse(table.name, current, getRowsAfter);
	const reason = fields.length > 0 ? "changed-since" : use;
	items.push({ table, row: current, change: "added", fields, reason });
	if (reason !== null) return;
	deleted.push(current);
	rowsAfter.delete(key);
}

function planChangedRow({ before, after }: ChangedRow, { items, reverted }: TablePlan, context: TableContext): void {
	const { table, stored, rowsAfter } = context;
	const key = buildKey(after, table);
	const current = stored.get(key);
	if (!current) return;
	const columns = listChangedColumns({ before, after });
	const groups = [...Map.groupBy(columns, (column) => getColumnGroup(column, table)[0]).values()];
	let target = current;
	for (const group of groups) {
		const groupColumns = new Set(group.flatMap((column) => getColumnGroup(column, table)));
		const groupFields = listFields(table, after, before, current).filter(({ column }) => groupColumns.has(column));
		const fields = groupFields.filter((field) => group.includes(field.column) || hasChangedSince(field));
		const isPutBackAlready = fields.every((field) => isSameValue(field.before, field.now));
		if (isPutBackAlready) continue;
		const values = Object.fromEntries(group.map((column) => [column, before[column] ?? null]));
		const reason = fields.some(hasChangedSince) ? "changed-since" : findChangeBlock(table, current, values, context);
		items.push({ table, row: current, change: "changed", fields, reason });
		if (reason === null) target = { ...target, ...values };
	}
	if (target === current) return;
	reverted.push({ before: current, after: target });
	rowsAfter.set(key, target);
}

function planRemovedRow(row: TableRow, { items, restored }: TablePlan, context: TableContext): void {
	const { table, guard, stored, getRowsAfter, isReferenceMissing } = context;
	const key = buildKey(row, table);
	// A removed player's prices come back with the player.
	if (table.name === "player_prices") {
		if (!stored.has(key) && getRowsAfter("players").has(String(row.player_id))) restored.push(row);
		return;
	}
	if (stored.has(key)) {
		// The row was added again after the import.
		items.push({ table, row, change: "removed", fields: [], reason: "changed-since" });
		return;
	}
	const protection = guard(null, row)[0];
	const missing = isReferenceMissing(table.name, row) ? ("missing" as const) : null;
	const reason = protection ? getUndoReason(protection.reason) : missing;
	items.push({ table, row, change: "removed", fields: [], reason });
	if (reason === null) restored.push(row);
}

/** Whether a field was changed after the import. */
const hasChangedSince = ({ imported, now }: UndoField): boolean => !isSameValue(imported, now);

const listFields = (table: SeasonTable, imported: TableRow, before: TableRow, now: TableRow): UndoField[] =>
	Object.keys(imported)
		.filter((column) => !(table.matchBy ?? table.keys).includes(column))
		.map((column) => ({ column, before: before[column], imported: imported[column], now: now[column] }));

/** Finds why these values of a changed row cannot be put back. */
function findChangeBlock(
	table: SeasonTable,
	current: TableRow,
	values: TableRow,
	{ guard, isReferenceMissing }: UndoContext & { readonly guard: Guard },
): UndoReason | null {
	const affected = Object.keys(values).flatMap((column) => getColumnGroup(column, table));
	const protection = guard(current, { ...current, ...values }).find(({ columns = affected }) =>
		columns.some((column) => affected.includes(column)),
	);
	if (protection) return getUndoReason(protection.reason);
	return isReferenceMissing(table.name, values) ? "missing" : null;
}
