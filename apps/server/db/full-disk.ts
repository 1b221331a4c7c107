import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Config } from "../config.ts";
import { StartupError } from "../startup-error.ts";
import { findFullDiskError, isDatabaseDown } from "./outage.ts";

const DISK_FULL_CODE = "53100";
/** The size of a WAL file. PostgreSQL stops when there is no space for another one. */
export const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** Reads how much of a disk is free, without the space reserved for root. */
export async function readFreeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

/** Whether the disk of a folder is full. PostgreSQL does not report it if it cannot write its log either. */
export const isDiskFull = (folder: string): Promise<boolean> =>
	readFreeBytes(folder).then(
		(bytes) => bytes < MIN_FREE_BYTES,
		() => false,
	);

/** Thrown if a disk is full. The message names the disk and says what to do. */
class FullDiskError extends StartupError {
	constructor(place: string, cause: unknown) {
		super(`The disk of ${place} is full: free some space on it and try again`, { cause });
	}
}

/** Runs `work`. If it fails because a disk is full, the error names `place`, such as a folder. */
export async function withFullDiskError<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw error instanceof FullDiskError || findFullDiskError(error) === null ? error : new FullDiskError(place, error);
	}
}

/** Runs `work` on temporary files. If it fails because their disk is full, the error names TMPDIR. */
export const withTemporaryDiskError = <Result>(work: () => Promise<Result>): Promise<Result> =>
	withFullDiskError(`TMPDIR (${tmpdir()})`, work);

/**
 * If an error was caused by a full disk, returns one that names the disk: DATA_DIR, or the database server's. Otherwise returns
 * the same error.
 */
export async function explainFullDisk(
	error: unknown,
	{ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
): Promise<unknown> {
	if (error instanceof FullDiskError) return error;
	const full = findFullDiskError(error);
	// The embedded PostgreSQL ends if its disk is full, so that only a lost connection is noticed.
	const hasEnded = databaseUrl === null && isDatabaseDown(error) && (await isDiskFull(dataDir));
	if (full === null && !hasEnded) return error;
	const isDatabaseDisk = databaseUrl !== null && full !== null && "code" in full && full.code === DISK_FULL_CODE;
	const place = isDatabaseDisk ? "the database server" : `DATA_DIR (${dataDir})`;
	return new FullDiskError(place, error);
}
