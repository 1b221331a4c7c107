import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

const PROXY_RANGES = new Set(["loopback", "linkLocal", "private", "uniqueLocal"]);

/**
 * Normalises an address that a socket or proxy reports, which may have brackets and a port. Returns null for anything else.
 */
function parseAddress(text: string): string | null {
	const [, bracketed, plain = text] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
	const address = bracketed ?? plain;
	return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}

/** Whether forwarding headers from an address are trusted: this machine, or one in a private network. */
export function isTrustedProxy(text: string): boolean {
	const address = parseAddress(text);
	return address !== null && PROXY_RANGES.has(ipaddr.parse(address).range());
}

/** Gets the client's address without its port. Returns an empty text if it is unknown. */
export function getClientAddress({ ip, ips = [ip] }: Pick<FastifyRequest, "ip" | "ips">): string {
	// The list goes from the socket to the first address that is not a trusted proxy, which is the client. If that entry is
	// not an address, the proxy that reported it is used.
	for (const entry of ips.toReversed()) {
		const address = entry ? parseAddress(entry) : null;
		if (address !== null) return address;
	}
	return "";
}

/** Gets the network by which an address is rate-limited: the IPv4 address itself, or the /64 of an IPv6 address. */
export function getNetwork(text: string): string {
	const address = parseAddress(text);
	if (address === null) return text;
	const parsed = ipaddr.parse(address);
	if (!(parsed instanceof ipaddr.IPv6)) return address;
	return parsed.parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(":");
}

/** Gets the network by which a client is rate-limited. */
export const getClientNetwork = (request: Pick<FastifyRequest, "ip" | "ips">): string =>
	getNetwork(getClientAddress(request));

export const isLoopbackAddress = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);
