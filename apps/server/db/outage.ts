/** The connection was lost or refused; PostgreSQL is shutting down, starting up, or has no connection left. */
const OUTAGE_CODE = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE)/;
/** What the client library says of a connection that is gone, without a code. */
const OUTAGE_MESSAGE =
	/^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;
/** PostgreSQL's own code and the operating system's. */
const FULL_CODE = /^(53100|ENOSPC|EDQUOT)$/;

const getErrorCode = (error: unknown): string => {
	const code = error instanceof Error && "code" in error ? error.code : "";
	return typeof code === "string" ? code : "";
};

/** Whether an error says that the database does not answer: a passing state, in which nothing can be done. */
export const isDatabaseDown = (error: unknown): boolean =>
	OUTAGE_CODE.test(getErrorCode(error)) || (error instanceof Error && OUTAGE_MESSAGE.test(error.message));

/** Whether something could not be written because there is no room for it. */
export const isStorageFull = (error: unknown): boolean =>
	error instanceof Error && (FULL_CODE.test(getErrorCode(error)) || isStorageFull(error.cause));
