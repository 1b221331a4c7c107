import type { FastifyInstance } from "fastify";

declare module "fastify" {
	interface FastifyInstance {
		/** Whether this process is about to stop, so that proxies should send requests to another one. */
		isStopping: boolean;
	}
}

/** How long running requests may take once the server closes. Shorter than STOP_TIMEOUT_MS in main.ts. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Closes all connections when the server closes. Otherwise a connection kept alive after its request would delay the
 * shutdown by a minute, and one with an unfinished request or none, such as those that browsers open in advance,
 * indefinitely. If `isStopping` is set some seconds earlier, `/readyz` responds with 503 and responses close their
 * connections, so that proxies switch to another process in time.
 */
export function registerShutdown(app: FastifyInstance, graceMs = CLOSE_GRACE_MS): void {
	app.decorate("isStopping", false);
	let isClosing = false;
	let forceCloseTimer: NodeJS.Timeout | undefined;
	app.addHook("preClose", async () => {
		app.isStopping = true;
		isClosing = true;
		forceCloseTimer = setTimeout(() => app.server.closeAllConnections(), graceMs);
	});
	app.addHook("onSend", async (_request, reply) => {
		if (app.isStopping) reply.header("connection", "close");
	});
	app.addHook("onClose", async () => clearTimeout(forceCloseTimer));
	app.addHook("onResponse", (_request, _reply, done) => {
		if (isClosing) setImmediate(() => app.server.closeIdleConnections());
		done();
	});
}
