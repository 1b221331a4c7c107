import type pg from "pg";
import { nameQuery } from "./prepared.ts";
import { TracedClient } from "./query-trace.ts";
import { createCommitWatch, type WatchQuery } from "./servers/unconfirmed-commits.ts";
import {
	isCallback,
	type Query,
	type QueryCallback,
	type QueryDeadlines,
	setDeadlinesInTransactions,
} from "./transactions/transaction-deadlines.ts";

export interface Server {
	readonly host: string;
	readonly port: number;
}

/** Finds the one of several PostgreSQL servers that accepts writes. */
export interface PrimaryFinder {
	/** Every server, as `host:port`. */
	readonly names: readonly string[];
	/** @throws NoPrimaryError if none accepts writes */
	readonly find: () => Promise<Server>;
	/**
	 * Checks that a new connection leads to the primary.
	 *
	 * @throws NoPrimaryError if it does not
	 */
	readonly check: (client: pg.Client) => Promise<void>;
	/** Looks for the primary again before the next connection. */
	readonly forget: () => void;
}

/** How to reach the database. Everything that opens connections gets it. */
export interface DatabaseAccess {
	readonly url: string;
	/** If given, connections go to the primary that it finds instead of the URL's host. */
	readonly primary?: PrimaryFinder | null | undefined;
	/** The URL for connections that need a session of their own, if `url` is a PgBouncer in transaction mode. */
	readonly sessionUrl?: string | null | undefined;
	/** The maximum number of connections of this process. */
	readonly maxConnections?: number | undefined;
}

/** The longest time to wait for a new connection. */
const CONNECT_TIMEOUT_MS = 5_000;
/** After this long without an answer, the operating system probes the connection ten times, a second apart. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** PostgreSQL's code for a write on a server that has become a standby. */
const READ_ONLY_CODE = "25006";

type ConnectCallback = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

/**
 * Removes the name that makes a query a prepared statement. Through PgBouncer, the next transaction may run on another
 * connection to the server, which does not know the statement.
 */
const removeName = (config: unknown): unknown =>
	typeof config === "object" && config !== null && "name" in config && "text" in config
		? { ...config, name: undefined }
		: config;

/** Fails a query if it was a commit that a synchronous standby did not confirm. */
const checkCommits =
	(send: Query, watchQuery: WatchQuery): Query =>
	(config, ...rest) => {
		const endWatch = watchQuery();
		const callback = rest.at(-1);
		if (isCallback(callback)) {
			const handleResult: QueryCallback = (error, result) => {
				const failure = endWatch();
				callback(error ?? failure, result);
			};
			return send(config, ...rest.slice(0, -1), handleResult);
		}
		const result = send(config, ...rest);
		if (result instanceof Promise)
			return result.then(
				(value) => {
					const failure = endWatch();
					if (failure) throw failure;
					return value;
				},
				(error) => {
					endWatch();
					throw error;
				},
			);
		endWatch();
		return result;
	};

/**
 * Creates the class of all connections to this database: they go to the primary, close when their server
 * becomes read-only, fail if a synchronous standby does not confirm a commit, and use no prepared statements through PgBouncer.
 * `transactionDeadlines` are set in each transaction.
 */
export function createClientClass(
	access: DatabaseAccess,
	transactionDeadlines: QueryDeadlines | null = null,
): typeof pg.Client {
	const usesPgBouncer = typeof access.sessionUrl === "string";
	const primary = usesPgBouncer ? null : access.primary;
	const watchCommits = createCommitWatch(getSessionAccess(access).url, () =>
		createSessionClient(access, "first-bounce commit time-out"),
	);
	return class extends TracedClient {
		constructor(config: pg.ClientConfig) {
			super({
				connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
				keepAlive: true,
				keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
				...config,
			});
			// A broken connection fails its next query. Without a listener its error event would end the process.
			this.on("error", () => primary?.forget());
			const query: Query = this.query.bind(this);
			const sendQuery: Query = (config, ...rest) =>
				usesPgBouncer ? query(removeName(config), ...rest) : query(...nameQuery(config, rest));
			const send = transactionDeadlines ? setDeadlinesInTransactions(this, sendQuery, transactionDeadlines) : sendQuery;
			const closeIfReadOnly = (error: { code?: string }) => {
				if (error.code === READ_ONLY_CODE) void this.end().catch(() => undefined);
			};
			const queryWithCommitCheck = checkCommits(send, watchCommits(this));
			const queryAndCloseIfReadOnly: Query = (...args) => {
				const result = queryWithCommitCheck(...args);
				if (result instanceof Promise) result.catch(closeIfReadOnly);
				return result;
			};
			Object.defineProperty(this, "query", { value: queryAndCloseIfReadOnly, writable: true });
		}

		override connect(): Promise<pg.Client>;
		override connect(callback: ConnectCallback): void;
		override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
			const connecting = this.connectToPrimary();
			if (!callback) return connecting;
			connecting.then(
				() => callback(null, this),
				(error) => callback(error),
			);
			return undefined;
		}

		private async connectToPrimary(): Promise<this> {
			if (!primary) {
				await super.connect();
				return this;
			}
			Object.assign(this, await primary.find());
			try {
				await super.connect();
				await primary.check(this);
				return this;
			} catch (error) {
				primary.forget();
				await this.end().catch(() => undefined);
				throw error;
			}
		}
	};
}

/** Gets the access for connections that need a session, to listen or to hold a lock. */
export const getSessionAccess = (access: DatabaseAccess): DatabaseAccess => ({
	...access,
	url: access.sessionUrl ?? access.url,
	sessionUrl: null,
});

/** Creates a connection outside the pool, for work that needs a session. The caller connects it. */
export function createSessionClient(access: DatabaseAccess, applicationName: string): pg.Client {
	const session = getSessionAccess(access);
	const Client = createClientClass(session);
	return new Client({ connectionString: session.url, application_name: applicationName });
}

/**
 * Builds the SQL for whether any connection to this database has an advisory lock. pg_locks splits the lock's 64-bit number
 * into classid and objid.
 */
export const buildLockCheck = (lockId: number): string => `EXISTS (SELECT FROM pg_locks
	WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = ${lockId} AND objsubid = 1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/**
 * Connects a client of `createSessionClient` that holds a lock. If this machine vanishes without closing the connection,
 * PostgreSQL notices within 25 seconds and releases the lock; by default that takes two hours.
 */
export async function connectLockHolder(client: pg.Client): Promise<void> {
	await client.connect();
	await client.query("SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3");
}
