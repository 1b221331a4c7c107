import { statfs } from "node:fs/promises";

/** `low`: an operator should make room; `full`: something could not be written, or nothing can be. */
export type StorageState = "ok" | "low" | "full";

export interface StorageReport {
	readonly state: StorageState;
	/** Free bytes of the fullest disk; null if none could be measured. */
	readonly freeBytes: number | null;
}

export interface StorageWatch {
	readonly report: () => StorageReport;
	/** Records that a write failed because a disk was full, here or at the database. */
	readonly recordWriteFailure: () => void;
	/** Measures the disks. */
	readonly measure: () => Promise<void>;
}

const MEGABYTE = 1024 * 1024;
const LOW_BYTES = 512 * MEGABYTE;
/** The size of a WAL file: without room for another one PostgreSQL stops. */
const FULL_BYTES = 16 * MEGABYTE;
/** How long a refused write counts as a full disk. Jobs retry every few seconds while it lasts. */
const REFUSAL_MEMORY_MS = 15_000;

type ReadFreeBytes = (folder: string) => Promise<number>;

// `bavail`, not `bfree`: a part of the disk may be reserved for root.
const readFreeBytes: ReadFreeBytes = async (folder) => {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
};

/** Watches the room on the disks of these folders; a folder that is not there yet is left out. */
export function createStorageWatch(
	folders: readonly string[],
	wallNow: () => number = Date.now,
	freeBytesOf: ReadFreeBytes = readFreeBytes,
): StorageWatch {
	let freeBytes: number | null = null;
	let refusedAt = Number.NEGATIVE_INFINITY;
	return {
		report: () => {
			const isRefusing = wallNow() - refusedAt < REFUSAL_MEMORY_MS;
			const room = freeBytes ?? Number.POSITIVE_INFINITY;
			const state = isRefusing || room < FULL_BYTES ? "full" : room < LOW_BYTES ? "low" : "ok";
			return { state, freeBytes };
		},
		recordWriteFailure: () => {
			refusedAt = wallNow();
		},
		measure: async () => {
			const measured = await Promise.all(folders.map((folder) => freeBytesOf(folder).catch(() => null)));
			const known = measured.filter((bytes) => bytes !== null);
			freeBytes = known.length > 0 ? Math.min(...known) : null;
		},
	};
}

/** For processes and tests that do not watch storage. */
export const UNWATCHED_STORAGE: Pick<StorageWatch, "report" | "recordWriteFailure"> = {
	report: () => ({ state: "ok", freeBytes: null }),
	recordWriteFailure: () => undefined,
};
