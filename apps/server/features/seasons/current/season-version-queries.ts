import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/**
 * Increments a season's data version in the transaction that changes its data. Every process is notified on commit. Returns
 * the new version.
 */
export async function incrementDataVersion(transaction: Kysely<Tables>, seasonId: number): Promise<number> {
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
 * Gets the current version of a season's data, to compare it with the version at which a transaction read the season.
 */
export async function findDataVersion(transaction: Kysely<Tables>, seasonId: number): Promise<number> {
	const { data_version } = await transaction
		.selectFrom("seasons")
		.where("id", "=", seasonId)
		.select("data_version")
		.executeTakeFirstOrThrow();
	return data_version;
}

/**
 * Takes the lock for writing standings of a season until the transaction ends. Take it before the season's lock. Saves
 * of teams do not wait for it.
 */
export const lockStandings = (transaction: Kysely<Tables>, seasonId: number) =>
	sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 4)`.execute(transaction);

/** Locks a season until the transaction ends: shared for edits of teams, exclusive for publication (decision 014). */
export const lockSeason = (transaction: Kysely<Tables>, seasonId: number, mode: "shared" | "exclusive") =>
	mode === "shared"
		? sql`SELECT pg_advisory_xact_lock_shared(${seasonId}::int, 1)`.execute(transaction)
		: sql`SELECT pg_advisory_xact_lock(${seasonId}::int, 1)`.execute(transaction);
