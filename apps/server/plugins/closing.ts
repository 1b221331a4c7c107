import type { FastifyInstance } from "fastify";

/** A connection kept alive by a request that was under way at the close would hold the server up for a minute. */
export function registerClosing(app: FastifyInstance): void {
	let isClosing = false;
	app.addHook("preClose", async () => {
		isClosing = true;
	});
	app.addHook("onResponse", (_request, _reply, done) => {
		if (isClosing) setImmediate(() => app.server.closeIdleConnections());
		done();
	});
}
