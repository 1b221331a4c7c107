import { randomBytes } from "node:crypto";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { getRefusal, sendRefusal } from "../errors.ts";
import { refuse } from "../refusal.ts";
import { parseRequestTarget } from "./allowed-hosts.ts";
import { isTrustedProxy } from "./client-address.ts";
import { createClientErrors } from "./client-errors.ts";
import {
	REQUEST_TIMEOUTS,
	type RequestTimeouts,
	registerBodyRateCheck,
	registerResponseTimeout,
} from "./slow-requests.ts";

const BODY_LIMIT = 64 * 1024;

/** Paths for programs, which get JSON errors instead of pages. */
const PROGRAM_PATH = /^\/(api|json)\//;

/** Prefix of request ids, so that the ids of several processes differ. */
const PROCESS_ID = randomBytes(4).toString("hex");

/**
 * Escapes the percent signs of a path that cannot be decoded, so that its route still responds: with a page for people, or
 * with the error envelope for programs.
 */
function normalizeUrl(address: string): string {
	if (!address.includes("%")) return address;
	const end = address.search(/[?#]/);
	const path = end < 0 ? address : address.slice(0, end);
	if (!path.includes("%")) return address;
	try {
		decodeURIComponent(path);
		return address;
	} catch {
		return path.replaceAll("%", "%25") + address.slice(path.length);
	}
}

/** Creates the Fastify server without routes. `isSecure` means that a proxy in front of it terminates TLS. */
export function createFastify(
	isSecure: boolean,
	logger?: FastifyBaseLogger,
	timeouts: RequestTimeouts = REQUEST_TIMEOUTS,
): FastifyInstance {
	let requests = 0;
	const { headersTimeoutMs, requestTimeoutMs, checkIntervalMs } = timeouts;
	const clientErrors = createClientErrors();
	const app = Fastify({
		...(logger ? { loggerInstance: logger } : {}),
		// Logging each request is slow; errors are logged by the error handler.
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: BODY_LIMIT,
		// Forwarding headers are trusted only from a proxy.
		trustProxy: isSecure ? isTrustedProxy : false,
		requestTimeout: requestTimeoutMs,
		http: {
			headersTimeout: headersTimeoutMs,
			requestTimeout: requestTimeoutMs,
			connectionsCheckingInterval: checkIntervalMs,
			// Requests without a Host header reach the host check. It refuses them with the error envelope, except health probes.
			requireHostHeader: false,
		},
		clientErrorHandler: clientErrors.handle,
		requestIdHeader: false,
		genReqId: () => `${PROCESS_ID}-${(++requests).toString(36)}`,
		routerOptions: { maxParamLength: 300 },
		rewriteUrl: ({ url = "/" }) => normalizeUrl(parseRequestTarget(url).path),
		forceCloseConnections: "idle",
		// Requests that arrive on an open connection while the server closes are still answered.
		return503OnClosing: false,
		frameworkErrors: (error, request, reply) => {
			sendRefusal(request, reply, getRefusal(error) ?? refuse(500, "server-error"));
		},
	});
	clientErrors.register(app);
	registerBodyRateCheck(app, timeouts, clientErrors);
	registerResponseTimeout(app, timeouts);
	app.addHook("onRequest", ({ url, originalUrl }, _, done) => {
		const isDecodable = url === parseRequestTarget(originalUrl).path;
		done(!isDecodable && PROGRAM_PATH.test(url) ? refuse(400, "malformed-address") : undefined);
	});
	const parseJson = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
		if (body === "") done(null, undefined);
		else parseJson(request, String(body), done);
	});
	return app;
}

/** Smaller responses are not worth compressing. */
const MIN_COMPRESSED_BYTES = 2_048;
/** Level 4 compresses 150 KB in about a millisecond; the default 11 takes a hundred. */
const BROTLI_QUALITY = 4;

export async function registerCompression(app: FastifyInstance): Promise<void> {
	await app.register(compress, {
		encodings: ["br", "gzip", "identity"],
		threshold: MIN_COMPRESSED_BYTES,
		brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
		globalDecompression: false,
	});
}
