import path from "node:path";
import type { Client } from "pg";
import type { Config } from "../config.ts";
import { createSessionClient, type DatabaseAccess, getSessionAccess } from "./client.ts";
import { closeAll } from "./close-all.ts";
import { type Connection, checkDatabase, connect, getPoolSizes } from "./connect.ts";
import { joinCluster, type RestartListener } from "./embedded/cluster.ts";
import { installJobSchema } from "./job-schema.ts";
import { holdUpgradeLock } from "./lock-tables.ts";
import { listPendingMigrations, migrate } from "./migrate.ts";
import { createPrimaryFinder } from "./servers/primary.ts";

export interface Database extends Connection {
	/** Migrations applied while opening it. */
	readonly migrated: readonly string[];
	readonly close: () => Promise<void>;
}

type DatabaseSettings = Pick<Config, "databaseUrl" | "dataDir"> & Partial<Pick<Config, "databaseOptions">>;

export interface OpenOptions {
	/** If given, the embedded PostgreSQL is restarted when it ends, and this is told about it. */
	readonly restartListener?: RestartListener;
	/** Called before migrations change a database of an earlier version. If it fails, nothing is migrated. */
	readonly onPendingMigrations?: (connection: Connection, names: readonly string[]) => Promise<void>;
}

/** The name of the database in the embedded PostgreSQL. */
export const DATABASE_NAME = "first_bounce";

/**
 * Opens and migrates the database at `databaseUrl`, or the embedded PostgreSQL in `dataDir`, which is started if
 * necessary. With a listener, PostgreSQL is restarted if it exits. `close` stops it unless other processes use it.
 *
 * @throws StartupError if no database is available
 */
export const openDatabase = (
	config: DatabaseSettings,
	{ restartListener, onPendingMigrations }: OpenOptions = {},
): Promise<Database> => open(config, restartListener, (access) => openMigrated(access, onPendingMigrations));

/**
 * Opens the database without migrating it, with one connection, for a backup or a restore.
 *
 * @throws StartupError if no database is available
 */
export const openUnmigratedDatabase = (config: DatabaseSettings): Promise<Database> =>
	open(config, undefined, async (access) => {
		const connection = connect(getSessionAccess(access), 1);
		const close = () => connection.pool.end();
		try {
			await checkDatabase(connection);
			return { ...connection, migrated: [], close };
		} catch (error) {
			await close();
			throw error;
		}
	});

/** A connection that is apart from the pools, and stays open while they are closed. */
export interface DatabaseSession {
	readonly client: Client;
	readonly close: () => Promise<void>;
}

/** Opens one connection of the given name. */
export const openDatabaseSession = (config: DatabaseSettings, name: string): Promise<DatabaseSession> =>
	open(config, undefined, async (access) => {
		const client = createSessionClient(access, name);
		// A lost connection fails the next query.
		client.on("error", () => undefined);
		await client.connect();
		return { client, close: () => client.end() };
	});

async function open<Opened extends { readonly close: () => Promise<void> }>(
	{ databaseUrl, databaseOptions, dataDir }: DatabaseSettings,
	restartListener: RestartListener | undefined,
	openAt: (access: DatabaseAccess) => Promise<Opened>,
): Promise<Opened> {
	const maxConnections = databaseOptions?.connections;
	if (databaseUrl !== null) {
		const { hosts = [], sessionUrl = null } = databaseOptions ?? {};
		const primary = hosts.length > 0 ? createPrimaryFinder(sessionUrl ?? databaseUrl, hosts) : null;
		return openAt({ url: databaseUrl, primary, sessionUrl, maxConnections });
	}
	const cluster = await joinCluster(path.join(dataDir, "postgres"), restartListener ? { restartListener } : {});
	try {
		const database = await openAt({ url: await cluster.createDatabase(DATABASE_NAME), maxConnections });
		return { ...database, close: () => closeAll([cluster.leave, database.close]) };
	} catch (error) {
		await cluster.leave();
		throw error;
	}
}

async function openMigrated(
	access: DatabaseAccess,
	onPendingMigrations: OpenOptions["onPendingMigrations"],
): Promise<Database> {
	const connection = connect(access, getPoolSizes(access).background);
	const close = () => connection.db.destroy();
	try {
		await checkDatabase(connection);
		const migrated = await withSession(connection, async (session) => {
			const pending = await listPendingMigrations(session.db);
			const apply = async () => {
				if (pending.isUpgrade) await onPendingMigrations?.(session, pending.names);
				const names = await migrate(session.db);
				await installJobSchema(session.pool);
				return names;
			};
			return pending.isUpgrade ? holdUpgradeLock(access, apply) : apply();
		});
		return { ...connection, migrated, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Runs `work` on connections that have a session, which the locks of migrations need. With PgBouncer, these are separate ones. */
async function withSession<Result>(
	connection: Connection,
	work: (session: Connection) => Promise<Result>,
): Promise<Result> {
	if (!connection.sessionUrl) return work(connection);
	const session = connect(getSessionAccess(connection), 2);
	try {
		await checkDatabase(session);
		return await work(session);
	} finally {
		await session.db.destroy();
	}
}
