import { readConfig } from "../config.ts";
import { resolveDataDir } from "../db/embedded/data-dir.ts";
import { type Database, openDatabase } from "../db/open.ts";

/** Runs `work` on this installation's database, which is started for it if no server is running. */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
	const database = await openDatabase(resolveDataDir(readConfig()));
	try {
		return await work(database);
	} finally {
		await database.close();
	}
}
