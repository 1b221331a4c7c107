import { Kysely, PostgresDialect } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { Tables } from "./tables/tables.ts";

/**
 * A transaction for what Kysely alone cannot do: `client` is the very connection that `transaction` speaks on, for
 * COPY. Nobody else's connection is waited for while it is held.
 */
export async function runClientTransaction<Result>(
	pool: Pool,
	work: (transaction: Kysely<Tables>, client: PoolClient) => Promise<Result>,
): Promise<Result> {
	const client = await pool.connect();
	const own = { query: client.query.bind(client), release: () => undefined } as unknown as PoolClient;
	const dialect = new PostgresDialect({
		pool: { options: pool.options, connect: async () => own, end: async () => undefined },
	});
	let failure: Error | undefined;
	try {
		return await new Kysely<Tables>({ dialect }).transaction().execute((transaction) => work(transaction, client));
	} catch (error) {
		failure = error instanceof Error ? error : new Error(String(error));
		throw error;
	} finally {
		// A connection that broke in the middle is not used again.
		client.release(failure && !("severity" in failure) ? failure : undefined);
	}
}
