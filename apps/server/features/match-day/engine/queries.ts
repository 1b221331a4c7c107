import { type Kysely, sql } from "kysely";
import type { ClientBase, Pool } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import type { FeedHealth } from "../../stats-providers/feed.ts";

/** Takes an advisory lock for as long as the connection lasts. Returns false if another connection has it. */
export async function tryLeaderLock(client: ClientBase, lockId: number): Promise<boolean> {
	const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [lockId]);
	return rows[0]?.locked === true;
}

/**
 * Takes the lock under which one process at a time advances a season. It is held until the transaction ends, which may
 * be idle for any length of time. Returns false if another process has the lock.
 */
export async function trySeasonLock(transaction: Kysely<Tables>, seasonId: number): Promise<boolean> {
	await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
	const { rows } = await sql<{
		locked: boolean;
	}>`SELECT pg_try_advisory_xact_lock(${seasonId}::int, 2) AS locked`.execute(transaction);
	return rows[0]?.locked === true;
}

// pg_locks splits the 64-bit number of an advisory lock into classid and objid.
const FIND_ADVISORY_LOCK = `SELECT EXISTS (SELECT FROM pg_locks
	WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`;

/** Whether any connection to this database has an advisory lock. */
export async function isAdvisoryLockTaken(pool: Pool, lockId: number): Promise<boolean> {
	const { rows } = await pool.query<{ held: boolean }>({
		name: "advisory-lock",
		text: FIND_ADVISORY_LOCK,
		values: [lockId],
	});
	return rows[0]?.held ?? false;
}

/** Stores the health of the polled provider for every process, with the database's time. */
export async function upsertFeedHealth(
	db: Kysely<Tables>,
	{ source, health }: { readonly source: string; readonly health: FeedHealth },
): Promise<void> {
	const json = JSON.stringify({ ...health, matches: [...(health.matches ?? [])] });
	await sql`
		INSERT INTO feed_health (source, health, reported_at) VALUES (${source}, ${json}, clock_timestamp())
		ON CONFLICT (id) DO UPDATE SET source = excluded.source, health = excluded.health,
			reported_at = excluded.reported_at`.execute(db);
}

export const deleteFeedHealth = (db: Kysely<Tables>) => db.deleteFrom("feed_health").execute();

/** Finds the health of the polled provider and its age by the clock of the database. */
export async function findFeedHealth(db: Kysely<Tables>) {
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
