import { AsyncResource } from "node:async_hooks";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { StartupError } from "../startup-error.ts";
import { createClientClass, type DatabaseAccess } from "./client.ts";
import type { Db, Tables } from "./tables/tables.ts";
import type { QueryDeadlines } from "./transactions/transaction-deadlines.ts";

const { builtins } = pg.types;

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/** Parses a bigint. Returns the text if it does not fit a number. */
function parseInt8(text: string): number | string {
	const value = Number(text);
	return Number.isSafeInteger(value) ? value : text;
}

const parsers = new Map<number, (text: string) => unknown>([
	[builtins.INT8, parseInt8],
	[builtins.NUMERIC, Number],
	// A birthday has no time zone: "1995-03-25".
	[builtins.DATE, (text) => text],
]);

const types: pg.CustomTypesConfig = {
	getTypeParser: (id: number, format?: "text" | "binary") =>
		parsers.get(id) ?? pg.types.getTypeParser(id, format as "text"),
};

export interface Connection extends DatabaseAccess {
	readonly db: Db;
	readonly pool: pg.Pool;
}

/** A pool whose queries run in the asynchronous context of their caller, also if they had to wait for a connection. */
class Pool extends pg.Pool {
	override connect(): Promise<pg.PoolClient>;
	override connect(callback: ConnectCallback): void;
	override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
		if (!callback) return super.connect();
		super.connect(AsyncResource.bind(callback));
		return undefined;
	}
}

const DEFAULT_POOL_SIZE = 10;

export const DEFAULT_CONNECTIONS = 20;
export const MIN_CONNECTIONS = 12;
/**
 * Connections that need a session: to listen, to lead the season, to lead the export, and to keep the embedded
 * PostgreSQL running or to claim the media folder.
 */
const SESSION_CONNECTIONS = 4;
const MAX_ENGINE_CONNECTIONS = 6;
const BACKGROUND_CONNECTIONS = { min: 2, max: 3 };

/** Divides the connections of this process between requests, the season's engine and background jobs. */
export function getPoolSizes({ maxConnections = DEFAULT_CONNECTIONS }: DatabaseAccess): {
	readonly requests: number;
	readonly engine: number;
	readonly background: number;
} {
	const pooled = maxConnections - SESSION_CONNECTIONS;
	const engine = Math.min(MAX_ENGINE_CONNECTIONS, Math.floor(pooled / 2));
	const { min, max } = BACKGROUND_CONNECTIONS;
	const background = Math.max(min, Math.min(max, Math.floor((pooled - engine) / 3)));
	return { requests: pooled - engine - background, engine, background };
}

/** For requests only: backups, publications and migrations may take longer. */
const REQUEST_DEADLINES: QueryDeadlines = { statement: 60_000, lock: 30_000, idle: 60_000, connection: 10_000 };

/** PgBouncer accepts none of PostgreSQL's time limits as settings of a connection. */
const getTimeLimits = (usesPgBouncer: boolean, { statement, lock, idle, connection }: QueryDeadlines) => ({
	connectionTimeoutMillis: connection,
	...(usesPgBouncer
		? {}
		: { statement_timeout: statement, lock_timeout: lock, idle_in_transaction_session_timeout: idle }),
});

/** Creates the pool of requests, whose queries fail after a deadline so that no request waits forever. */
export const connectForRequests = (access: DatabaseAccess, deadlines = REQUEST_DEADLINES): Connection =>
	connect(access, getPoolSizes(access).requests, deadlines);

/** Creates the pool for reads from a standby. Either both the primary and the standby are behind PgBouncer, or neither is. */
export const connectForReads = (primary: DatabaseAccess, url: string): Connection => {
	const { sessionUrl, maxConnections } = primary;
	// The session URL is not connected to: it only marks `url` as leading to PgBouncer.
	return connectForRequests({ url, sessionUrl: sessionUrl ? url : null, maxConnections });
};

