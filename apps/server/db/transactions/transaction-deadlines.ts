import pg from "pg";

export type Query = (config: unknown, ...rest: unknown[]) => unknown;
/** A query's callback, if it has one instead of a promise. */
export type QueryCallback = (error: Error | null, result?: unknown) => void;

/** How long parts of a request may take, in milliseconds, before they fail. */
export interface QueryDeadlines {
	readonly statement: number;
	readonly lock: number;
	/** Between two statements of a transaction. */
	readonly idle: number;
	/** Waiting for a connection of the pool. */
	readonly connection: number;
}

const buildSettings = ({ statement, lock, idle }: QueryDeadlines): string =>
	`SET LOCAL statement_timeout = ${statement}; SET LOCAL lock_timeout = ${lock}; SET LOCAL idle_in_transaction_session_timeout = ${idle}`;

/** A statement that only begins a transaction. */
const BEGIN_STATEMENT = /^\s*(begin|start transaction)\b[^;]*;?\s*$/i;

/** The status that PostgreSQL reports outside a transaction ("idle"). */
const NO_TRANSACTION = "I";

export const isCallback = (value: unknown): value is QueryCallback => typeof value === "function";
/** COPY is sent as an object with a `submit` method (pg-copy-streams). */
const isStream = (config: unknown): boolean => typeof config === "object" && config !== null && "submit" in config;
const isTextQuery = (config: unknown): config is { readonly text: string } =>
	typeof config === "object" && config !== null && "text" in config && typeof config.text === "string";

/**
 * Wraps `send` so that each transaction sets the deadlines. A statement outside a transaction, except COPY, is run in a transaction
 * of its own. PgBouncer rejects deadlines as startup parameters, and a SET would not follow the client to its next server
 * connection (decision 087).
 */
export function setDeadlinesInTransactions(client: pg.Client, send: Query, deadlines: QueryDeadlines): Query {
	const settings = buildSettings(deadlines);
	/** Runs a statement without tracing it, because it is not the caller's. */
	const queryUntraced = pg.Client.prototype.query.bind(client) as (text: string) => Promise<unknown>;
	const runInOwnTransaction = async (config: unknown, rest: readonly unknown[]): Promise<unknown> => {
		try {
			await queryUntraced(`BEGIN; ${settings}`);
			const result = await send(config, ...rest);
			await queryUntraced("COMMIT");
			return result;
		} catch (error) {
			await queryUntraced("ROLLBACK").catch(() => undefined);
			throw error;
		}
	};
	const run = async (config: unknown, rest: readonly unknown[]): Promise<unknown> => {
		if (client.getTransactionStatus() !== NO_TRANSACTION) return send(config, ...rest);
		if (typeof config === "string" && BEGIN_STATEMENT.test(config)) return send(`${config}; ${settings}`, ...rest);
		if (isTextQuery(config) && BEGIN_STATEMENT.test(config.text))
			return send({ ...config, text: `${config.text}; ${settings}` }, ...rest);
		return runInOwnTransaction(config, rest);
	};
	/** A query that was sent outside a transaction. The next one waits for it, so as not to join its transaction. */
	let pending: Promise<unknown> | null = null;
	return (config, ...rest) => {
		const isInTransaction = pending === null && client.getTransactionStatus() !== NO_TRANSACTION;
		if (isStream(config) || isInTransaction) return send(config, ...rest);
		const callback = rest.at(-1);
		const values = isCallback(callback) ? rest.slice(0, -1) : rest;
		const result = pending ? pending.then(() => run(config, values)) : run(config, values);
		const settled = result
			.catch(() => undefined)
			.then(() => {
				if (pending === settled) pending = null;
			});
		pending = settled;
		if (!isCallback(callback)) return result;
		result.then(
			(value) => callback(null, value),
			(error) => callback(error),
		);
		return undefined;
	};
}
