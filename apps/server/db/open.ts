import path from "node:path";
import type { Config } from "../config.ts";
import { type Connection, checkReachable, connect } from "./connect.ts";
import { type Cluster, joinCluster, type RestartListener } from "./embedded/cluster.ts";
import { installJobSchema } from "./job-schema.ts";
import { migrate } from "./migrate.ts";

export interface Database extends Connection {
	/** Migrations applied while opening it. */
	readonly migrated: readonly string[];
	readonly close: () => Promise<void>;
}

const DATABASE_NAME = "first_bounce";

/**
 * Opens and migrates the database at `databaseUrl`, or the embedded PostgreSQL in `dataDir`, which is started if
 * necessary. With a listener it is restarted if it ends. `close` stops it unless other processes use it.
 *
 * @throws StartupError if no database is available
 */
export async function openDatabase(
	config: Pick<Config, "databaseUrl" | "dataDir">,
	restartListener?: RestartListener,
): Promise<Database> {
	if (config.databaseUrl !== null) return openUrl(config.databaseUrl);
	const cluster = await joinCluster(path.join(config.dataDir, "postgres"), restartListener ? { restartListener } : {});
	try {
		const database = await openUrl(await cluster.createDatabase(DATABASE_NAME));
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

async function openUrl(url: string): Promise<Database> {
	const connection = connect(url);
	const close = () => connection.db.destroy();
	try {
		await checkReachable(connection);
		const migrated = await migrate(connection.db);
		await installJobSchema(connection.pool);
		return { ...connection, migrated, close };
	} catch (fault) {
		await close();
		throw fault;
	}
}
