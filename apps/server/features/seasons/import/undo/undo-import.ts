import type { SeasonTime } from "@first-bounce/rules/ids";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/season-rules";
import type { StoredChanges } from "../../../../db/tables/season-changes.ts";
import type { Db } from "../../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../../plugins/audit.ts";
import { refuse } from "../../../../plugins/refusal.ts";
import { readTime, type TimeSource } from "../../current/season-clock.ts";
import { incrementDataVersion, lockImports, lockSeason } from "../../current/season-version-queries.ts";
import { repriceSavedTeams } from "../../start-rounds/reprice-teams.ts";
import { findDuplicateNameProblems } from "../merge/merge-problems.ts";
import { buildKey, changesBanks, type RecordedRows, type TableChanges } from "../merge/merge-table.ts";
import { loadRecordedRows } from "../merge/queries.ts";
import { createRowNames, type RowNames } from "../merge/row-names.ts";
import type { TableRow } from "../merge/season-tables.ts";
import { saveRecordedRows } from "../queries.ts";
import { saveWithHistory } from "../save-merge.ts";
import { saveChanges } from "../season-row-queries.ts";
import { isBlocked, planUndo, type UndoItem, type UndoPlan } from "./plan-undo.ts";
import { findImport, listImports, saveSeasonRules, saveUndone } from "./queries.ts";
import { loadUndoContext } from "./undo-context.ts";

export interface UndoPreview {
	readonly importId: number;
	readonly seasonId: number;
	readonly isUndone: boolean;
	readonly items: readonly UndoItem[];
	readonly names: RowNames;
}

async function loadPlan(transaction: Db, importId: number, time: TimeSource | undefined) {
	const now = time === undefined ? undefined : readTime(time);
	const storedImport = await findImport(transaction, importId);
	if (!storedImport) throw refuse(404, "season-import-unknown");
	const { season_id: seasonId, changes, undone_at, status } = storedImport;
	const context = await loadUndoContext(transaction, seasonId, changes, now);
	if (!context) throw refuse(404, "season-import-unknown");
	const plan = planUndo(changes, context);
	const names = createRowNames((name) => [
		...changes.flatMap(({ table, removed }) => (table === name ? removed : [])),
		...context.getStored(name).values(),
	]);
	const preview: UndoPreview = { importId, seasonId, isUndone: undone_at !== null, items: plan.items, names };
	return { plan, preview, changes, progress: context.progress, status };
}

const MAX_LISTED_IMPORTS = 20;

/** Lists the last imports that changed a season, the newest first. */
export const listLastImports = (db: Db, seasonId: number) => listImports(db, seasonId, MAX_LISTED_IMPORTS);

/** Lists what an undo of an import would put back, what it would keep, and what it cannot undo. */
export const previewUndo = (db: Db, importId: number, now?: SeasonTime): Promise<UndoPreview> =>
	db.transaction().execute(async (transaction) => {
		const { preview } = await loadPlan(transaction, importId, now);
		return preview;
	});

/**
 * Restores the values that were recorded before the import, for everything that is undone, so that the next import compares
 * with them.
 */
function restoreRecorded(
	recorded: RecordedRows,
	stored: StoredChanges,
	{ table, added, changed, removed }: TableChanges,
) {
	const rows: Record<string, TableRow> = { ...recorded };
	for (const row of [...added, ...removed]) {
		const key = buildKey(row, table);
		const before = stored.recorded[key];
		if (before) rows[key] = before;
		else delete rows[key];
	}
	for (const { before, after } of changed) {
		const key = buildKey(after, table);
		const earlier = stored.recorded[key] ?? {};
		const columns = Object.keys(after).filter((column) => before[column] !== after[column]);
		const keptColumns = Object.entries(rows[key] ?? {}).filter(([column]) => !columns.includes(column));
		const restored = Object.entries(earlier).filter(([column]) => columns.includes(column));
		rows[key] = Object.fromEntries([...keptColumns, ...restored]);
	}
	return rows;
}

async function saveUndo(
	transaction: Db,
	seasonId: number,
	{ changes: undone }: UndoPlan,
	stored: readonly StoredChanges[],
): Promise<void> {
	const rowChanges = undone.filter(({ table }) => table.name !== "seasons");
	const noChanges = { added: [], changed: [], removed: [] };
	// Rows are deleted last, because deleting a club deletes its players, who may have moved to another club.
	for (const kind of ["added", "changed", "removed"] as const)
		await saveChanges(
			transaction,
			seasonId,
			rowChanges.map((rowChange) => ({ ...noChanges, table: rowChange.table, [kind]: rowChange[kind] })),
		);
	const season = undone.find(({ table }) => table.name === "seasons")?.changed[0];
	if (season) {
		const { id: _, name, ...rules } = season.after;
		await saveSeasonRules(transaction, seasonId, String(name), JSON.stringify(applyDefaultRules(rules)));
	}
	const recorded = await loadRecordedRows(transaction, seasonId);
	const merges = undone.flatMap((changes) => {
		const record = stored.find(({ table }) => table === changes.table.name);
		if (!record) return [];
		return [{ table: changes.table, recorded: restoreRecorded(recorded(changes.table.name), record, changes) }];
	});
	if (merges.length > 0) await saveRecordedRows(transaction, seasonId, merges);
}

interface UndoOptions {
	readonly audit: AuditContext;
	readonly now?: TimeSource;
	/** Whether to undo the other items if some cannot be undone; by default nothing is undone then. */
	readonly leaveBlocked?: boolean;
}

/**
 * Undoes an import: puts back what it changed, except what was changed since, in one transaction under the season's lock.
 *
 * @throws Refusal `season-import-unknown`, `season-import-undone`, `season-is-closed`, `season-import-blocked`,
 * `season-import-names`
 */
export const undoImport = (db: Db, importId: number, { audit, now, leaveBlocked = false }: UndoOptions) =>
	db.transaction().execute(async (transaction) => {
		const storedImport = await findImport(transaction, importId);
		if (!storedImport) throw refuse(404, "season-import-unknown");
		await lockImports(transaction);
		await lockSeason(transaction, storedImport.season_id, "exclusive");
		const { plan, preview, changes, progress, status } = await loadPlan(transaction, importId, now);
		const { seasonId, items } = preview;
		if (preview.isUndone) throw refuse(409, "season-import-undone");
		if (status === "closed") throw refuse(409, "season-is-closed");
		const blocked = items.filter(isBlocked);
		if (blocked.length > 0 && !leaveBlocked) throw refuse(409, "season-import-blocked", { count: blocked.length });
		const [nameProblem] = findDuplicateNameProblems(plan);
		if (nameProblem) throw refuse(409, "season-import-names", { problem: nameProblem.message });
		const changed = plan.changes.find(({ table }) => table.name === "players")?.changed ?? [];
		await saveWithHistory(transaction, seasonId, { progress, changed }, () =>
			saveUndo(transaction, seasonId, plan, changes),
		);
		if (changesBanks(plan.changes)) await repriceSavedTeams(transaction, seasonId, progress.now);
		await saveUndone(transaction, importId, audit.actor);
		const count = (filter: (item: UndoItem) => boolean) => items.filter(filter).length;
		await writeAudit(transaction, audit, {
			action: "season-import-undone",
			subject: `season:${seasonId}`,
			before: null,
			after: {
				import: importId,
				putBack: count(({ reason }) => reason === null),
				changedSince: count(({ reason }) => reason === "changed-since"),
				blocked: blocked.length,
			},
		});
		await incrementDataVersion(transaction, seasonId);
		return { ...preview, isUndone: true };
	});
