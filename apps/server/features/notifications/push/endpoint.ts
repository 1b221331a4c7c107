import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Host names that are not public: this machine, local networks and special-use domains. */
const PRIVATE_NAMES =
	/(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|arpa|onion)$/;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname);

/**
 * Whether an endpoint may belong to a push service: https on the default port, a host name that could be public, and no
 * credentials. What the name resolves to is checked on connecting (`lookupPublicAddress`).
 */
export function isAllowedEndpoint(endpoint: string, { allowsLoopback }: { readonly allowsLoopback: boolean }): boolean {
	const url = URL.parse(endpoint);
	if (url?.username !== "" || url.password !== "") return false;
	if (allowsLoopback && isLoopback(url)) return url.protocol === "http:" || url.protocol === "https:";
	// The last label of a name begins with a letter. An IPv4 address never matches, because URL normalises it to four numbers.
	const isName = /\.[a-z][a-z\d-]*$/.test(url.hostname) && !url.hostname.startsWith("[");
	return url.protocol === "https:" && url.port === "" && isName && !PRIVATE_NAMES.test(url.hostname);
}

/**
 * Whether an address is public: not loopback, private, link-local, multicast or reserved. An IPv4-mapped address counts as
 * its IPv4 address.
 */
export const isPublicAddress = (address: string): boolean =>
	ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/** Thrown for a host name that has no public address. */
export class PrivateAddressError extends Error {
	constructor(hostname: string) {
		super(`${hostname} is not a public host`);
		this.name = "PrivateAddressError";
	}
}

/**
 * A `dns.lookup` for connections that returns only public addresses, so that the address of a name cannot change between
 * check and use (DNS rebinding).
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
	lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
		const [first, ...rest] = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
		if (error) done(error, "");
		else if (!first) done(new PrivateAddressError(hostname), "");
		else if (options.all) done(null, [first, ...rest]);
		else done(null, first.address, first.family);
	});
};
