import { DAY_MS } from "@first-bounce/rules/durations";
import type { Db } from "../../db/tables/tables.ts";

interface BackupRecord {
	readonly startedAt: Date;
	/** Null for a backup that failed. */
	readonly place: string | null;
	/** In bytes; null for a backup that failed. */
	readonly size: number | null;
	readonly error: string | null;
}

/** Finds the last backup that the server took, and the last that failed since then. */
export async function findLastBackups(db: Db) {
	const newest = db
		.selectFrom("backups")
		.select(["started_at as startedAt", "place", "size", "error"])
		.orderBy("started_at", "desc")
		.limit(1);
	const taken = (await newest.where("error", "is", null).executeTakeFirst()) ?? null;
	const failed = (await newest.where("error", "is not", null).executeTakeFirst()) ?? null;
	const isFailureOlder = failed !== null && taken !== null && failed.startedAt <= taken.startedAt;
	return { taken, failed: isFailureOlder ? null : failed };
}

const DAYS_KEPT = 400;

/** Records a backup, and deletes records older than DAYS_KEPT. */
export async function recordBackup(db: Db, { startedAt, place, size, error }: BackupRecord): Promise<void> {
	await db.insertInto("backups").values({ started_at: startedAt, place, size, error }).execute();
	const before = new Date(startedAt.getTime() - DAYS_KEPT * DAY_MS);
	await db.deleteFrom("backups").where("started_at", "<", before).execute();
}
