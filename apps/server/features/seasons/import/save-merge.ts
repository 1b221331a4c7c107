import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { Db } from "../../../db/tables/tables.ts";
import type { AuditContext } from "../../../plugins/audit.ts";
import { saveFormerSquads, saveImportedFormerSquads } from "../current/former-squads.ts";
import { changeMatchesKeepingLocks } from "../current/kept-locks.ts";
import { savePreviousPositions } from "../current/previous-positions.ts";
import { savePersonMatches } from "../rollover/person-match-queries.ts";
import type { SeasonProgress } from "./merge/forbidden-changes.ts";
import type { SeasonMerge } from "./merge/merge-season.ts";
import type { ChangedRow, TableChanges } from "./merge/merge-table.ts";
import type { SeasonTable, TableRow } from "./merge/season-tables.ts";
import { saveChanges } from "./season-row-queries.ts";
import { buildChangeRecord } from "./undo/build-record.ts";
import { insertImportChanges, listFullRows } from "./undo/queries.ts";

interface HistoryOptions {
	readonly progress: SeasonProgress;
	/** The changes of players. */
	readonly changed: readonly ChangedRow[];
	/** The round from which new positions count, by player; by default the first that has not begun. */
	readonly fromRounds?: ReadonlyMap<PlayerId, RoundId> | undefined;
}

/**
 * Saves changes of rows. Earlier rounds keep the positions and clubs that players had in them, and begun ones their locks. Last
 * season's players are looked for again.
 */
export async function saveWithHistory(
	transaction: Db,
	seasonId: number,
	{ progress, changed, fromRounds }: HistoryOptions,
	saveRows: () => Promise<void>,
): Promise<void> {
	const listChangesOf = (column: "positions" | "squad_id") =>
		changed
			.filter(({ before, after }) => String(before[column]) !== String(after[column]))
			.map(({ before, after }) => ({ playerId: Number(before.id), before: before[column], after: after[column] }));
	const positionChanges = listChangesOf("positions").map(({ playerId, before }) => ({
		playerId,
		positions: before as Line[],
		fromRound: fromRounds?.get(playerId),
	}));
	const clubChanges = listChangesOf("squad_id").map(({ playerId, before, after }) => ({
		playerId,
		before: Number(before),
		after: Number(after),
	}));
	await savePreviousPositions(transaction, { seasonId, ...progress }, positionChanges);
	await saveFormerSquads(transaction, { seasonId, ...progress }, clubChanges);
	await changeMatchesKeepingLocks(transaction, { seasonId, now: progress.now }, saveRows);
	await savePersonMatches(transaction, seasonId);
}

interface MergedRows extends Omit<HistoryOptions, "changed"> {
	readonly tables: readonly TableChanges[];
}

export async function saveMergedRows(transaction: Db, seasonId: number, { tables, ...options }: MergedRows) {
	const { added = [], changed = [] } = tables.find(({ table }) => table.name === "players") ?? {};
	await saveWithHistory(transaction, seasonId, { ...options, changed }, () =>
		saveChanges(transaction, seasonId, tables),
	);
	const addedIds = added.map(({ id }) => Number(id));
	await saveImportedFormerSquads(transaction, seasonId, addedIds);
}

/** Records the changes of a merge, so that they can be undone. Call this before they are saved. */
export async function recordImport(
	transaction: Db,
	seasonId: number,
	{ season, tables, getRecorded }: Pick<SeasonMerge, "season" | "tables" | "getRecorded">,
	{ audit, source }: { readonly audit: AuditContext | undefined; readonly source: "files" | "fetch" },
): Promise<void> {
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
	await insertImportChanges(transaction, { seasonId, actor, reason, source, changes });
}
