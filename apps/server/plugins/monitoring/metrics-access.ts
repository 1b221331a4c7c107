import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isLoopbackName } from "../http/allowed-hosts.ts";
import { isLoopbackAddress } from "../http/client-address.ts";

/** Headers that a proxy adds to forwarded requests. */
const FORWARDING_HEADER = /^(x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|forwarded|via)$/;

/** Whether a request comes directly from this machine, not through a proxy on it. */
function isLocal({ headers, raw }: FastifyRequest): boolean {
	if (Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))) return false;
	const address = `http://${headers.host}`;
	return (
		isLoopbackAddress(raw.socket.remoteAddress ?? "") &&
		URL.canParse(address) &&
		isLoopbackName(new URL(address).hostname)
	);
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
	const actual = Buffer.from(headers.authorization ?? "");
	const expected = Buffer.from(`Bearer ${token}`);
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Whether a request may read the metrics: it has the token, or none is set and it comes from this machine. */
export const mayReadMetrics = (request: FastifyRequest, token: string | null): boolean =>
	token === null ? isLocal(request) : hasToken(request, token);
