import type { ApiErrorBody, FailureStatus } from "@first-bounce/contract/envelope";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseDown, isOutOfFiles, isStorageFull } from "../db/outage.ts";
import { UnconfirmedCommitError } from "../db/servers/unconfirmed-commits.ts";
import { type ErrorCode, formatErrorMessage } from "../i18n/error-messages.ts";
import { Refusal, refuse } from "./refusal.ts";
import { formatRoute } from "./request-log.ts";

const FASTIFY_REFUSALS: Readonly<Record<string, readonly [FailureStatus, ErrorCode]>> = {
	FST_ERR_CTP_INVALID_MEDIA_TYPE: [400, "wrong-content-type"],
	FST_ERR_CTP_BODY_TOO_LARGE: [413, "body-too-large"],
	FST_ERR_CTP_INVALID_JSON_BODY: [400, "malformed-body"],
	FST_ERR_CTP_EMPTY_JSON_BODY: [400, "malformed-body"],
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "malformed-body"],
	FST_REQ_FILE_TOO_LARGE: [413, "picture-file-too-large"],
	FST_FILES_LIMIT: [413, "body-too-large"],
	FST_FIELDS_LIMIT: [413, "body-too-large"],
	FST_PARTS_LIMIT: [413, "body-too-large"],
	FST_INVALID_MULTIPART_CONTENT_TYPE: [400, "wrong-content-type"],
	FST_PROTO_VIOLATION: [400, "malformed-body"],
	FST_ERR_BAD_URL: [404, "not-found"],
	FST_ERR_MAX_PARAM_LENGTH: [404, "not-found"],
	FST_STATIC_FORBIDDEN_PATH: [404, "not-found"],
};

/** Whether Fastify refused the request as malformed. */
const isClientError = ({ code = "", statusCode = 500 }: FastifyError): boolean =>
	code.startsWith("FST_") && statusCode >= 400 && statusCode < 500;

// PostgreSQL's codes for serialisation failures, deadlocks, lock timeouts and cancelled statements.
const BUSY_CODES = /^(40001|40P01|55P03|57014)/;
// PostgreSQL's codes for text that it cannot store, such as a zero byte, in columns and in JSON.
const UNSTORABLE_TEXT = /^(22021|22P05)$/;

/** Whether PostgreSQL cannot store a text. In JSON it reports half of a surrogate pair as invalid JSON. */
const isUnstorableText = ({ code = "", routine }: FastifyError & { readonly routine?: string }): boolean =>
	UNSTORABLE_TEXT.test(code) || (code === "22P02" && routine === "json_errsave_error");

/** How long a client should wait after a 503 before it tries again. */
export const RETRY_AFTER_SECONDS = "5";

/** Converts a thrown error to a refusal; null for a server error. */
export function getRefusal(error: FastifyError): Refusal | null {
	if (error instanceof Refusal) return error;
	const statusAndCode = FASTIFY_REFUSALS[error.code];
	if (statusAndCode) return refuse(...statusAndCode);
	if (error instanceof SyntaxError && error.statusCode === 400) return refuse(400, "malformed-body");
	if (isUnstorableText(error)) return refuse(400, "text-not-storable");
	if (isClientError(error)) return refuse(400, "malformed-request");
	if (isStorageFull(error)) return refuse(503, "storage-full");
	if (isDatabaseDown(error)) return refuse(503, "database-down");
	if (error instanceof UnconfirmedCommitError) return refuse(503, "unconfirmed");
	if (BUSY_CODES.test(error.code ?? "") || isOutOfFiles(error)) return refuse(503, "busy");
	return null;
}

/** Gets the language segment of an API path, or the default language. */
export const getRequestLanguage = (request: FastifyRequest): string =>
	/^\/api\/([a-zA-Z-]{2,})\//.exec(request.url)?.[1] ?? DEFAULT_LANGUAGE;

/** Says in a header when a refused client should try again. */
export function setRetryAfter(reply: FastifyReply, { status, reasons }: Refusal): void {
	const mayRetry = status === 429 || status === 503;
	const seconds = mayRetry ? reasons[0].data?.seconds : undefined;
	if (seconds !== undefined) reply.header("retry-after", String(seconds));
	else if (status === 503) reply.header("retry-after", RETRY_AFTER_SECONDS);
}

type SendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => FastifyReply;

declare module "fastify" {
	interface FastifyContextConfig {
		/** Sends the route's refusals, if they are not for programs. */
		readonly sendRefusal?: SendRefusal;
	}
}

export const sendRefusal: SendRefusal = (request, reply, refusal) => {
	const language = getRequestLanguage(request);
	const errors = refusal.reasons.map(
		({ code, data }): ApiErrorBody => ({ code, message: formatErrorMessage(language, code, data) }),
	);
	setRetryAfter(reply, refusal);
	const data = refusal.data === undefined ? {} : { data: refusal.data };
	return reply
		.code(refusal.status)
		.header("cache-control", "no-store")
		.header("x-content-type-options", "nosniff")
		.send({ success: null, errors, ...data });
};

interface ErrorListeners {
	readonly onStorageFull?: () => void;
	/** Receives errors to which the server responds with 500. `route` is the method and the route's pattern. */
	readonly onUnexpected?: (error: unknown, route: string) => void;
}

/**
 * Registers the error handler, which sends every error in the envelope, or as the route's `sendRefusal` does. Of unexpected errors
 * it reveals only the request id.
 */
export function registerErrors(app: FastifyInstance, { onStorageFull, onUnexpected }: ErrorListeners = {}): void {
	app.setErrorHandler<FastifyError>((error, request, reply) => {
		// The client disconnected while it sent the body.
		const refusal = error === request.raw.errored ? refuse(400, "malformed-body") : getRefusal(error);
		if (isStorageFull(error)) onStorageFull?.();
		if (!refusal) onUnexpected?.(error, `${request.method} ${formatRoute(request)}`);
		// Before its first season a site refuses most calls, which is not an error to log.
		if (!refusal || (refusal.status >= 500 && refusal.reasons[0].code !== "no-season"))
			request.log.error({ err: error, route: formatRoute(request) }, "request failed");
		const send = request.routeOptions.config.sendRefusal ?? sendRefusal;
		return send(request, reply, refusal ?? refuse(500, "server-error"));
	});
}
