import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ClientErrors, TOO_SLOW } from "./client-errors.ts";

/** How long a request may take to arrive, and how long its response may stall. The live stream is not limited. */
export interface RequestTimeouts {
	readonly headersTimeoutMs: number;
	/** Headers and body together. */
	readonly requestTimeoutMs: number;
	/** How often running transfers are checked. */
	readonly checkIntervalMs: number;
	/** How long a body may take before its rate counts. */
	readonly bodyGraceMs: number;
	readonly minBodyBytesPerSecond: number;
	/** How long a client may leave a response unread. */
	readonly responseIdleMs: number;
}

/** Allows the largest picture, 5 MB, at 70 kbit/s. The minimum rate of a body is 8 kbit/s. */
export const REQUEST_TIMEOUTS: RequestTimeouts = {
	headersTimeoutMs: 20_000,
	requestTimeoutMs: 600_000,
	checkIntervalMs: 2_000,
	bodyGraceMs: 20_000,
	minBodyBytesPerSecond: 1_000,
	responseIdleMs: 60_000,
};

/**
 * Closes a connection whose response stalls, because the client has stopped reading or the server sends nothing more.
 * Node resets the socket's time limit with the next request; the live stream, which has none, sends no response that
 * this hook sees.
 */
export function registerResponseTimeout(
	app: FastifyInstance,
	{ responseIdleMs }: Pick<RequestTimeouts, "responseIdleMs">,
): void {
	app.addHook("onSend", (_, { raw: { socket } }, payload, done) => {
		if (socket instanceof Socket) socket.setTimeout(responseIdleMs);
		done(null, payload);
	});
}

interface BodyTransfer {
	readonly since: number;
	/** Bytes read from the connection before the body. */
	readonly bytesBefore: number;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
	headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Refuses bodies that arrive too slowly, which Node's own time-out for a whole request does not. */
export function registerBodyRateCheck(
	app: FastifyInstance,
	{ checkIntervalMs, bodyGraceMs, minBodyBytesPerSecond }: RequestTimeouts,
	{ refuse }: Pick<ClientErrors, "refuse">,
): void {
	const transfers = new Map<FastifyRequest["raw"], BodyTransfer>();
	app.addHook("onRequest", (request, _, done) => {
		const { raw } = request;
		if (hasBody(request)) transfers.set(raw, { since: performance.now(), bytesBefore: raw.socket.bytesRead });
		done();
	});
	app.addHook("onResponse", ({ raw }, _, done) => {
		if (raw.complete) transfers.delete(raw);
		done();
	});
	const isTooSlow = ({ socket }: FastifyRequest["raw"], { since, bytesBefore }: BodyTransfer) => {
		const elapsed = performance.now() - since;
		const expected = (elapsed / 1_000) * minBodyBytesPerSecond;
		return elapsed > bodyGraceMs && socket.bytesRead - bytesBefore < expected;
	};
	const check = () => {
		for (const [raw, transfer] of transfers) {
			if (raw.complete || raw.destroyed) transfers.delete(raw);
			else if (isTooSlow(raw, transfer)) {
				transfers.delete(raw);
				refuse(raw.socket, TOO_SLOW);
			}
		}
	};
	const timer = setInterval(check, checkIntervalMs);
	timer.unref();
	app.addHook("onClose", async () => clearInterval(timer));
}
