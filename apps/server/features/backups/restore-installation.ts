import { formatReason } from "../../db/connect.ts";
import type { Database } from "../../db/open.ts";
import { listErasedAccounts } from "../accounts/erasure/erasure-queries.ts";
import { pauseDrafts, warnOfLiveDrafts } from "../leagues/draft/maintenance.ts";
import { createMediaStore } from "../media/media-store.ts";
import { createDatabaseClock } from "../seasons/current/database-clock.ts";
import { BackupError, type BackupKey } from "./backup-archive.ts";
import { withBackupFile } from "./backup-target.ts";
import { type BackupConfig, backUpLocally } from "./create-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { beginRun, type RunLog, updateRun } from "./restore-run.ts";

export interface RestoreRequest {
	/** A file, or the URL of a backup in a bucket. */
	readonly place: string;
	readonly key: BackupKey;
	/** Whether present data may be replaced. */
	readonly replaces: boolean;
	/** For who may see the progress; null for a command, which refuses while a server runs. */
	readonly token: string | null;
	/** Receives what the operator should know. */
	readonly notify: (line: string) => void;
}

/** How long other processes may take to notice a restore and stop. */
const STOP_TIMEOUT_MS = 60_000;

/**
 * Pauses drafts that were live in the backup, whose managers may be away. That may fail on tables of an older release; then
 * their clocks start again in full.
 */
async function pauseRestoredDrafts({ db }: Database, notify: RestoreRequest["notify"]): Promise<number> {
	try {
		return await pauseDrafts(db, (await createDatabaseClock(db)).now, "restore");
	} catch (error) {
		notify(`Drafts could not be paused: ${formatReason(error)}`);
		return 0;
	}
}

/**
 * Replaces everything in the installation's database by a backup, for `fb restore` and for the console. What is there is
 * backed up first. `finishRestore` does the rest at the next start. It can be interrupted at any moment: until the one
 * transaction commits, nothing has changed.
 *
 * @throws BackupError
 */
export async function restoreInstallation(
	database: Database,
	config: BackupConfig,
	{ place, key, replaces, token, notify }: RestoreRequest,
) {
	const { db } = database;
	let run: RunLog | null = token === null ? null : await requireRun(database, token);
	/** How many accounts the replaced database had erased. */
	let erased = 0;
	try {
		const destination = { ...database, media: await createMediaStore(config) };
		const restored = await withBackupFile(place, (file) =>
			restoreBackup(file, destination, {
				key,
				replaces,
				...(token === null ? {} : { disconnectTimeoutMs: STOP_TIMEOUT_MS }),
				onProgress: (step, done, total) => run?.report(step, done, total),
				beforeLoad: async (isUsed, backup) => {
					run ??= await requireRun(database, null);
					await run.update(backup);
					if (!isUsed) return;
					const accounts = await listErasedAccounts(db);
					erased = accounts.length;
					for (const line of await warnOfLiveDrafts(db, "picks made after the backup are lost")) notify(line);
					run.report("backup", 0, 0);
					const { place: previous } = await backUpLocally(database, config);
					notify(`The previous contents of the database are in ${previous}`);
					const listed = accounts.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() }));
					await run.update({ previous, erased: [...run.erased, ...listed] });
				},
				beforeCommit: async (client) => {
					// Without the lock, other processes have started again.
					await run?.requireLock();
					await updateRun(client, { state: "loaded" });
				},
			}),
		);
		await run?.update({ hasAllPictures: true });
		return { ...restored, erased, pausedDrafts: await pauseRestoredDrafts(database, notify) };
	} catch (error) {
		// Once the database is replaced, the run stays `loaded`, so that the next start finishes it.
		await run?.fail(formatReason(error)).catch(() => undefined);
		throw error;
	} finally {
		await run?.close().catch(() => undefined);
	}
}

async function requireRun(database: Database, token: string | null): Promise<RunLog> {
	const run = await beginRun(database, token);
	if (!run) throw new BackupError("Another restore is in progress");
	return run;
}
