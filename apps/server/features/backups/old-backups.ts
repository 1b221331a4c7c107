import type { BackupTarget } from "./backup-target.ts";

/** A backup's name, with its time. Earlier releases left out the milliseconds. */
export const BACKUP_NAME = /^first-bounce-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d{3})?Z)\.tar\.gz(\.age)?$/;

/**
 * Keeps the newest `keep` backups, or all if it is 0, and deletes the others. A folder also deletes unfinished ones. Other files
 * stay. Returns how many backups were deleted, without unfinished ones.
 */
export async function deleteOldBackups(target: BackupTarget, keep: number): Promise<number> {
	const old = keep === 0 ? [] : listOldBackups(await target.list(), keep);
	await target.delete(old);
	return old.length;
}

/** Lists the backups to delete. Their names sort by time. */
const listOldBackups = (names: readonly string[], keep: number): readonly string[] =>
	names
		.filter((name) => BACKUP_NAME.test(name))
		.sort()
		.slice(0, -keep);
