import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeAll } from "./close-all.ts";
import { connect } from "./connect.ts";
import { joinCluster } from "./embedded/cluster.ts";
import { withTemporaryDiskError } from "./full-disk.ts";
import { installJobSchema } from "./job-schema.ts";
import { migrate } from "./migrate.ts";
import type { Database } from "./open.ts";

/** PostgreSQL settings for temporary data, which need not survive a crash. */
export const SCRATCH_FLAGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** 128 plus the number of SIGINT, by convention. */
const INTERRUPTED_EXIT_CODE = 130;

/**
 * Creates an empty, migrated database with its own PostgreSQL in a temporary folder. `close` deletes both.
 *
 * @throws StartupError
 */
export async function createScratchDatabase(): Promise<Database> {
	const opening = openScratch();
	const closeOnSignal = () => {
		void opening.then((database) => database.close()).finally(() => process.exit(INTERRUPTED_EXIT_CODE));
	};
	const removeSignalListeners = () => process.off("SIGINT", closeOnSignal).off("SIGTERM", closeOnSignal);
	process.once("SIGINT", closeOnSignal).once("SIGTERM", closeOnSignal);
	const database = await opening.catch((error) => {
		removeSignalListeners();
		throw error;
	});
	return { ...database, close: () => database.close().finally(removeSignalListeners) };
}

/** Runs `work` on a scratch database. If the disk of temporary files is full, the error names TMPDIR. */
export const withScratchDatabase = <Result>(work: (scratch: Database) => Promise<Result>): Promise<Result> =>
	withTemporaryDiskError(async () => {
		const scratch = await createScratchDatabase();
		try {
			return await work(scratch);
		} finally {
			await scratch.close();
		}
	});

async function openScratch(): Promise<Database> {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-"));
	const deleteFolder = () => rm(folder, { recursive: true, force: true });
	try {
		// PostgreSQL may run as another account, which needs access to its folder in here.
		await chmod(folder, 0o711);
		const cluster = await joinCluster(path.join(folder, "postgres"), { flags: SCRATCH_FLAGS });
		const connection = connect({ url: await cluster.createDatabase("scratch") });
		const close = () => closeAll([deleteFolder, cluster.leave, () => connection.db.destroy()]);
		try {
			const migrated = await migrate(connection.db);
			await installJobSchema(connection.pool);
			return { ...connection, migrated, close };
		} catch (error) {
			await close();
			throw error;
		}
	} catch (error) {
		await deleteFolder();
		throw error;
	}
}
