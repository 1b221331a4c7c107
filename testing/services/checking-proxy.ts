import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

const HEALTH_INTERVAL_MS = 100;

/** A reverse proxy with health checks, like Caddy's. */
export interface CheckingProxy {
	readonly origin: string;
	/** Adds the process at a port. It gets requests while /readyz says that it is ready. */
	readonly add: (port: number) => void;
	readonly remove: (port: number) => void;
	readonly isReady: (port: number) => boolean;
	/** Responses by status; 502 stands for no response. */
	readonly statuses: Readonly<Record<number, number>>;
	/** Returns the longest time, in milliseconds, from a request to the start of its response since the last call. */
	readonly takeLongestMs: () => number;
	readonly close: () => void;
}

export async function startCheckingProxy(): Promise<CheckingProxy> {
	const agent = new Agent({ keepAlive: true });
	const ports = new Set<number>();
	const readyPorts = new Set<number>();
	const statuses: Record<number, number> = {};
	let requests = 0;
	let longestMs = 0;
	const count = (status: number) => {
		statuses[status] = (statuses[status] ?? 0) + 1;
	};

	/** Sends a request to one of the processes that are ready, on a connection that is kept open, and passes on its response. */
	const passOn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
		const start = performance.now();
		const port = [...readyPorts][++requests % readyPorts.size] ?? 0;
		const { method, url: path, headers } = incoming;
		const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
		const onward = request({ host: "127.0.0.1", port, method, path, headers, agent }, resolve).on("error", reject);
		incoming.pipe(onward);
		const response = await promise;
		longestMs = Math.max(longestMs, performance.now() - start);
		const status = response.statusCode ?? 0;
		const { connection: _, ...rest } = response.headers;
		await pipeline(response, outgoing.writeHead(status, rest)).catch((error) => {
			// The client has gone, which is not the process's fault.
			if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
		});
		count(status);
	};

	let healthTimer: NodeJS.Timeout | undefined;
	let isClosed = false;
	// One check after the other: an answer that was slow must not replace a newer one.
	const checkHealth = async (): Promise<void> => {
		for (const port of isClosed ? [] : ports) {
			const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
				({ ok }) => ok,
				() => false,
			);
			if (isReady && ports.has(port)) readyPorts.add(port);
			else readyPorts.delete(port);
		}
		if (!isClosed) healthTimer = setTimeout(checkHealth, HEALTH_INTERVAL_MS);
	};

	const proxy = createServer((incoming, outgoing) => {
		passOn(incoming, outgoing).catch(() => {
			count(502);
			if (outgoing.headersSent) outgoing.destroy();
			else outgoing.writeHead(502).end();
		});
	});
	// Closing an idle connection at the moment of its next request would look like a lost request.
	proxy.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	void checkHealth();
	return {
		origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		add: (port) => void ports.add(port),
		remove: (port) => {
			ports.delete(port);
			readyPorts.delete(port);
		},
		isReady: (port) => readyPorts.has(port),
		statuses,
		takeLongestMs: () => {
			const longest = Math.round(longestMs);
			longestMs = 0;
			return longest;
		},
		close: () => {
			isClosed = true;
			clearTimeout(healthTimer);
			agent.destroy();
			proxy.closeAllConnections();
			proxy.close();
		},
	};
}
