import { Kysely, PostgresDialect, sql } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { Db, Tables } from "../tables/tables.ts";

/**
 * Runs a transaction that also needs the pg client, for COPY: `transaction` and `client` share one connection.
 */
export async function runClientTransaction<Result>(
	pool: Pool,
	work: (trx: Db, client: PoolClient) => Promise<Result>,
): Promise<Result> {
	const client = await pool.connect();
	const sharedClient = { query: client.query.bind(client), release: () => undefined } as unknown as PoolClient;
	const dialect = new PostgresDialect({
		pool: { options: pool.options, connect: async () => sharedClient, end: async () => undefined },
	});
	let failure: Error | undefined;
	try {
		return await new Kysely<Tables>({ dialect }).transaction().execute((trx) => work(trx, client));
	} catch (error) {
		failure = error instanceof Error ? error : new Error(String(error));
		throw error;
	} finally {
		// A broken connection is not returned to the pool.
		client.release(failure && !("severity" in failure) ? failure : undefined);
	}
}

/** Removes the time limits of a transaction that the database or its user may have. */
export const allowLongTransaction = (trx: Db) =>
	sql`SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
		set_config('transaction_timeout', '0', true)`.execute(trx);

/**
 * Runs part of a transaction. If it fails, only what it wrote is rolled back, `onError` gets the error, and the
 * transaction goes on. Rejects if the rollback fails, as when the connection is lost.
 */
export async function runInSavepoint(
	trx: Db,
	work: () => Promise<void>,
	onError: (error: unknown) => void,
): Promise<void> {
	await sql`SAVEPOINT part`.execute(trx);
	try {
		await work();
	} catch (error) {
		await sql`ROLLBACK TO SAVEPOINT part`.execute(trx);
		onError(error);
	}
}

/** Marks a point in a transaction. `rollBackTo` undoes everything written since, and releases the locks taken since. */
export const createSavepoint = (client: PoolClient, name: string) =>
	client.query(`SAVEPOINT ${client.escapeIdentifier(name)}`);

export const rollBackTo = (client: PoolClient, savepoint: string) =>
	client.query(`ROLLBACK TO SAVEPOINT ${client.escapeIdentifier(savepoint)}`);
