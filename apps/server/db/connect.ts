import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { StartupError } from "../startup-error.ts";
import { TracedClient } from "./query-trace.ts";
import type { Tables } from "./tables/tables.ts";

const { builtins } = pg.types;

/** Returns a string for a bigint that does not fit a number. */
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

export interface Connection {
	readonly db: Kysely<Tables>;
	readonly pool: pg.Pool;
	readonly url: string;
}

/** Creates a connection pool and query builder. Connects on first use. */
export function connect(url: string, poolSize = 10): Connection {
	const pool = new pg.Pool({
		Client: TracedClient,
		connectionString: url,
		max: poolSize,
		types,
		application_name: "first-bounce",
	});
	// A broken connection fails its next query. Without listeners its error event would end the process.
	pool.on("error", () => undefined);
	pool.on("connect", (client) => client.on("error", () => undefined));
	return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool, url };
}

const MIN_POSTGRES_MAJOR = 18;

/**
 * @throws StartupError if the database does not answer or its PostgreSQL is too old
 */
export async function checkReachable({ pool, url }: Connection): Promise<void> {
	const { host } = new URL(url);
	let version: number;
	try {
		const { rows } = await pool.query<{ version: number }>(
			"SELECT current_setting('server_version_num')::int AS version",
		);
		version = rows[0]?.version ?? 0;
	} catch (cause) {
		throw new StartupError(`The database at ${host} cannot be used: ${formatReason(cause)}`, { cause });
	}
	const major = Math.floor(version / 10_000);
	if (major < MIN_POSTGRES_MAJOR) {
		throw new StartupError(
			`The database at ${host} is PostgreSQL ${major}; First Bounce needs ${MIN_POSTGRES_MAJOR} or newer`,
		);
	}
}

/** The first line of an error's message; of an AggregateError without one, that of its first error. */
export function formatReason(cause: unknown): string {
	if (cause instanceof AggregateError && cause.message === "") return formatReason(cause.errors[0]);
	return (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0] ?? "";
}
