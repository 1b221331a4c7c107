import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { Db } from "../../../db/tables/tables.ts";
import type { AuditContext } from "../../../plugins/audit.ts";
import { saveFormerSquads, saveImportedFormerSquads } from "../current/former-squads.ts";
import { keepLocks } from "../current/kept-locks.ts";
import { savePreviousPositions } from "../current/previous-positions.ts";
import type { SeasonMerge } from "./merge/merge-season.ts";
import type { ChangedRow, TableChanges } from "./merge/merge-table.ts";
import type { SeasonTable, TableRow } from "./merge/season-tables.ts";
import { saveChanges } from "./season-row-queries.ts";
import { buildChangeRecord } from "./undo/build-record.ts";
import { insertImportChanges, listFullRows } from "./undo/queries.ts";

/** Lists the players whose positions change, with their present positions. */
export const listReplacedPositions = (changed: readonly ChangedRow[]) =>
	changed
		.filter(({ before, after }) => String(before.positions) !== String(after.positions))
		.map(({ before }) => ({ playerId: Number(before.id) as PlayerId, positions: before.positions as Line[] }));

/** Lists the players whose clubs change. */
export const listClubChanges = (changed: readonly ChangedRow[]) =>
	changed
		.filter(({ before, after }) => String(before.squad_id) !== String(after.squad_id))
		.map(({ before, after }) => ({
			playerId: Number(before.id) as PlayerId,
			before: Number(before.squad_id),
			after: Number(after.squad_id),
		}));

interface MergedRows {
	readonly tables: readonly TableChanges[];
	readonly progress: SeasonMerge["progress"];
	/** The round from which new positions count, by player; by default the first that has not begun. */
	readonly fromRounds?: ReadonlyMap<PlayerId, RoundId>;
}

/** Saves the changes of a merge. Earlier rounds keep the positions and clubs that players had in them, and begun ones their locks. */
export async function saveMergedRows(
	transaction: Db,
	seasonId: number,
	{ tables, progress, fromRounds }: MergedRows,
): Promise<void> {
	const { added = [], changed = [] } = tables.find(({ table }) => table.name === "players") ?? {};
	const replaced = listReplacedPositions(changed).map((replacedPosition) => ({
		...replacedPosition,
		fromRound: fromRounds?.get(replacedPosition.playerId),
	}));
	await savePreviousPositions(transaction, { seasonId, ...progress }, replaced);
	await saveFormerSquads(transaction, { seasonId, ...progress }, listClubChanges(changed));
	await keepLocks(transaction, { seasonId, now: progress.now }, () => saveChanges(transaction, seasonId, tables));
	const addedIds = added.map(({ id }) => Number(id));
	await saveImportedFormerSquads(transaction, seasonId, addedIds);
}

/** Records the changes of a merge, so that they can be undone. Call this before they are saved. */
export async function recordImport(
	transaction: Db,
	seasonId: number,
	{ season, tables, getRecorded }: Pick<SeasonMerge, "season" | "tables" | "getRecorded">,
	{ audit, source }: { readonly audit: AuditContext | undefined; readonly source: "files" | "fetch" },
): Promise<number> {
	const removed = new Map<SeasonTable["name"], readonly TableRow[]>();
	const players = tables.find(({ table }) => table.name === "players")?.removed ?? [];
	for (const { table, removed: rows } of tables) {
		if (rows.length === 0) continue;
		// All prices of a removed player are deleted with her.
		const fullRows =
			table.name === "player_prices"
				? await listFullRows(
						transaction,
						seasonId,
						{ ...table, keys: ["player_id"] },
						players.map(({ id = null }) => ({ player_id: id })),
					)
				: await listFullRows(transaction, seasonId, table, rows);
		removed.set(table.name, fullRows);
	}
	const changes = buildChangeRecord({
		merges: [season, ...tables],
		getRecorded,
		getRemoved: (name) => removed.get(name) ?? [],
	});
	const { actor = "command line", reason = "" } = audit ?? {};
	return insertImportChanges(transaction, { seasonId, actor, reason, source, changes });
}
