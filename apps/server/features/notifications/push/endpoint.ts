import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Names that no public resolver answers for, or that mean this machine or its neighbours. */
const PRIVATE_NAMES =
	/(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|arpa|onion)$/;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname);

/**
 * Whether a push service may stand at an address: https on its own port, at a name that could be public, without a
 * password. Where the name leads is seen when it is connected to (`publicLookup`).
 */
export function isAllowedEndpoint(endpoint: string, { allowsLoopback }: { readonly allowsLoopback: boolean }): boolean {
	const url = URL.parse(endpoint);
	if (url?.username !== "" || url.password !== "") return false;
	if (allowsLoopback && isLoopback(url)) return url.protocol === "http:" || url.protocol === "https:";
	// An IPv4 address is written by URL as four numbers, however it was spelt.
	const isName = /\.[a-z][a-z\d-]*$/.test(url.hostname) && !url.hostname.startsWith("[");
	return url.protocol === "https:" && url.port === "" && isName && !PRIVATE_NAMES.test(url.hostname);
}

/** Whether an address is public: not loopback, private, link-local, multicast, mapped or reserved. */
export const isPublicAddress = (address: string): boolean =>
	ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/** A host name that resolves to private addresses only. */
export class PrivateAddressError extends Error {
	constructor(hostname: string) {
		super(`${hostname} is no public host`);
		this.name = "PrivateAddress";
	}
}

/** `dns.lookup` for a connection, of public addresses only: what is looked at is what is connected to. */
export const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
	lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
		const [first, ...rest] = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
		if (error) done(error, "");
		else if (!first) done(new PrivateAddressError(hostname), "");
		else if (options.all) done(null, [first, ...rest]);
		else done(null, first.address, first.family);
	});
};
