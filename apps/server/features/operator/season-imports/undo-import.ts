import type { ImportUndo, SeasonImport } from "@first-bounce/contract/operator/season/season-undo";
import { sum } from "@first-bounce/rules/numbers";
import type { AuditContext } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { listLastImports, previewUndo, type UndoPreview, undoImport } from "../../seasons/import/undo/undo-import.ts";
import type { OperatorServices } from "../services.ts";

export async function listSeasonImports({ db, seasons }: OperatorServices): Promise<SeasonImport[]> {
	const rows = await listLastImports(db, seasons.current().seasonId);
	return rows.map(({ id, imported_at, actor, name, reason, source, changes, undone_at }) => {
		const count = (kind: "added" | "changed" | "removed") =>
			sum(changes.map((change) => (change.table === "player_prices" ? 0 : change[kind].length)));
		return {
			id,
			at: imported_at.toISOString(),
			actor: name ?? actor,
			reason,
			source,
			added: count("added"),
			changed: count("changed"),
			removed: count("removed"),
			undoneAt: formatInstant(undone_at),
		};
	});
}

const buildUndo = ({ importId, isUndone, items, names }: UndoPreview): ImportUndo => ({
	id: importId,
	isUndone,
	items: items.map(({ table, row, change, fields, reason }) => ({
		table: table.name,
		name: names.describe(table.name, row),
		change,
		fields: fields.map(({ column, before, imported, now }) => ({
			column,
			before: names.format(column, before),
			imported: names.format(column, imported),
			now: names.format(column, now),
		})),
		reason,
	})),
});

export const showUndo = async ({ db, clocks }: OperatorServices, id: number): Promise<ImportUndo> =>
	buildUndo(await previewUndo(db, id, clocks.seasonNow()));

/** Undoes an import of season files or of accepted changes. With `leaveBlocked`, what cannot be undone stays as it is. */
export async function undoSeasonImport(
	{ db, seasons, clocks }: OperatorServices,
	id: number,
	leaveBlocked: boolean,
	audit: AuditContext,
): Promise<ImportUndo> {
	const undone = await undoImport(db, id, { audit, leaveBlocked, now: clocks.seasonNow });
	await seasons.refresh();
	return buildUndo(undone);
}
