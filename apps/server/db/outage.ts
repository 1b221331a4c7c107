/**
 * Error codes for a connection that was lost or refused, and for a PostgreSQL that is shutting down or starting up, has no
 * connection left, or has become a standby.
 */
const OUTAGE_CODE = /^(08|25006|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE)/;
/** Messages of the pg client for lost connections, which have no code. */
const OUTAGE_MESSAGE =
	/^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/;
/** Codes of PostgreSQL and the operating system for a full disk. */
const FULL_CODE = /^(53100|ENOSPC|EDQUOT)$/;
/** Texts in messages of PostgreSQL's programs about a full disk, which have no code. */
const FULL_MESSAGE = /No space left on device|Disk quota exceeded/;

const getErrorCode = (error: unknown): string => {
	const code = error instanceof Error && "code" in error ? error.code : "";
	return typeof code === "string" ? code : "";
};

/** Whether an error means that the database is temporarily unavailable. */
export const isDatabaseDown = (error: unknown): boolean =>
	OUTAGE_CODE.test(getErrorCode(error)) || (error instanceof Error && OUTAGE_MESSAGE.test(error.message));

/** Finds the error that says that a disk is full: this one, or one that caused it. Null if there is none. */
export function findFullDiskError(error: unknown): Error | null {
	if (!(error instanceof Error)) return null;
	const isFull = FULL_CODE.test(getErrorCode(error)) || FULL_MESSAGE.test(error.message);
	return isFull ? error : findFullDiskError(error.cause);
}

/** Whether a write failed because the disk is full. */
export const isStorageFull = (error: unknown): boolean => findFullDiskError(error) !== null;

/** Whether a file or connection could not be opened because too many are open, as in a rush with a low limit of open files. */
export const isOutOfFiles = (error: unknown): boolean => /^(EMFILE|ENFILE)$/.test(getErrorCode(error));
