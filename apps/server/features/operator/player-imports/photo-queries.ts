import type { PlayerId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** The version of a player's photo before or after an import; 0 means no photo. */
export interface PhotoValues {
	readonly version: number;
}

/** Starts an import whose photos are uploaded one by one. Returns its id. */
export async function insertPhotoImport(db: Db, seasonId: number, at: Date): Promise<number> {
	const { id } = await db
		.insertInto("player_imports")
		.values({ season_id: seasonId, kind: "photos", started_at: at, applied_at: null, undone_at: null })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Locks an import until the end of the transaction. */
export const lockPhotoImport = (trx: Db, seasonId: number, id: number) =>
	trx
		.selectFrom("player_imports")
		.where("season_id", "=", seasonId)
		.where("id", "=", id)
		.where("kind", "=", "photos")
		.selectAll()
		.forUpdate()
		.executeTakeFirst();

/** Finds the current version of a player's photo and the version that this import has uploaded for her; 0 for none. */
export const findPhotoVersions = (
	db: Db,
	{
		seasonId,
		importId,
		playerId,
	}: { readonly seasonId: number; readonly importId: number; readonly playerId: PlayerId },
): Promise<{ readonly current: number; readonly uploaded: number } | undefined> =>
	findRow(db)<{ current: number; uploaded: number }>`SELECT p.photo_version AS current,
			coalesce((SELECT (after->>'version')::int FROM player_import_changes AS c
				WHERE c.import_id = ${importId} AND c.player_id = p.id), 0) AS uploaded
		FROM players AS p WHERE p.season_id = ${seasonId} AND p.id = ${playerId}`;

export async function saveUploadedPhoto(
	db: Db,
	importId: number,
	playerId: PlayerId,
	versions: { readonly before: PhotoValues; readonly after: PhotoValues },
): Promise<void> {
	const before = JSON.stringify(versions.before);
	const after = JSON.stringify(versions.after);
	await db
		.insertInto("player_import_changes")
		.values({ import_id: importId, player_id: playerId, before, after })
		.onConflict((conflict) => conflict.columns(["import_id", "player_id"]).doUpdateSet({ before, after }))
		.execute();
}

/** Publishes the uploaded photos. Records again which they replace, because a photo may have changed since its upload. */
export async function applyPhotos(trx: Db, seasonId: number, importId: number, at: Date): Promise<void> {
	await sql`UPDATE player_import_changes AS c SET before = jsonb_build_object('version', p.photo_version)
		FROM players AS p WHERE c.import_id = ${importId} AND p.season_id = ${seasonId} AND p.id = c.player_id`.execute(
		trx,
	);
	await sql`UPDATE players AS p SET photo_version = (c.after->>'version')::int
		FROM player_import_changes AS c
		WHERE c.import_id = ${importId} AND p.season_id = ${seasonId} AND p.id = c.player_id`.execute(trx);
	await trx.updateTable("player_imports").set({ applied_at: at }).where("id", "=", importId).execute();
}

/** Restores photos of players who still have the import's. Returns their ids. */
export async function undoPhotos(trx: Db, seasonId: number, importId: number): Promise<PlayerId[]> {
	const rows = await listRows(trx)<{ id: PlayerId }>`UPDATE players AS p SET photo_version = (c.before->>'version')::int
		FROM player_import_changes AS c
		WHERE c.import_id = ${importId} AND p.season_id = ${seasonId} AND p.id = c.player_id
			AND p.photo_version = (c.after->>'version')::int
		RETURNING p.id`;
	return rows.map(({ id }) => id);
}

/**
 * Deletes imports that were started before a time and never applied. Returns the photos that they uploaded: their rows, which are
 * deleted with the imports, are still seen in the same statement.
 */
export const deleteAbandonedImports = (db: Db, seasonId: number, startedBefore: Date) =>
	listRows(db)<{ playerId: PlayerId; version: number }>`WITH abandoned AS (
			DELETE FROM player_imports
			WHERE season_id = ${seasonId} AND applied_at IS NULL AND started_at < ${startedBefore} RETURNING id)
		SELECT c.player_id AS "playerId", (c.after->>'version')::int AS version
		FROM player_import_changes AS c JOIN abandoned AS a ON a.id = c.import_id`;
