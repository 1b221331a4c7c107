import type { BackupTarget } from "./backup-target.ts";

const BACKUP_NAME = /^first-bounce-\d{4}-\d\d-\d\dT[\d-]+Z\.tar\.gz(\.age)?$/;

/**
 * Deletes this program's backups except the newest `keep`, and no other file; 0 keeps all. Returns how many were deleted.
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
