import type { FastifyRequest } from "fastify";

const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const PROBES = new Set(["/healthz", "/readyz"]);
const ABSOLUTE_TARGET = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** Parses the host name in `host[:port]`, normalised as in URLs and without the port; null if invalid. */
export function parseHostName(host: string): string | null {
	if (!HOST.test(host)) return null;
	const { hostname } = URL.parse(`http://${host}`) ?? {};
	return hostname?.replace(/\.$/, "") || null;
}

/** Whether a normalised host name is a loopback name. */
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
 * A page elsewhere can point its own name at this machine (DNS rebinding) and then be same-origin with it, but the
 * browser still sends that name as Host. Ports are not compared: a proxy or a container may change them.
 */
export function createHostCheck(publicUrl: string, allowedHosts: readonly string[]): HostCheck {
	const names = new Set([new URL(publicUrl).host, ...allowedHosts].map(parseHostName));
	/** The last accepted host, because most requests have the same one. */
	let latest: string | null = null;
	const isKnown = (host: string | undefined) => {
		if (host === undefined) return false;
		if (host === latest) return true;
		const name = parseHostName(host);
		const isAllowed = name !== null && (names.has(name) || isLoopbackName(name));
		if (isAllowed) latest = host;
		return isAllowed;
	};
	return ({ headers, originalUrl, url }) => {
		if (PROBES.has(url.split("?", 1)[0] ?? "")) return true;
		const target = parseRequestTarget(originalUrl);
		return isKnown(headers.host) && (target.host === null || isKnown(target.host));
	};
}
