import type { FastifyReply } from "fastify";

/** Aborts when the client goes away before it has its answer. Fastify's own `request.signal` misses that once a body has been read. */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	raw.once("close", () => {
		if (!raw.writableFinished) controller.abort();
	});
	return controller.signal;
}
