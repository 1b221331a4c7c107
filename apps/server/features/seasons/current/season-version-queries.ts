import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";

/**
 * Increments a season's data version in the transaction that changes its data. Every process is notified on commit. Returns
 * the new version.
 */
export async function incrementDataVersion(transaction: Db, seasonId: number): Promise<number> {
	const { data_version } = await transaction
		.updateTable("seasons")
		.set({ data_version: sql`data_version + 1` })
		.where("id", "=", seasonId)
		.returning("data_version")
		.executeTakeFirstOrThrow();
	await sql`SELECT pg_notify('season_changed', ${`${seasonId} ${data_version}`})`.execute(transaction);
	return data_version;
}

/**
 * Finds the present version of a season's data, to tell whether the season has changed since it was read.
 */
export async function findDataVersion(transaction: Db, seasonId: number): Promise<number> {
	const { data_version } = await transaction
		.selectFrom("seasons")
		.where("id", "=", seasonId)
		.select("data_version")
		.executeTakeFirstOrThrow();
	return data_version;
}

// The second number of these locks is their kind: 1 is the season's data, 2 the process that advances it (`trySeasonLock`), 3 the
// counts of selections, 4 standings, 5 the counts of ownership, 6 who last season's players are.

/**
 * Takes the lock for writing a season's standings until the transaction ends. Take it before `lockSeason`. Saves of
 * teams do not wait for it.
 */
export const lockStandings = (transaction: Db, seasonId: number) =>
	sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 4)`.execute(transaction);

/**
 * Takes the lock for changing who last season's players are, until the transaction ends. Changes of the season's players take it
 * after `lockSeason`, and leagues that are renewed take it alone.
 */
export const lockPersonMatches = (transaction: Db, seasonId: number) =>
	sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 6)`.execute(transaction);

/**
 * Makes imports, undos of imports and the begin of a season wait for each other, until the transaction ends. It takes the
 * lock of season 0, which does not exist.
 */
export const lockImports = (transaction: Db) => lockSeason(transaction, 0, "exclusive");

/** Locks a season until the transaction ends: shared for edits of teams, exclusive for publication (decision 014). */
export const lockSeason = (transaction: Db, seasonId: number, mode: "shared" | "exclusive") =>
	mode === "shared"
		? sql`SELECT pg_advisory_xact_lock_shared(${seasonId}::int, 1)`.execute(transaction)
		: sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 1)`.execute(transaction);
