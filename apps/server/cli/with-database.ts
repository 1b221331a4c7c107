import { readConfig } from "../config.ts";
import { resolveDataDir } from "../db/embedded/data-dir.ts";
import { type Database, openDatabase } from "../db/open.ts";

/** Does something with this installation's database: a running server's, or one started for the while. */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
	const database = await openDatabase(resolveDataDir(readConfig()));
	try {
		return await work(database);
	} finally {
		await database.close();
	}
}
