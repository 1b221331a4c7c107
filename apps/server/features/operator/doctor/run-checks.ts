import { type Config, readConfig } from "../../../config.ts";
import { resolveDataDir } from "../../../db/embedded/data-dir.ts";
import type { readFreeBytes } from "../../../db/full-disk.ts";
import { type Database, openUnmigratedDatabase } from "../../../db/open.ts";
import { StartupError } from "../../../startup-error.ts";
import { checkClock, checkContent, checkTables } from "./database-checks.ts";
import { broken, describeError, type Finding, type Findings, ok } from "./finding.ts";
import {
	checkBackupPlace,
	checkDisks,
	checkFeedSettings,
	checkMailServer,
	checkPush,
	checkServer,
	checkTls,
} from "./site-checks.ts";

export interface DoctorServices {
	/** The environment variables of the server. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly wallNow: () => number;
	/** Whether the installation has a database; without one, none is created. */
	readonly hasDatabase: (config: Config) => boolean;
	readonly getFreeBytes?: typeof readFreeBytes;
}

async function checkDatabase(database: Database, config: Config, wallNow: () => number): Promise<readonly Finding[]> {
	const tables = await checkTables(database.db);
	const clock = await checkClock(database.db, wallNow);
	return [tables, clock, ...(tables.state === "ok" ? await checkContent(database, config, wallNow()) : [])];
}

async function openAndCheck({ hasDatabase, wallNow }: DoctorServices, config: Config): Promise<Findings> {
	if (!hasDatabase(config))
		return broken(
			"database",
			"there is none in DATA_DIR",
			"Set DATA_DIR to the folder that the server uses, or DATABASE_URL; or start the server, which creates it.",
		);
	try {
		const database = await openUnmigratedDatabase(config);
		try {
			return await checkDatabase(database, config, wallNow);
		} finally {
			await database.close();
		}
	} catch (error) {
		return broken(
			"database",
			describeError(error),
			config.databaseUrl === null
				? "Start the server, and read its log if it ends."
				: "Check DATABASE_URL, and that PostgreSQL runs and lets this machine in.",
		);
	}
}

/** Checks an installation, and finds what is wrong with it. Changes nothing. */
export async function runChecks(services: DoctorServices): Promise<readonly Finding[]> {
	let config: Config;
	try {
		config = resolveDataDir(readConfig(services.env));
	} catch (error) {
		if (!(error instanceof StartupError)) throw error;
		return [
			broken("settings", describeError(error), "Correct them: docs/operating/settings.md. Then run fb doctor again."),
		];
	}
	return [
		ok("settings", "valid"),
		await checkServer(config),
		await checkTls(config, services.wallNow()),
		await checkDisks(config, services.getFreeBytes),
		await openAndCheck(services, config),
		await checkMailServer(config),
		checkPush(config),
		await checkBackupPlace(config),
		await checkFeedSettings(config),
	].flat();
}
