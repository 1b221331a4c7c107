import path from "node:path";
import { type Connection, connect } from "../../db/connect.ts";
import { BackupError } from "./backup-archive.ts";
import { type BackupConfig, backUpLocally } from "./create-backup.ts";
import { deleteOldBackups } from "./old-backups.ts";

/** How many backups made before upgrades are kept. */
const MAX_BACKUPS = 5;

/**
 * Backs up the database into `backups` in DATA_DIR before migrations change it, unless BACKUP_BEFORE_UPGRADE is off.
 *
 * @throws BackupError if the backup cannot be written. The caller then migrates nothing
 */
export async function backUpBeforeUpgrade(
	config: BackupConfig,
	database: Connection,
	print: (line: string) => void,
): Promise<void> {
	if (!config.backup.beforeUpgrade) return;
	const connection = connect(database, 1);
	try {
		const { place, size, target } = await backUpLocally(connection, config);
		// If daily backups go to the same folder, BACKUP_KEEP alone decides which are deleted.
		const { to } = config.backup;
		if (to === null || path.resolve(to) !== target.name) await deleteOldBackups(target, MAX_BACKUPS);
		print(`Backed up to ${place} (${Math.ceil(size / 1024 ** 2)} MB) before the upgrade`);
	} catch (error) {
		if (!(error instanceof BackupError)) throw error;
		// The message names the backup, because whoever has run a command did not ask for one.
		throw new BackupError(`The backup before the upgrade failed: ${error.message}. BACKUP_BEFORE_UPGRADE=off skips it`);
	} finally {
		await connection.pool.end();
	}
}
