import type { PlayerAvailability, PlayerImport } from "@first-bounce/contract/operator/player-imports";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { sql } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** The values of a player that an injury list changes. */
export interface AvailabilityValues extends PlayerAvailability {
	/** The round that the status is about; null if none. */
	readonly roundId: RoundId | null;
}

export type AvailabilityRow = AvailabilityValues & { readonly id: PlayerId };

export async function listAvailability(db: Db, seasonId: number): Promise<Map<PlayerId, AvailabilityRow>> {
	const rows = await db
		.selectFrom("players")
		.where("season_id", "=", seasonId)
		.select(["id", "status", "status_note as note", "status_round_id as roundId"])
		.orderBy("id")
		.execute();
	return new Map(rows.map((row) => [row.id, row]));
}

/** Updates the players' availability in one statement. */
export async function saveAvailability(db: Db, seasonId: number, rows: readonly AvailabilityRow[]): Promise<void> {
	const statuses: PlayerStatus[] = rows.map(({ status }) => status);
	await sql`UPDATE players AS p SET status = n.status, status_note = n.note, status_round_id = n.round_id
		FROM unnest(${rows.map(({ id }) => id)}::int[], ${statuses}::text[], ${rows.map(({ note }) => note)}::text[],
			${rows.map(({ roundId }) => roundId)}::int[]) AS n (id, status, note, round_id)
		WHERE p.season_id = ${seasonId} AND p.id = n.id`.execute(db);
}

/** A change of one player: availability or the version of her photo. */
export interface ImportChange<Values extends object> {
	readonly playerId: PlayerId;
	readonly before: Values;
	readonly after: Values;
}

interface NewImport<Values extends object> {
	readonly seasonId: number;
	readonly kind: PlayerImport["kind"];
	readonly at: Date;
	readonly changes: readonly ImportChange<Values>[];
}

/** Saves an applied import with its changes. Returns its id. */
export async function insertImport<Values extends object>(
	db: Db,
	{ seasonId, kind, at, changes }: NewImport<Values>,
): Promise<number> {
	const { id } = await db
		.insertInto("player_imports")
		.values({ season_id: seasonId, kind, started_at: at, applied_at: at, undone_at: null })
		.returning("id")
		.executeTakeFirstOrThrow();
	const rows = changes.map(({ playerId, before, after }) => ({
		import_id: id,
		player_id: playerId,
		before: JSON.stringify(before),
		after: JSON.stringify(after),
	}));
	await db.insertInto("player_import_changes").values(rows).execute();
	return id;
}

export const findImport = (db: Db, seasonId: number, id: number) =>
	db.selectFrom("player_imports").where("season_id", "=", seasonId).where("id", "=", id).selectAll().executeTakeFirst();

export const listImportChanges = <Values extends object>(db: Db, importId: number) =>
	listRows(db)<ImportChange<Values>>`SELECT player_id AS "playerId", before, after
		FROM player_import_changes WHERE import_id = ${importId} ORDER BY player_id`;

export const markUndone = (db: Db, importId: number, at: Date) =>
	db.updateTable("player_imports").set({ undone_at: at }).where("id", "=", importId).execute();

/** Lists the newest applied imports of a season; with `id`, only that import. */
export async function listImports(
	db: Db,
	seasonId: number,
	{ limit, id = null }: { readonly limit: number; readonly id?: number | null },
): Promise<PlayerImport[]> {
	const rows = await db
		.selectFrom("player_imports as i")
		.where("season_id", "=", seasonId)
		.where("applied_at", "is not", null)
		.$if(id !== null, (query) => query.where("id", "=", id))
		.select(["id", "kind", "applied_at", "undone_at"])
		.select((eb) =>
			eb
				.selectFrom("player_import_changes as c")
				.whereRef("c.import_id", "=", "i.id")
				.select((counted) => counted.fn.countAll<number>().as("players"))
				.as("players"),
		)
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return rows.map((row) => ({
		id: row.id,
		kind: row.kind,
		appliedAt: (row.applied_at ?? new Date(0)).toISOString(),
		players: row.players ?? 0,
		isUndone: row.undone_at !== null,
	}));
}
