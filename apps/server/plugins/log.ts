import pino, { type DestinationStream, type Logger } from "pino";
import { formatReason } from "../db/connect.ts";
import { isDatabaseDown, isOutOfFiles, isStorageFull } from "../db/outage.ts";
import { UnconfirmedCommitError } from "../db/servers/unconfirmed-commits.ts";
import { Refusal } from "./refusal.ts";

/** Errors that make every request fail, such as an outage, are logged once per interval. */
const OUTAGE_LOG_INTERVAL_MS = 60_000;

/** Describes an error that makes every request fail; null for any other error. */
function describeOutage(error: unknown): string | null {
	if (isStorageFull(error)) return "There is no storage left";
	if (isOutOfFiles(error)) return "Too many files or connections are open";
	if (error instanceof UnconfirmedCommitError) return "Changes are not acknowledged";
	if (error instanceof Refusal && error.status === 503) return "Requests are refused for now";
	return isDatabaseDown(error) ? "The database does not answer" : null;
}

/** Removes the fields in which PostgreSQL repeats the values of a refused row, such as an email address. */
export function serializeError(error: Error): object {
	const { detail: _detail, where: _where, internalQuery: _query, ...safe } = pino.stdSerializers.err(error);
	return safe;
}

const getError = (logged: unknown): unknown =>
	typeof logged === "object" && logged !== null && "err" in logged ? logged.err : logged;

/** The values of LOG_LEVEL. `info` also logs each request. */
export const LOG_LEVELS = ["error", "warn", "info"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

interface LogOptions {
	readonly level?: LogLevel;
	readonly destination?: DestinationStream;
	/** The time in milliseconds. */
	readonly now?: () => number;
}

/** Creates a log to stderr. It has at most one line a minute for each kind of outage. */
export function createLog({
	level = "warn",
	destination = pino.destination(2),
	now = () => performance.now(),
}: LogOptions = {}): Logger {
	const loggedAt = new Map<string, number>();
	return pino(
		{
			level,
			serializers: { err: serializeError },
			hooks: {
				logMethod(args, method) {
					const error = getError(args[0]);
					const outage = describeOutage(error);
					if (outage === null) return method.apply(this, args);
					const last = loggedAt.get(outage) ?? Number.NEGATIVE_INFINITY;
					if (now() - last < OUTAGE_LOG_INTERVAL_MS) return;
					loggedAt.set(outage, now());
					method.apply(this, [`${outage}: ${formatReason(error)}`]);
				},
			},
		},
		destination,
	);
}
