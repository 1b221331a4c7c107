import { randomBytes } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { getRefusal, sendRefusal } from "../errors.ts";
import { refuse } from "../refusal.ts";
import { parseRequestTarget } from "./allowed-hosts.ts";
import { isTrustedProxy } from "./client-address.ts";
import { createClientErrors } from "./client-errors.ts";
import { REQUEST_TIMEOUTS, type RequestTimeouts, registerBodyRateCheck } from "./slow-requests.ts";

const BODY_LIMIT = 64 * 1024;

/** Addresses that programs ask for; at any other, a person reads a page. */
const PROGRAM_PATH = /^\/(api|json)\//;

/** Of this process, so that ids of several do not meet in one log. */
const PROCESS_ID = randomBytes(4).toString("hex");

/**
 * An address as the routes read it. One that cannot be decoded is taken letter by letter, so that whoever answers for its
 * like answers for it too: a page for people, the envelope for programs.
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

/** The bare server: how requests are read, and what is believed of them. `isSecure`: TLS ends at a proxy in front. */
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
		// A line a request costs a fifth of a small answer; failures are logged by the error handler.
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: BODY_LIMIT,
		// Only a proxy's headers are believed, and only where there is one.
		trustProxy: isSecure ? isTrustedProxy : false,
		requestTimeout: requestTimeoutMs,
		http: {
			headersTimeout: headersTimeoutMs,
			requestTimeout: requestTimeoutMs,
			connectionsCheckingInterval: checkIntervalMs,
			// A request without a Host is refused by the host check, in the envelope; probes may leave it out.
			requireHostHeader: false,
		},
		clientErrorHandler: clientErrors.handle,
		requestIdHeader: false,
		genReqId: () => `${PROCESS_ID}-${(++requests).toString(36)}`,
		routerOptions: { maxParamLength: 300 },
		rewriteUrl: ({ url = "/" }) => normalizeUrl(parseRequestTarget(url).path),
		forceCloseConnections: "idle",
		frameworkErrors: (error, request, reply) => {
			sendRefusal(request, reply, getRefusal(error) ?? refuse(500, "server-error"));
		},
	});
	clientErrors.register(app);
	registerBodyRateCheck(app, timeouts, clientErrors);
	app.addHook("onRequest", ({ url, originalUrl }, _, done) => {
		const isReadable = url === parseRequestTarget(originalUrl).path;
		done(!isReadable && PROGRAM_PATH.test(url) ? refuse(400, "malformed-address") : undefined);
	});
	const parse = app.getDefaultJsonParser("error", "error");
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
		if (body === "") done(null, undefined);
		else parse(request, String(body), done);
	});
	return app;
}
