import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type ErrorCode, formatErrorMessage } from "../../i18n/error-messages.ts";
import { getRequestLanguage } from "../errors.ts";

/** Status and error code for a request that reaches no route. */
type ClientError = readonly [status: 400 | 408 | 413 | 414 | 431, code: ErrorCode];

const MALFORMED: ClientError = [400, "malformed-request"];
export const TOO_SLOW: ClientError = [408, "request-too-slow"];
/** A request line longer than about half of the 16 KB that Node allows for request line and headers together. */
const LONG_REQUEST_LINE = /^[A-Z]+ \S{8000}/;

function getClientError({ code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): ClientError {
	if (code === "ERR_HTTP_REQUEST_TIMEOUT") return TOO_SLOW;
	if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return [413, "body-too-large"];
	if (code !== "HPE_HEADER_OVERFLOW") return MALFORMED;
	const isAddressTooLong = LONG_REQUEST_LINE.test(rawPacket?.toString("latin1") ?? "");
	return isAddressTooLong ? [414, "address-too-long"] : [431, "headers-too-large"];
}

/** Builds a complete HTTP response with the error envelope, for a socket that has no reply. */
function buildResponse([status, code]: ClientError, language: string): string {
	const body = JSON.stringify({ success: null, errors: [{ code, message: formatErrorMessage(language, code) }] });
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		"Connection: close",
		"Content-Type: application/json; charset=utf-8",
		`Content-Length: ${Buffer.byteLength(body)}`,
		"Cache-Control: no-store",
		"X-Content-Type-Options: nosniff",
	];
	return `${head.join("\r\n")}\r\n\r\n${body}`;
}

export function createClientErrors() {
	/** The latest reply of each connection, so that no request gets two responses. */
	const replies = new WeakMap<Duplex, FastifyReply>();
	const refuse = (socket: Duplex, error: ClientError) => {
		const reply = replies.get(socket);
		const isResponding = reply !== undefined && !reply.raw.writableEnded;
		const isUnfinished = isResponding || reply?.request.raw.complete === false;
		// A response that has begun cannot be replaced.
		if (!socket.writable || (isUnfinished && reply?.raw.headersSent)) return void socket.destroy();
		socket.end(buildResponse(error, isResponding ? getRequestLanguage(reply.request) : DEFAULT_LANGUAGE), () =>
			socket.destroy(),
		);
	};
	return {
		/** Sends a refusal to the socket and closes it. */
		refuse,
		/** Handles an error of Node's HTTP parser. */
		handle: (error: NodeJS.ErrnoException, socket: Duplex) => {
			if (error.code === "ECONNRESET" || socket.destroyed) return;
			refuse(socket, getClientError(error));
		},
		/** Also refuses CONNECT and unknown `Expect` headers, to which Node would respond itself. */
		register: (app: FastifyInstance) => {
			app.addHook("onRequest", (request, reply, done) => {
				replies.set(request.raw.socket, reply);
				done();
			});
			app.server.on("connect", (_: IncomingMessage, socket: Duplex) => refuse(socket, MALFORMED));
			app.server.on("checkExpectation", ({ socket }: IncomingMessage) => refuse(socket, MALFORMED));
		},
	};
}

/** Responds to requests that reach no route, instead of Node, and closes their connections. */
export type ClientErrors = ReturnType<typeof createClientErrors>;
