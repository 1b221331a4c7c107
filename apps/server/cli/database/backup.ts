import path from "node:path";
import { Command } from "commander";
import { type Config, readConfig } from "../../config.ts";
import { formatReason } from "../../db/connect.ts";
import type { Database } from "../../db/open.ts";
import { type ErasedAccount, listErasedAccounts } from "../../features/accounts/erasure/erasure-queries.ts";
import { countBackupRows } from "../../features/backups/backup-archive.ts";
import {
	type BackupTarget,
	openBackupTarget,
	openFolderOrBucket,
	withBackupFile,
} from "../../features/backups/backup-target.ts";
import { checkBackup } from "../../features/backups/check-backup.ts";
import { createBackup } from "../../features/backups/create-backup.ts";
import { restoreBackup } from "../../features/backups/restore-backup.ts";
import { pauseDrafts, warnOfLiveDrafts } from "../../features/leagues/draft/maintenance.ts";
import { createDatabaseClock } from "../../features/seasons/current/database-clock.ts";
import { createMediaStore } from "../../features/site/media/media-store.ts";
import { formatCount } from "../../i18n/format-count.ts";
import manifest from "../../package.json" with { type: "json" };
import { requireDatabase, withUnmigratedDatabase } from "../operator-services.ts";
import { CommandRefusedError, print, printError } from "../output/output.ts";
import { eraseRestoredAccounts } from "../users/erase.ts";

const BACKUP_HELP = `
A backup is one file: everything in the database at one moment, including the keys that the server made, and all
pictures. The server can keep running. With BACKUP_KEY it is encrypted with age (https://age-encryption.org).
Environment variables and their secrets are not in it.

Examples:
  npm run -s fb -- backup --to /srv/backups/
  npm run -s fb -- backup --to "s3s://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1"
  npm run -s fb -- backup check /srv/backups/first-bounce-2027-09-04T16-30-00-000Z.tar.gz`;

const RESTORE_HELP = `
Stop the server first. The whole backup is checked, then restored in one transaction: if anything fails, the database
stays as it was. With --replace, its present contents are first backed up into "backups" in DATA_DIR.
A bucket's backup is s3s://KEY:SECRET@host/bucket/NAME?region=….

Examples:
  npm run -s fb -- restore /srv/backups/first-bounce-2027-09-04T16-30-00-000Z.tar.gz
  DATABASE_URL=postgres://fb@db/fb npm run -s fb -- restore backup.tar.gz --replace`;

const MEGABYTE = 1024 ** 2;
const formatSize = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

type Settings = Pick<Config, "databaseUrl" | "dataDir" | "bucket" | "backup">;

export function createBackupCommand(): Command {
	const backup = new Command("backup")
		.description("back up the database and all pictures into one file")
		.option("--to <FILE|DIR|s3s://…>", "a new file, a folder (with a slash at its end if it is new), or a bucket")
		.addHelpText("after", BACKUP_HELP)
		.action(({ to }: { to?: string }) => runBackup(to));
	backup
		.command("check")
		.description("check that a backup is complete and can be restored, in a temporary database")
		.argument("<FILE|s3s://…>", "the backup")
		.addHelpText("after", "\nExample:\n  npm run -s fb -- backup check ./first-bounce-2027-09-04T16-30-00-000Z.tar.gz")
		.action(runCheck);
	return backup;
}

async function runBackup(to: string | undefined): Promise<void> {
	const settings = requireDatabase(readConfig());
	if (to === undefined && settings.backup.to === null)
		throw new CommandRefusedError("Set --to or BACKUP_TO to where the backup goes.");
	const target = to === undefined ? openFolderOrBucket(settings.backup.to ?? "") : openBackupTarget(to);
	await withUnmigratedDatabase(settings, async ({ pool }, config) => printBackup(await backUp(pool, config, target)));
}

const backUp = async (pool: Database["pool"], config: Settings, target: BackupTarget) => {
	const sources = { pool, media: await createMediaStore(config), version: manifest.version, key: config.backup.key };
	return createBackup(sources, target, new Date());
};

const printBackup = ({ place, size, rows, pictures }: Awaited<ReturnType<typeof backUp>>): void =>
	print(`${place}: ${formatCount(rows, "row")}, ${formatCount(pictures, "picture")}, ${formatSize(size)}`);

async function runCheck(place: string): Promise<void> {
	const { key } = readConfig().backup;
	const { manifest, contents, differences } = await withBackupFile(place, (file) => checkBackup(file, key));
	for (const { table, backedUp, restored } of differences)
		printError(`${table}: ${backedUp} rows were backed up, ${restored} restored`);
	if (differences.length > 0) throw new CommandRefusedError("The backup cannot be trusted.");
	const rows = countBackupRows(contents);
	print(
		`The backup of ${manifest.createdAt} is complete: ${formatCount(rows, "row")} and ${formatCount(contents.pictures, "picture")}, restored without errors.`,
	);
}

export function createRestoreCommand(): Command {
	return new Command("restore")
		.description("restore a backup into the embedded PostgreSQL, or the one of DATABASE_URL")
		.argument("<FILE|s3s://…>", "the backup")
		.option("--replace", "replace the present contents of the database", false)
		.addHelpText("after", RESTORE_HELP)
		.action(runRestore);
}

/** Restores a backup, and erases accounts that it brings back although the replaced database had erased them. */
async function runRestore(place: string, { replace }: { readonly replace: boolean }): Promise<void> {
	const erased = await restore(place, replace);
	if (erased.length > 0) await eraseRestoredAccounts(erased);
}

/**
 * Pauses drafts that were live in the backup, whose managers may be away. That may fail on tables of an older release; then
 * their clocks start again in full.
 */
async function pauseRestoredDrafts(db: Database["db"]): Promise<void> {
	try {
		const count = await pauseDrafts(db, (await createDatabaseClock(db)).now, "restore");
		if (count > 0)
			print(
				`${formatCount(count, "draft")} paused. Tell the managers, then: npm run -s fb -- draft resume --reason TEXT`,
			);
	} catch (error) {
		printError(`Drafts could not be paused: ${formatReason(error)}`);
	}
}

/** Restores a backup, and returns the erased accounts of the database that it replaces. */
const restore = (place: string, replace: boolean): Promise<readonly ErasedAccount[]> =>
	withUnmigratedDatabase(readConfig(), async ({ db, pool }, config) => {
		let erased: readonly ErasedAccount[] = [];
		const destination = { db, pool, media: await createMediaStore(config) };
		const beforeReplace = async () => {
			erased = await listErasedAccounts(db);
			for (const line of await warnOfLiveDrafts(db, "picks made after the backup are lost")) printError(line);
			const before = await backUp(pool, config, openFolderOrBucket(path.join(config.dataDir, "backups")));
			printError(`The previous contents of the database are in ${before.place}`);
		};
		const options = { key: config.backup.key, replaces: replace, beforeReplace };
		const restored = await withBackupFile(place, (file) => restoreBackup(file, destination, options));
		const { createdAt, rows, pictures } = restored;
		print(`Restored the backup of ${createdAt}: ${formatCount(rows, "row")}, ${formatCount(pictures, "picture")}.`);
		await pauseRestoredDrafts(db);
		return erased;
	});
