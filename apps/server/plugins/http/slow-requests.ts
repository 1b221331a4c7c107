import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ClientErrors, TOO_SLOW } from "./client-errors.ts";

/** How long a request may take to arrive, and how long its response may stall. The live stream is not limited. */
export interface RequestTimeouts {
	readonly headersTimeoutMs: number;
	/** Headers and body together. */
	readonly requestTimeoutMs: number;
	/** How often transfers in progress are checked. */
	readonly checkIntervalMs: number;
	/** How long a body may arrive at any rate, before the minimum rate applies. */
	readonly bodyGraceMs: number;
	readonly minBodyBytesPerSecond: number;
	/** How long a response may stall. */
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
 * Node resets the socket's timeout with the next request. The live stream sends nothing through this hook, so it has no timeout.
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
	/** By `performance.now()`. */
	readonly startedAt: number;
	/** Bytes read from the connection before the body. */
	readonly bytesBefore: number;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
	headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Refuses bodies that arrive too slowly. Node only limits the time of a whole request. */
export function registerBodyRateCheck(
	app: FastifyInstance,
	{ checkIntervalMs, bodyGraceMs, minBodyBytesPerSecond }: RequestTimeouts,
	{ refuse }: Pick<ClientErrors, "refuse">,
): void {
	const transfers = new Map<FastifyRequest["raw"], BodyTransfer>();
	app.addHook("onRequest", (request, _, done) => {
		const { raw } = request;
		if (hasBody(request)) transfers.set(raw, { startedAt: performance.now(), bytesBefore: raw.socket.bytesRead });
		done();
	});
	app.addHook("onResponse", ({ raw }, _, done) => {
		if (raw.complete) transfers.delete(raw);
		done();
	});
	const isTooSlow = ({ socket }: FastifyRequest["raw"], { startedAt, bytesBefore }: BodyTransfer) => {
		const elapsedMs = performance.now() - startedAt;
		const minBytes = (elapsedMs / 1_000) * minBodyBytesPerSecond;
		return elapsedMs > bodyGraceMs && socket.bytesRead - bytesBefore < minBytes;
	};
	const checkTransfers = () => {
		for (const [raw, transfer] of transfers) {
			if (raw.complete || raw.destroyed) transfers.delete(raw);
			else if (isTooSlow(raw, transfer)) {
				transfers.delete(raw);
				refuse(raw.socket, TOO_SLOW);
			}
		}
	};
	const timer = setInterval(checkTransfers, checkIntervalMs);
	timer.unref();
	app.addHook("onClose", async () => clearInterval(timer));
}
