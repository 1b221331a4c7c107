import { Command } from "commander";
import { readConfig } from "../../config.ts";
import { resolveDataDir } from "../../db/embedded/data-dir.ts";
import type { Database } from "../../db/open.ts";
import { countBackupRows } from "../../features/backups/backup-archive.ts";
import {
	type BackupTarget,
	openBackupTarget,
	openFolderOrBucket,
	withBackupFile,
} from "../../features/backups/backup-target.ts";
import { checkBackup } from "../../features/backups/check-backup.ts";
import { createBackup } from "../../features/backups/create-backup.ts";
import { finishRestore } from "../../features/backups/finish-restore.ts";
import { restoreInstallation } from "../../features/backups/restore-installation.ts";
import { createMediaStore } from "../../features/media/media-store.ts";
import { formatCount } from "../../i18n/format-count.ts";
import packageJson from "../../package.json" with { type: "json" };
import { requireDatabase, withDatabase, withUnmigratedDatabase } from "../operator-services.ts";
import { CommandRefusedError, formatCommands, print, printError } from "../output/output.ts";

const BACKUP_HELP = `
A backup is one file: everything in the database at one moment, including the keys that the server made, and all
pictures. The server can keep running. With BACKUP_KEY it is encrypted with age (https://age-encryption.org).
Environment variables and their secrets are not in it.

Examples:
  npm run -s fb -- backup --to /srv/backups/
  npm run -s fb -- backup --to "s3s://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1"
  npm run -s fb -- backup check /srv/backups/first-bounce-2027-09-04T16-30-00-000Z.tar.gz`;

const RESTORE_HELP = `
Stop the server first, unless you restore in the console. The whole backup is checked, then restored in one transaction: if
anything fails, the database stays as it was. With --replace, its present contents are first backed up into "backups" in
DATA_DIR. The next start ends all sessions, and holds queued messages until fb mail send-held or discard-held.
A bucket's backup is s3s://KEY:SECRET@host/bucket/NAME?region=….

Examples:
  npm run -s fb -- restore /srv/backups/first-bounce-2027-09-04T16-30-00-000Z.tar.gz
  DATABASE_URL=postgres://fb@db/fb npm run -s fb -- restore backup.tar.gz --replace`;

const MEGABYTE = 1024 ** 2;
const formatSize = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

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
	const target = openTarget(to, settings.backup.to);
	await withUnmigratedDatabase(settings, async ({ pool }, config) => {
		const media = await createMediaStore(config);
		const sources = { pool, media, version: packageJson.version, key: config.backup.key };
		const { place, size, rows, pictures } = await createBackup(sources, target, new Date());
		print(`${place}: ${formatCount(rows, "row")}, ${formatCount(pictures, "picture")}, ${formatSize(size)}`);
	});
}

function openTarget(to: string | undefined, configured: string | null): BackupTarget {
	if (to !== undefined) return openBackupTarget(to);
	if (configured !== null) return openFolderOrBucket(configured);
	throw new CommandRefusedError("Set --to or BACKUP_TO to where the backup goes.");
}

async function runCheck(place: string): Promise<void> {
	const { key } = readConfig().backup;
	const { manifest, contents, differences } = await withBackupFile(place, (file) => checkBackup(file, key));
	for (const { table, backedUp, restored } of differences)
		printError(`${table}: ${formatCount(backedUp, "row")} backed up, ${restored} restored`);
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

/** Restores a backup. Accounts that were erased in the replaced database and are in the backup are erased again. */
async function runRestore(place: string, { replace }: { readonly replace: boolean }): Promise<void> {
	const erased = await withUnmigratedDatabase(readConfig(), async (database, config) => {
		const request = { place, key: config.backup.key, replaces: replace, token: null, notify: printError };
		const restored = await restoreInstallation(database, config, request);
		const { createdAt, rows, pictures, pausedDrafts } = restored;
		print(`Restored the backup of ${createdAt}: ${formatCount(rows, "row")}, ${formatCount(pictures, "picture")}.`);
		if (pausedDrafts > 0)
			print(
				formatCommands(
					`${formatCount(pausedDrafts, "draft")} paused. Tell the managers, then: npm run -s fb -- draft resume --reason TEXT`,
				),
			);
		return restored.erased;
	});
	if (erased > 0) await withDatabase((database) => eraseAccountsAgain(database));
}

/** Does what the next start would do, so that erased accounts are not in the database until then. */
async function eraseAccountsAgain({ db, pool }: Database): Promise<void> {
	const media = await createMediaStore(resolveDataDir(readConfig()));
	const finished = await finishRestore({ db, pool, media, now: Date.now() });
	if (!finished) return;
	print(`Erased ${formatCount(finished.erasedAgain, "account")} again.`);
	if (finished.unerased.length > 0)
		throw new CommandRefusedError(`Erase these accounts again yourself: ${finished.unerased.join(", ")}`);
}
