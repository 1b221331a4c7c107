import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isLoopbackName } from "../http/allowed-hosts.ts";
import { isLoopbackAddress } from "../http/client-address.ts";

/** Headers that a proxy adds to what it forwards. */
const FORWARDING = /^(x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|forwarded|via)$/;

/** Whether the request comes from this machine itself and was not forwarded by a proxy on it. */
function isLocal({ headers, raw }: FastifyRequest): boolean {
	if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false;
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

/** Whether a request may read the metrics: with the token, or without one from this machine only. */
export const mayReadMetrics = (request: FastifyRequest, token: string | null): boolean =>
	token === null ? isLocal(request) : hasToken(request, token);
