import type { FastifyRequest } from "fastify";

/** A host name or address with an optional port; IPv6 in brackets. */
const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
/** Probes reach the server by an address that ALLOWED_HOSTS need not list. */
const PROBES = new Set(["/healthz", "/readyz"]);
/** The scheme and host of a request target in absolute form, such as `http://example.org/path`. */
const ABSOLUTE_TARGET = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** Parses the host name in `host[:port]`, normalised as in URLs and without the port; null if invalid. */
export function parseHostName(host: string): string | null {
	if (!HOST.test(host)) return null;
	const { hostname } = URL.parse(`http://${host}`) ?? {};
	return hostname?.replace(/\.$/, "") || null;
}

export const isLoopbackName = (name: string): boolean => LOOPBACK.test(name);

/** Splits a request target into host and path. The host is null unless the target is in absolute form. */
export function parseRequestTarget(target: string): { readonly host: string | null; readonly path: string } {
	const found = target.startsWith("/") ? null : ABSOLUTE_TARGET.exec(target);
	if (!found) return { host: null, path: target };
	const path = target.slice(found[0].length);
	return { host: found[1] ?? "", path: path.startsWith("/") ? path : `/${path}` };
}

/** Whether a request names this server, by its Host header and, in absolute form, by its target. */
export type HostCheck = (request: Pick<FastifyRequest, "headers" | "originalUrl" | "url">) => boolean;

/**
 * Creates the check against DNS rebinding. A foreign site can point its own name at this machine and is then same-origin
 * with it, but the browser still sends that name as Host. Ports are not compared, because a proxy or container may change them.
 */
export function createHostCheck(publicUrl: string, allowedHosts: readonly string[]): HostCheck {
	const names = new Set([new URL(publicUrl).host, ...allowedHosts].map(parseHostName));
	/** Cached, because most requests have the same host. */
	let lastAllowed: string | null = null;
	const isAllowed = (host: string | undefined) => {
		if (host === undefined) return false;
		if (host === lastAllowed) return true;
		const name = parseHostName(host);
		if (name === null || !(names.has(name) || isLoopbackName(name))) return false;
		lastAllowed = host;
		return true;
	};
	return ({ headers, originalUrl, url }) => {
		if (PROBES.has(url.split("?", 1)[0] ?? "")) return true;
		const target = parseRequestTarget(originalUrl);
		return isAllowed(headers.host) && (target.host === null || isAllowed(target.host));
	};
}
