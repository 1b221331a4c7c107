import type { FastifyReply } from "fastify";

/** Aborts when the client disconnects before the response. Fastify's `request.signal` does so only until the body is read. */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	raw.once("close", () => {
		if (!raw.writableFinished) controller.abort();
	});
	return controller.signal;
}