/** Creates a connection pool and query builder. Connects on first use. */
export function connect(
	access: DatabaseAccess,
	poolSize = DEFAULT_POOL_SIZE,
	deadlines: QueryDeadlines | null = null,
): Connection {
	const { url, primary, sessionUrl, maxConnections } = access;
	const usesPgBouncer = Boolean(sessionUrl);
	const pool = new Pool({
		Client: createClientClass(access, usesPgBouncer ? deadlines : null),
		connectionString: url,
		...(deadlines ? getTimeLimits(usesPgBouncer, deadlines) : {}),
		max: poolSize,
		types,
		application_name: "first-bounce",
	});
	// Without a listener, an error of an idle connection would end the process.
	pool.on("error", () => undefined);
	const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
	return { db, pool, url, primary, sessionUrl, maxConnections };
}

const MIN_POSTGRES_MAJOR = 18;

/** Node's error codes for a certificate whose authority is not trusted. */
const UNTRUSTED_CODE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/;
const isUntrustedCertificate = (error: unknown): boolean =>
	error instanceof Error && "code" in error && UNTRUSTED_CODE.test(String(error.code));

interface ServerState {
	readonly version: number;
	readonly encoding: string;
	readonly hidesWarnings: boolean;
	readonly mayCreateTables: boolean;
	/** The statement that makes the user the owner of the database, for the error message. */
	readonly changeOwner: string;
}

/** Formats where a database is, without its user and password. */
export const formatHost = ({ url, primary, sessionUrl }: Connection): string =>
	primary && !sessionUrl ? primary.names.join(",") : new URL(url).host;

/**
 * Checks that the server can run on the database.
 *
 * @throws StartupError if the database does not answer, its PostgreSQL is too old, its encoding is not UTF-8, it sends no
 * warnings, or its user may not create tables
 */
export async function checkDatabase(connection: Connection): Promise<void> {
	const host = formatHost(connection);
	let state: ServerState | undefined;
	try {
		const { rows } = await connection.pool.query<ServerState>(
			`SELECT current_setting('server_version_num')::int AS version,
				current_setting('server_encoding') AS encoding,
				current_setting('client_min_messages') = 'error' AS "hidesWarnings",
				coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreateTables",
				format('ALTER DATABASE %I OWNER TO %I', current_database(), current_user) AS "changeOwner"`,
		);
		state = rows[0];
	} catch (cause) {
		const hint = isUntrustedCertificate(cause) ? ". Name its authority in DATABASE_URL: sslrootcert=FILE" : "";
		throw new StartupError(`The database at ${host} cannot be used: ${formatReason(cause)}${hint}`, { cause });
	}
	const { version = 0, encoding = "", hidesWarnings = false, mayCreateTables = false, changeOwner = "" } = state ?? {};
	const major = Math.floor(version / 10_000);
	if (major < MIN_POSTGRES_MAJOR) {
		throw new StartupError(
			`The database at ${host} is PostgreSQL ${major}; First Bounce needs ${MIN_POSTGRES_MAJOR} or newer`,
		);
	}
	if (encoding !== "UTF8") {
		throw new StartupError(
			`The database at ${host} has the encoding ${encoding}; First Bounce needs UTF8: create it with createdb --encoding UTF8 --template template0`,
		);
	}
	// PostgreSQL only warns if a standby did not confirm a commit.
	if (hidesWarnings) {
		throw new StartupError(
			`The database at ${host} has client_min_messages = error, which hides that a standby did not confirm a save: ALTER ROLE … RESET client_min_messages`,
		);
	}
	if (!mayCreateTables)
		throw new StartupError(`The user of the database at ${host} cannot create tables in it: ${changeOwner}`);
}

/** Formats the first line of an error's message; of an AggregateError without one, that of its first error. */
export function formatReason(cause: unknown): string {
	if (cause instanceof AggregateError && cause.message === "") return formatReason(cause.errors[0]);
	return (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0] ?? "";
}
