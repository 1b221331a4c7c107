import { migrate } from "../../db/migrate.ts";
import { withScratchDatabase } from "../../db/scratch.ts";
import type { BackupKey } from "./backup-archive.ts";
import { countTableRows } from "./queries.ts";
import { type CheckedBackup, checkArchive } from "./read-archive.ts";
import { loadBackup } from "./restore-backup.ts";

export interface BackupCheck extends CheckedBackup {
	/** Tables whose rows differ in number from those that were backed up; empty for a good backup. */
	readonly differences: readonly { readonly table: string; readonly backedUp: number; readonly restored: number }[];
}

/**
 * Checks a backup: compares every entry with its hash, restores it into a temporary PostgreSQL, counts its rows, and
 * applies newer migrations.
 *
 * @throws BackupError if it cannot be restored
 */
export async function checkBackup(file: string, key: BackupKey): Promise<BackupCheck> {
	const archive = await checkArchive(file, key);
	return withScratchDatabase(async (scratch) => {
		await loadBackup(file, key, archive, { pool: scratch.pool, media: { put: async () => undefined } });
		const differences: BackupCheck["differences"][number][] = [];
		for (const [table, backedUp] of Object.entries(archive.contents.rows)) {
			const restored = await countTableRows(scratch.db, table);
			if (restored !== backedUp) differences.push({ table, backedUp, restored });
		}
		await migrate(scratch.db);
		return { ...archive, differences };
	});
}
