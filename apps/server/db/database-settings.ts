import { z } from "zod";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from "./connect.ts";
import { parseServers } from "./servers/primary.ts";

const databaseUrl = z.url({
	protocol: /^postgres(ql)?$/,
	error: "must be a URL such as postgres://user:password@host:5432/name",
});
const CONNECTIONS_MESSAGE = `must be a number of connections, at least ${MIN_CONNECTIONS}`;

/** The environment variables for an external database. */
export const databaseEnvironment = {
	DATABASE_URL: databaseUrl.optional(),
	DATABASE_HOSTS: z
		.string()
		.transform((list, context) => {
			const servers = parseServers(list);
			if (!servers) context.addIssue({ code: "custom", message: "must be hosts with ports, such as a:5432,b:5432" });
			return servers ?? z.NEVER;
		})
		.default([]),
	DATABASE_SESSION_URL: databaseUrl.optional(),
	DATABASE_READ_URL: databaseUrl.optional(),
	DATABASE_CONNECTIONS: z
		.string()
		.regex(/^\d{1,4}$/, CONNECTIONS_MESSAGE)
		.transform(Number)
		.refine((count) => count >= MIN_CONNECTIONS, CONNECTIONS_MESSAGE)
		.default(DEFAULT_CONNECTIONS),
};

type DatabaseEnvironment = z.output<z.ZodObject<typeof databaseEnvironment>>;

export const buildDatabaseSettings = (env: DatabaseEnvironment) => ({
	/** Null for the embedded PostgreSQL in `dataDir`. */
	databaseUrl: env.DATABASE_URL ?? null,
	databaseOptions: {
		/** The servers among which the primary is found; empty to use the host of `databaseUrl`. */
		hosts: env.DATABASE_HOSTS,
		/** The URL for connections that need a session, if `databaseUrl` leads to a PgBouncer in transaction mode; else null. */
		sessionUrl: env.DATABASE_SESSION_URL ?? null,
		/** The URL of a standby for reads that may be up to three seconds old; null if all reads go to the primary. */
		readUrl: env.DATABASE_READ_URL ?? null,
		/** The maximum number of connections of this process. */
		connections: env.DATABASE_CONNECTIONS,
	},
});

/** Refuses variables that have no effect without DATABASE_URL. */
export function checkDatabaseSettings(
	{ databaseUrl: url, databaseOptions: { hosts, sessionUrl, readUrl } }: ReturnType<typeof buildDatabaseSettings>,
	refuse: (name: string, message: string) => void,
): void {
	if (url !== null) return;
	if (hosts.length > 0) refuse("DATABASE_HOSTS", "needs DATABASE_URL");
	if (sessionUrl !== null) refuse("DATABASE_SESSION_URL", "needs DATABASE_URL");
	if (readUrl !== null) refuse("DATABASE_READ_URL", "needs DATABASE_URL");
}
