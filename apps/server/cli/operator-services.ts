import { existsSync } from "node:fs";
import path from "node:path";
import { type Config, readConfig } from "../config.ts";
import type { Connection } from "../db/connect.ts";
import { resolveDataDir } from "../db/embedded/data-dir.ts";
import { getUpgradeFolders } from "../db/embedded/upgrade-folders.ts";
import { explainFullDisk } from "../db/full-disk.ts";
import { type Database, openDatabase, openUnmigratedDatabase } from "../db/open.ts";
import { backUpBeforeUpgrade } from "../features/backups/back-up-before-upgrade.ts";
import { createMediaStore } from "../features/media/media-store.ts";
import type { OperatorServices } from "../features/operator/services.ts";
import { UNWATCHED_STORAGE } from "../features/operator/storage/storage-watch.ts";
import { createDatabaseClock } from "../features/seasons/current/database-clock.ts";
import { createSeasonClocks } from "../features/seasons/current/season-clock.ts";
import { createSeasonHolder } from "../features/seasons/current/season-holder.ts";
import { createPayloadParser } from "../features/stats-providers/season-feed.ts";
import { type AuditContext, COMMAND_LINE } from "../plugins/audit.ts";
import { CommandRefusedError, printError } from "./output/output.ts";

/** Commands end before a notification could arrive. */
const NO_LISTENER = { on: () => () => false, close: async () => undefined };

async function createOperatorServices({ db, pool }: Database): Promise<OperatorServices> {
	const config = resolveDataDir(readConfig());
	const seasons = await createSeasonHolder(db, NO_LISTENER);
	return {
		maintenance: { forget: () => undefined },
		db,
		pool,
		publicUrl: config.publicUrl,
		seasons,
		readPayload: createPayloadParser(seasons.current),
		recheck: config.recheck,
		feedHealth: () => null,
		storage: UNWATCHED_STORAGE,
		clocks: await createSeasonClocks(db, NO_LISTENER, (await createDatabaseClock(db)).now),
		media: await createMediaStore(config),
		localLogin: { isEnabled: config.localLogin },
		demoMayRun: config.demoMayRun,
		isRehearsal: false,
		hasMailServer: config.smtpUrl !== null,
		readsReleases: config.releaseFeed !== null,
		dailyBackupAt: config.backup.to === null ? null : config.backup.at,
		seasonFetch: config.seasonFetch,
		restart: {
			dataDir: config.dataDir,
			backup: config.backup,
			siteName: new URL(config.publicUrl).hostname,
			demoMayBeChosen: false,
			interrupt: null,
		},
	};
}

export const buildAuditContext = (reason: string): AuditContext => ({ ...COMMAND_LINE, reason });

/** Runs `work` with operator services on this installation's database. A running server is notified of changes. */
export const withOperator = (work: (services: OperatorServices) => Promise<void>): Promise<void> =>
	withExistingDatabase(async (database) => work(await createOperatorServices(database)));

/** Whether this installation has a database: that of DATABASE_URL, or an embedded one that was created earlier. */
export function hasDatabase({ databaseUrl, dataDir }: Config): boolean {
	const folder = path.join(dataDir, "postgres");
	// Between the two renames of an upgrade only the former folder is there.
	return databaseUrl !== null || existsSync(folder) || existsSync(getUpgradeFolders(folder).before);
}

/**
 * Returns the settings with a resolved DATA_DIR. Refuses the command if there is no database, because opening one would create
 * it in a mistyped DATA_DIR.
 */
export function requireDatabase(settings: Config): Config {
	const config = resolveDataDir(settings);
	if (hasDatabase(config)) return config;
	throw new CommandRefusedError(
		`There is no database in ${config.dataDir}. Set DATA_DIR to the folder that the server uses, or DATABASE_URL.`,
	);
}

/** Runs `work` on this installation's database. Refuses the command if there is none. */
export const withExistingDatabase: typeof withDatabase = async (work) => {
	requireDatabase(readConfig());
	return withDatabase(work);
};

/**
 * Runs `work` on this installation's database, starting PostgreSQL if necessary. Like the server, backs up a database of an earlier
 * release before it migrates it.
 */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
	const config = resolveDataDir(readConfig());
	// Whoever goes back to the previous release needs the backup, whether the server or a command has migrated.
	const onPendingMigrations = (connection: Connection) => backUpBeforeUpgrade(config, connection, printError);
	return openAndWork(config, () => openDatabase(config, { onPendingMigrations }), work);
}

/** Runs `work` on a database without migrating it, with one connection. `work` also gets the settings with a resolved DATA_DIR. */
export async function withUnmigratedDatabase<Result>(
	settings: Config,
	work: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
	const config = resolveDataDir(settings);
	return openAndWork(
		config,
		() => openUnmigratedDatabase(config),
		(database) => work(database, config),
	);
}

/** Opens a database, runs `work` on it and closes it. If a disk is full, the error names it. */
async function openAndWork<Result>(
	config: Config,
	open: () => Promise<Database>,
	work: (database: Database) => Promise<Result>,
): Promise<Result> {
	try {
		const database = await open();
		try {
			return await work(database);
		} finally {
			await database.close();
		}
	} catch (error) {
		throw await explainFullDisk(error, config);
	}
}
