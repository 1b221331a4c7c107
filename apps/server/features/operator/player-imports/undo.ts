import { isDeepStrictEqual } from "node:util";
import type { SuccessOf } from "@first-bounce/contract/call";
import type { undoPlayerImport as undoCall } from "@first-bounce/contract/operator/player-imports";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { changeSeason, type SeasonChange } from "../season/change-season.ts";
import type { OperatorServices } from "../services.ts";
import { buildImportEntry } from "./audit-entry.ts";
import { undoPhotos } from "./photo-queries.ts";
import {
	type AvailabilityValues,
	findImport,
	type ImportChange,
	listAvailability,
	listImportChanges,
	listImports,
	markUndone,
	saveAvailability,
} from "./queries.ts";

/** Restores the players who still have the values of the import. Returns the changes that were undone. */
async function undoAvailability({ trx, seasonId }: SeasonChange, changes: readonly ImportChange<AvailabilityValues>[]) {
	const rows = await listAvailability(trx, seasonId);
	const undone = changes.filter(({ playerId, after }) => {
		const row = rows.get(playerId);
		return row && isDeepStrictEqual({ status: row.status, note: row.note, roundId: row.roundId }, { ...after });
	});
	await saveAvailability(
		trx,
		seasonId,
		undone.map(({ playerId, before }) => ({ id: playerId, ...before })),
	);
	return undone;
}

/** Restores the photos of players who still have the photo of the import. Returns the changes that were undone. */
async function undoPhotoChanges(
	{ trx, seasonId }: SeasonChange,
	importId: number,
	changes: readonly ImportChange<object>[],
): Promise<readonly ImportChange<object>[]> {
	const undoneIds = new Set(await undoPhotos(trx, seasonId, importId));
	return changes.filter(({ playerId }) => undoneIds.has(playerId));
}

/** Undoes an import in one transaction. Players who were changed after it are left as they are. */
export async function undoPlayerImport(
	services: Pick<OperatorServices, "db" | "seasons" | "clocks">,
	id: number,
	audit: AuditContext,
): Promise<SuccessOf<typeof undoCall>> {
	return changeSeason(services, audit, async (context) => {
		const { trx, seasonId, season } = context;
		const row = await findImport(trx, seasonId, id);
		if (!row?.applied_at) throw refuse(404, "player-import-unknown");
		if (row.undone_at) throw refuse(409, "player-import-undone");
		const changes = await listImportChanges<AvailabilityValues>(trx, id);
		const undone =
			row.kind === "photos" ? await undoPhotoChanges(context, id, changes) : await undoAvailability(context, changes);
		await markUndone(trx, id, new Date(services.clocks.wallNow()));
		const [result] = await listImports(trx, seasonId, { limit: 1, id });
		if (!result) throw refuse(404, "player-import-unknown");
		const undoneIds = new Set(undone.map(({ playerId }) => playerId));
		const keptPlayers = changes
			.filter(({ playerId }) => !undoneIds.has(playerId))
			.flatMap(({ playerId }) => {
				const player = season.players.get(playerId);
				return player ? [{ playerId, name: player.name, squadId: player.squadId }] : [];
			});
		const reversed = undone.map(({ playerId, before, after }) => ({ playerId, before: after, after: before }));
		const entry = buildImportEntry("player-import-undone", { seasonId, id }, reversed);
		return { result: { import: result, kept: keptPlayers }, entry };
	});
}

const MAX_LISTED_IMPORTS = 10;

export const listPlayerImports = async ({ db, seasons }: Pick<OperatorServices, "db" | "seasons">) => ({
	imports: await listImports(db, seasons.current().seasonId, { limit: MAX_LISTED_IMPORTS }),
});
