import path from "node:path";
import type { Config } from "../config.ts";
import { type Connection, checkReachable, connect } from "./connect.ts";
import { type Cluster, joinCluster, type RestartListener } from "./embedded/cluster.ts";
import { installJobSchema } from "./job-schema.ts";
import { listPendingMigrations, migrate } from "./migrate.ts";

export interface Database extends Connection {
	/** Migrations applied while opening it. */
	readonly migrated: readonly string[];
	readonly close: () => Promise<void>;
}

type DatabaseSettings = Pick<Config, "databaseUrl" | "dataDir">;

export interface OpenOptions {
	/** Called when the embedded PostgreSQL has ended and is restarted. */
	readonly restartListener?: RestartListener;
	/** Called before migrations change a database that is in use. If it fails, nothing is migrated. */
	readonly onPendingMigrations?: (connection: Connection, names: readonly string[]) => Promise<void>;
}

const DATABASE_NAME = "first_bounce";

/**
 * Opens and migrates the database at `databaseUrl`, or the embedded PostgreSQL in `dataDir`, which is started if
 * necessary. With a listener, PostgreSQL is restarted if it exits. `close` stops it unless other processes use it.
 *
 * @throws StartupError if no database is available
 */
export const openDatabase = (
	config: DatabaseSettings,
	{ restartListener, onPendingMigrations }: OpenOptions = {},
): Promise<Database> => open(config, restartListener, (url) => openUrl(url, onPendingMigrations));

/**
 * Opens the same database as it is, with a single connection: for backups, and to restore one.
 *
 * @throws StartupError if no database is available
 */
export const openUnmigratedDatabase = (config: DatabaseSettings): Promise<Database> =>
	open(config, undefined, async (url) => {
		const connection = connect(url, 1);
		const close = () => connection.pool.end();
		try {
			await checkReachable(connection);
			return { ...connection, migrated: [], close };
		} catch (fault) {
			await close();
			throw fault;
		}
	});

async function open(
	config: DatabaseSettings,
	restartListener: RestartListener | undefined,
	openAt: (url: string) => Promise<Database>,
): Promise<Database> {
	if (config.databaseUrl !== null) return openAt(config.databaseUrl);
	const cluster = await joinCluster(path.join(config.dataDir, "postgres"), restartListener ? { restartListener } : {});
	try {
		const database = await openAt(await cluster.createDatabase(DATABASE_NAME));
		return { ...database, close: () => closeAll(database, cluster) };
	} catch (fault) {
		await cluster.leave();
		throw fault;
	}
}

async function closeAll(database: Database, cluster: Cluster): Promise<void> {
	await database.close();
	await cluster.leave();
}

async function openUrl(url: string, onPendingMigrations: OpenOptions["onPendingMigrations"]): Promise<Database> {
	const connection = connect(url);
	const close = () => connection.db.destroy();
	try {
		await checkReachable(connection);
		const pending = await listPendingMigrations(connection.db);
		if (pending.isUpgrade) await onPendingMigrations?.(connection, pending.names);
		const migrated = await migrate(connection.db);
		await installJobSchema(connection.pool);
		return { ...connection, migrated, close };
	} catch (fault) {
		await close();
		throw fault;
	}
}
