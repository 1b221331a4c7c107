import { MIN_FREE_BYTES, readFreeBytes } from "../../../db/full-disk.ts";

export interface StorageReport {
	/** `low`: an operator should free space. `full`: a write failed recently, or there is no space left. */
	readonly state: "ok" | "low" | "full";
	/** Free bytes of the fullest disk; null if none could be measured. */
	readonly freeBytes: number | null;
}

export type StorageWatch = ReturnType<typeof createStorageWatch>;

const MEGABYTE = 1024 * 1024;
/** With less, an operator should free space. */
export const LOW_BYTES = 512 * MEGABYTE;
/** How long storage is reported as full after a failed write. Failing jobs extend it every few seconds. */
const WRITE_FAILURE_MS = 15_000;

/** Watches the free space of these folders' disks. Folders that do not exist yet are ignored. */
export function createStorageWatch(
	folders: readonly string[],
	timer: () => number = () => performance.now(),
	getFreeBytes: typeof readFreeBytes = readFreeBytes,
) {
	let freeBytes: number | null = null;
	let writeFailedAt = Number.NEGATIVE_INFINITY;
	return {
		report: (): StorageReport => {
			const hasFailedWrite = timer() - writeFailedAt < WRITE_FAILURE_MS;
			const available = freeBytes ?? Number.POSITIVE_INFINITY;
			if (hasFailedWrite || available < MIN_FREE_BYTES) return { state: "full", freeBytes };
			return { state: available < LOW_BYTES ? "low" : "ok", freeBytes };
		},
		/** Records that a write failed because a disk of the server or the database was full. */
		recordWriteFailure: (): void => {
			writeFailedAt = timer();
		},
		measure: async (): Promise<void> => {
			const measured = await Promise.all(folders.map((folder) => getFreeBytes(folder).catch(() => null)));
			const measuredBytes = measured.filter((bytes) => bytes !== null);
			freeBytes = measuredBytes.length > 0 ? Math.min(...measuredBytes) : null;
		},
	};
}

/** For processes and tests that do not watch storage. */
export const UNWATCHED_STORAGE: Pick<StorageWatch, "report" | "recordWriteFailure"> = {
	report: () => ({ state: "ok", freeBytes: null }),
	recordWriteFailure: () => undefined,
};
