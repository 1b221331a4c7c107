import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Cluster, joinCluster } from "../apps/server/db/embedded/cluster.ts";
import { type Database, openDatabase } from "../apps/server/db/open.ts";

/** Shares one PostgreSQL with production settings among all benchmarks of a run and starts it on first use. */
export function createDatabases() {
	let starting: Promise<{ readonly dataDir: string; readonly cluster: Cluster }> | null = null;
	let count = 0;
	const start = async () => {
		const dataDir = await mkdtemp(path.join(tmpdir(), "first-bounce-bench-"));
		return { dataDir, cluster: await joinCluster(path.join(dataDir, "postgres")) };
	};
	return {
		/** Creates an empty, migrated database, which is dropped when it is closed. */
		open: async (): Promise<Database> => {
			starting ??= start();
			const { dataDir, cluster } = await starting;
			const name = `bench_${++count}`;
			const database = await openDatabase({ databaseUrl: await cluster.createDatabase(name), dataDir });
			return {
				...database,
				close: async () => {
					await database.close();
					await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
				},
			};
		},
		close: async () => {
			if (!starting) return;
			const { dataDir, cluster } = await starting;
			await cluster.leave();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
