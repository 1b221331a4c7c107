import type { FastifyRequest } from "fastify";
import { isLoopbackName } from "./allowed-hosts.ts";
import { isTrustedProxy } from "./client-address.ts";

/**
 * Why visitors share one address, and with it the limits of one visitor: PUBLIC_URL is not https, so X-Forwarded-For is
 * ignored; the proxy does not send it; or a second proxy with a public address is in front of the trusted one.
 */
type ProxyProblem = "ignored" | "missing" | "second-proxy";

const EXPLANATIONS: Readonly<Record<ProxyProblem, string>> = {
	ignored: "requests come through a proxy, but X-Forwarded-For is ignored because PUBLIC_URL is not https",
	missing: "requests come through a proxy that does not set X-Forwarded-For",
	"second-proxy": "requests come through two proxies, and the address of the outer one is taken for the visitor's",
};

/** Requests are counted by the hundred. Nearly all must show the problem, so that no single visitor can feign it. */
const WINDOW = 100;
const MIN_SHARE = 0.9;

/** Notices from the requests whether all visitors share the address of a proxy. */
export interface ProxyCheck {
	readonly record: (request: Pick<FastifyRequest, "headers" | "ips" | "socket">) => void;
	/** The problem of the latest requests; null if there is none. */
	readonly getProblem: () => ProxyProblem | null;
}

export function createProxyCheck(publicUrl: string, warn: (message: string) => void): ProxyCheck {
	const { protocol, host, hostname } = new URL(publicUrl);
	const isSecure = protocol === "https:";
	if (!isSecure && !isLoopbackName(hostname))
		warn(
			"PUBLIC_URL is not https: if there is a proxy, X-Forwarded-For is ignored, and all visitors share one address and its limits",
		);
	let problem: ProxyProblem | null = null;
	let requests = 0;
	let counts = new Map<ProxyProblem, number>();

	const findProblem = ({ headers, ips, socket }: Parameters<ProxyCheck["record"]>[0]): ProxyProblem | null => {
		const forwarded = headers["x-forwarded-for"];
		if (forwarded === undefined) return isSecure ? "missing" : null;
		if (!isSecure) return isTrustedProxy(socket.remoteAddress ?? "") ? "ignored" : null;
		const listed = String(forwarded).split(",").length;
		// `ips` ends with the first address that is not trusted. If the header lists more, it is that of a second proxy.
		return listed > 1 && listed > (ips?.length ?? 1) - 1 ? "second-proxy" : null;
	};

	return {
		getProblem: () => problem,
		record: (request) => {
			// Health checks and commands on the machine itself come without the proxy, under another name.
			if (request.headers.host !== host) return;
			const found = findProblem(request);
			if (found) counts.set(found, (counts.get(found) ?? 0) + 1);
			if (++requests < WINDOW) return;
			const [frequent = null] = [...counts].find(([, count]) => count >= WINDOW * MIN_SHARE) ?? [];
			if (frequent && frequent !== problem)
				warn(`All visitors share one address and its limits: ${EXPLANATIONS[frequent]} (docs/operating/install.md)`);
			problem = frequent;
			requests = 0;
			counts = new Map();
		},
	};
}
