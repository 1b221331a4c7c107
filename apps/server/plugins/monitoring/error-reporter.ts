import { fileURLToPath } from "node:url";
import { removePersonalData } from "@first-bounce/contract/personal-data";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { ErrorEvent } from "@sentry/core";
import { formatReason } from "../../db/connect.ts";
import { isDatabaseDown, isStorageFull } from "../../db/outage.ts";
import { UnconfirmedCommitError } from "../../db/servers/unconfirmed-commits.ts";
import { Refusal } from "../refusal.ts";
import { createReportLimiter } from "./report-limiter.ts";

/** Where an error happened: at a route, in a job, in other background work, or in the process as a whole. */
interface ErrorSource {
	readonly kind: "request" | "job" | "background" | "process";
	/** The method and the route's pattern, the job's queue, or the name of the background work. */
	readonly name: string;
}

export interface ErrorReporter {
	/**
	 * Sends an error in the background. Refusals, outages of the database and a full disk are sent only if they end the process,
	 * because they are no faults of the code, and operators are alerted to outages in other ways.
	 */
	readonly report: (error: unknown, source: ErrorSource) => void;
	/** Resolves once everything has been sent, at the latest after two seconds. */
	readonly close: () => Promise<void>;
}

export const NO_ERROR_REPORTER: ErrorReporter = { report: () => undefined, close: async () => undefined };

interface ErrorReporterOptions {
	readonly version: string;
	/** Receives why errors cannot be sent, at most once in ten minutes. */
	readonly warn: (message: string) => void;
}

const REQUEST_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** The same error is sent once in this interval, so that a broken page does not use up the quota at Sentry. */
const REPEAT_INTERVAL_MS = 10 * MINUTE_MS;
/** Searching a message of megabytes would hold up requests. */
const MAX_MESSAGE_LENGTH = 2_000;
const ROOT = fileURLToPath(new URL("../../../..", import.meta.url)).replace(/\/$/, "");

/** Double-quoted text, which may be user input. The first group is the kind of schema object, whose name may be kept. */
const QUOTED = /(\b(?:column|constraint|database|function|index|relation|role|schema|table) )?"[^"]*("|$)/g;

/** Removes values from an error's message: quotes of PostgreSQL and JSON.parse, and numbers in paths. */
const removeValues = (message: string): string =>
	removePersonalData(
		message
			.slice(0, MAX_MESSAGE_LENGTH)
			.replaceAll(QUOTED, (quoted, schemaObject) => (schemaObject ? quoted : "[value]"))
			.replaceAll(/\/\d+(?=[/\s'".]|$)/g, "/[id]"),
	);

const cleanEvent = (event: ErrorEvent): ErrorEvent => ({
	...event,
	exception: {
		values: (event.exception?.values ?? []).map((value) => ({ ...value, value: removeValues(value.value ?? "") })),
	},
});

/** Wraps a thrown value that is not an Error, because the SDK would send all fields of an object. */
const toError = (thrown: unknown): Error =>
	thrown instanceof Error ? thrown : new Error(typeof thrown === "string" ? thrown : `A thrown ${typeof thrown}`);

const isExpected = (error: unknown): boolean =>
	error instanceof Refusal || error instanceof UnconfirmedCommitError || isDatabaseDown(error) || isStorageFull(error);

/** Formats why `fetch` failed. */
const formatCause = (error: unknown): string => formatReason(error instanceof Error ? (error.cause ?? error) : error);

/** Gets an error's code, such as PostgreSQL's 23505 or Node's ECONNRESET. */
const getCode = (error: Error): string | null =>
	"code" in error && typeof error.code === "string" ? error.code.slice(0, 40) : null;

/**
 * Sends errors to Sentry without personal data: the kind, message and stack of the error, the server's version, and where the
 * error happened. The client is built from the SDK's core, without its global state and instrumentation.
 */
export async function createErrorReporter(
	dsn: string,
	{ version, warn }: ErrorReporterOptions,
): Promise<ErrorReporter> {
	const [{ Scope, createStackParser, createTransport, linkedErrorsIntegration, rewriteFramesIntegration }, server] =
		await Promise.all([import("@sentry/core"), import("@sentry/core/server")]);
	const mayReport = createReportLimiter(REPEAT_INTERVAL_MS);
	const mayWarn = createReportLimiter(REPEAT_INTERVAL_MS);

	const send = async (url: string, body: string | Uint8Array) => {
		try {
			const response = await fetch(url, {
				method: "POST",
				body: new Uint8Array(Buffer.from(body)),
				headers: { "content-type": "application/x-sentry-envelope" },
				signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
			});
			await response.body?.cancel();
			if (!response.ok && mayWarn("")) warn(`Errors cannot be sent to SENTRY_DSN: it answered ${response.status}`);
			return {
				statusCode: response.status,
				headers: {
					"x-sentry-rate-limits": response.headers.get("x-sentry-rate-limits"),
					"retry-after": response.headers.get("retry-after"),
				},
			};
		} catch (error) {
			if (mayWarn("")) warn(`Errors cannot be sent to SENTRY_DSN: ${formatCause(error)}`);
			throw error;
		}
	};
	const client = new server.ServerRuntimeClient({
		dsn,
		release: `first-bounce@${version}`,
		platform: "node",
		runtime: { name: "node", version: process.version },
		integrations: [rewriteFramesIntegration({ root: ROOT, prefix: "app:///" }), linkedErrorsIntegration()],
		stackParser: createStackParser(server.nodeStackLineParser()),
		transport: (options) => createTransport(options, ({ body }) => send(options.url, body)),
		sendClientReports: false,
		beforeSend: cleanEvent,
	});
	client.init();

	return {
		report: (thrown, { kind, name }) => {
			if (kind !== "process" && isExpected(thrown)) return;
			const error = toError(thrown);
			if (!mayReport(`${kind} ${name} ${error.name} ${error.message.slice(0, MAX_MESSAGE_LENGTH)}`)) return;
			const scope = new Scope();
			scope.setClient(client);
			scope.setTransactionName(name);
			scope.setTags({ source: kind, ...(kind === "request" ? { route: name } : {}) });
			const code = getCode(error);
			if (code !== null) scope.setTag("code", code);
			if (kind === "process") scope.setLevel("fatal");
			scope.captureException(error, { mechanism: { type: kind, handled: kind !== "process" } });
		},
		close: async () => void (await client.close(CLOSE_TIMEOUT_MS)),
	};
}
