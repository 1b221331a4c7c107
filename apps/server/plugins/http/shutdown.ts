import type { FastifyInstance } from "fastify";

/** How long a request under way may take once the server closes. Less than a stop has altogether (main.ts). */
const CLOSE_GRACE_MS = 5_000;

/**
 * Ends every connection at the close: one kept alive by a request that was under way would hold the server up for a
 * minute; one on which a request is never finished, or none begun (browsers open some ahead of need), for as long as it
 * likes.
 */
export function registerShutdown(app: FastifyInstance, grace = CLOSE_GRACE_MS): void {
	let isClosing = false;
	let cutShort: NodeJS.Timeout | undefined;
	app.addHook("preClose", async () => {
		isClosing = true;
		cutShort = setTimeout(() => app.server.closeAllConnections(), grace);
	});
	app.addHook("onClose", async () => clearTimeout(cutShort));
	app.addHook("onResponse", (_request, _reply, done) => {
		if (isClosing) setImmediate(() => app.server.closeIdleConnections());
		done();
	});
}
