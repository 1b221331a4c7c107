import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import type { Config } from "../../config.ts";
import { formatReason } from "../../db/connect.ts";
import type { QueueName } from "../../db/job-schema.ts";
import type { Db } from "../../db/tables/tables.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { createRunner, type Runner } from "../jobs/runner.ts";
import type { ListableMediaStore } from "../media/media-store.ts";
import { findLastBackups, recordBackup } from "./backup-log-queries.ts";
import { openFolderOrBucket } from "./backup-target.ts";
import { createBackup, type FinishedBackup } from "./create-backup.ts";
import { deleteOldBackups } from "./old-backups.ts";

const CHECK_INTERVAL_MS = 60_000;
/** A new job is queued at most this often, also after all attempts of one have failed. */
const JOB_INTERVAL_SECONDS = 60 * 60;
const QUEUE = "backup" satisfies QueueName;

export interface BackupServices {
	readonly db: Db;
	readonly wallNow: () => number;
	readonly pool: Pool;
	readonly media: Pick<ListableMediaStore, "listKeys" | "read">;
	readonly queue: Pick<JobQueue, "send" | "drain">;
	readonly version: string;
}

type BackupSettings = Config["backup"] & { readonly to: string };

/** Gets the last time up to `now` at which a daily backup was due. `at` is in minutes after midnight UTC. */
export function getLastDueTime(now: number, at: number): number {
	const today = Math.floor(now / DAY_MS) * DAY_MS + at * MINUTE_MS;
	return today <= now ? today : today - DAY_MS;
}

/** Gets the time of the next daily backup: `now` if one is due or none was ever taken. */
export async function getNextBackupTime(db: Db, now: number, at: number): Promise<number> {
	const lastDue = getLastDueTime(now, at);
	const { taken } = await findLastBackups(db);
	return taken === null || taken.startedAt.getTime() < lastDue ? now : lastDue + DAY_MS;
}

/** Takes a backup and records it or its failure. A backup that is cancelled because the server stops is not recorded. */
async function takeBackup(
	services: BackupServices,
	settings: BackupSettings,
	signal: AbortSignal,
): Promise<FinishedBackup> {
	const { db, pool, media, version, wallNow } = services;
	const startedAt = new Date(wallNow());
	try {
		const target = openFolderOrBucket(settings.to);
		const backup = await createBackup({ pool, media, version, key: settings.key, signal }, target, startedAt);
		await recordBackup(db, { startedAt, place: backup.place, size: backup.size, error: null });
		return backup;
	} catch (error) {
		if (signal.aborted) throw error;
		const reason = formatReason(error);
		await recordBackup(db, { startedAt, place: null, size: null, error: reason });
		throw error;
	}
}

/**
 * Takes a backup every day, the first at once. Several processes may run it. Stopping cancels a running backup, which may take
 * longer than the server has to stop. Its job is then retried.
 */
export function createDailyBackups(
	services: BackupServices,
	settings: BackupSettings,
	onError: (error: unknown) => void,
): Runner {
	const { db, queue, wallNow } = services;
	const abort = new AbortController();
	const isDue = async () => {
		const now = wallNow();
		return (await getNextBackupTime(db, now, settings.at)) === now;
	};
	const step = async () => {
		if (await isDue()) await queue.send(QUEUE, {}, { key: "daily", everySeconds: JOB_INTERVAL_SECONDS });
		await queue.drain([QUEUE], async () => {
			if (!(await isDue())) return null;
			const { place, size, rows, pictures } = await takeBackup(services, settings, abort.signal);
			// The backup counts even if old ones cannot be deleted.
			await deleteOldBackups(openFolderOrBucket(settings.to), settings.keep).catch(onError);
			return { place, size, rows, pictures };
		});
	};
	const runner = createRunner(step, onError, CHECK_INTERVAL_MS);
	return {
		...runner,
		stop: () => {
			abort.abort();
			return runner.stop();
		},
	};
}
