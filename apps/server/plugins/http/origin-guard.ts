import type { FastifyRequest } from "fastify";

const STATE_CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** The origins of this server: that of PUBLIC_URL and, if it is loopback, those of the other loopback names. */
export interface Origins {
	readonly publicOrigin: string;
	readonly all: readonly string[];
	readonly isLoopback: boolean;
	/** Finds the origin that matches a request's Host header; PUBLIC_URL's if none does. */
	readonly find: (request: Pick<FastifyRequest, "headers">) => string;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export function getOrigins(publicUrl: string): Origins {
	const url = new URL(publicUrl);
	const isLoopback = LOOPBACK_NAMES.includes(url.hostname);
	const port = url.port ? `:${url.port}` : "";
	const loopbackOrigins = isLoopback ? LOOPBACK_NAMES.map((name) => `${url.protocol}//${name}${port}`) : [];
	const all = [...new Set([url.origin, ...loopbackOrigins])];
	const findOrigin: Origins["find"] = ({ headers }) =>
		all.find((origin) => new URL(origin).host === headers.host) ?? url.origin;
	return { publicOrigin: url.origin, all, isLoopback, find: findOrigin };
}

/**
 * Whether a state-changing request comes from another site's page. Browsers send `Sec-Fetch-Site` or `Origin`; requests
 * with neither come from other programs and are allowed.
 */
export function isCrossOrigin(
	{ method, headers }: Pick<FastifyRequest, "method" | "headers">,
	{ all, publicOrigin }: Origins,
): boolean {
	if (!STATE_CHANGING.has(method)) return false;
	const { origin, host, "sec-fetch-site": site } = headers;
	const isForeignSite = site !== undefined && site !== "same-origin" && site !== "none";
	if (isForeignSite) return true;
	if (origin === undefined || all.includes(origin)) return false;
	// Somebody on the network can answer for this host over http, but not over https.
	const isUnencrypted = publicOrigin.startsWith("https:") && parseHost(origin) === parseHost(publicOrigin);
	return isUnencrypted || parseHost(origin) !== host;
}

const parseHost = (origin: string): string | null => URL.parse(origin)?.host ?? null;
