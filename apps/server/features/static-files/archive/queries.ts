import type { Db } from "../../../db/tables/tables.ts";
import type { Percentages } from "../queries.ts";

export interface ArchivedFile {
	readonly name: string;
	readonly hash: string;
	/** Compressed with brotli. */
	readonly content: Buffer;
}

/** Lists the current season and all closed ones, the newest first. */
export const listSeasonRows = (db: Db) =>
	db
		.selectFrom("seasons")
		.where((where) => where.or([where("is_current", "=", true), where("status", "=", "closed")]))
		.select(["id", "name", "is_current", "is_demo"])
		.orderBy("id", "desc")
		.execute();

/** Lists the ids of closed seasons without archived files. */
export async function listUnarchivedSeasonIds(db: Db): Promise<number[]> {
	const rows = await db
		.selectFrom("seasons")
		.where("status", "=", "closed")
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom("season_files").whereRef("season_files.season_id", "=", "seasons.id").select("name"))),
		)
		.select("id")
		.orderBy("id")
		.execute();
	return rows.map(({ id }) => id);
}

/** Locks a closed season that has no archived files. Returns false if another process has archived it. */
export async function lockUnarchivedSeason(trx: Db, seasonId: number): Promise<boolean> {
	const season = await trx
		.selectFrom("seasons")
		.where("id", "=", seasonId)
		.where("status", "=", "closed")
		.select("id")
		.forNoKeyUpdate()
		.executeTakeFirst();
	return season !== undefined && (await listUnarchivedSeasonIds(trx)).includes(seasonId);
}

export async function insertArchivedFiles(trx: Db, seasonId: number, files: readonly ArchivedFile[]): Promise<void> {
	for (const file of files)
		await trx
			.insertInto("season_files")
			.values({ ...file, season_id: seasonId })
			.execute();
}

export const findArchivedFile = (db: Db, seasonId: number, name: string): Promise<ArchivedFile | undefined> =>
	db
		.selectFrom("season_files")
		.where("season_id", "=", seasonId)
		.where("name", "=", name)
		.select(["name", "hash", "content"])
		.executeTakeFirst();

export const listArchivedNames = (db: Db) =>
	db.selectFrom("season_files").select(["season_id", "name", "hash"]).orderBy("season_id").orderBy("name").execute();

/** Finds the percentages of teams that had each player, as last counted; null if they were never counted. */
export async function findLastPercentages(db: Db, seasonId: number): Promise<Percentages | null> {
	const row = await db
		.selectFrom("selection_counts")
		.where("season_id", "=", seasonId)
		.select("percentages")
		.executeTakeFirst();
	return row?.percentages ?? null;
}
