import { sql } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";

/**
 * Takes the lock under which one process at a time advances a season. It is held until the transaction ends, which may
 * be idle for any length of time. Returns false if another process has the lock.
 */
export async function trySeasonLock(trx: Db, seasonId: number): Promise<boolean> {
	await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
	const row = await findRow(trx)<{ isLocked: boolean }>`
		SELECT pg_try_advisory_xact_lock(${seasonId}::int, 2) AS "isLocked"`;
	return row?.isLocked === true;
}

/** Stores the health of the polled provider for every process, with the database's time. */
export async function upsertFeedHealth(
	db: Db,
	{ source, health }: { readonly source: string; readonly health: FeedHealth },
): Promise<void> {
	const json = JSON.stringify({ ...health, matches: [...(health.matches ?? [])] });
	await sql`
		INSERT INTO feed_health (source, health, reported_at) VALUES (${source}, ${json}, clock_timestamp())
		ON CONFLICT (id) DO UPDATE SET source = excluded.source, health = excluded.health,
			reported_at = excluded.reported_at`.execute(db);
}

export const deleteFeedHealth = (db: Db) => db.deleteFrom("feed_health").execute();

/** Finds the health of the polled provider and its age by the clock of the database. */
export async function findFeedHealth(db: Db) {
	const row = await db
		.selectFrom("feed_health")
		.select([
			"source",
			"health",
			"reported_at as reportedAt",
			sql<number>`(extract(epoch FROM clock_timestamp() - reported_at) * 1000)::float8`.as("ageMs"),
		])
		.executeTakeFirst();
	if (!row) return null;
	const health: FeedHealth = { ...row.health, matches: new Map(row.health.matches) };
	return { ...row, health };
}
