import type { FastifyReply } from "fastify";

/** Creates a signal that aborts when the client disconnects before the response. Unlike `request.signal`, also after the body. */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	raw.once("close", () => {
		if (!raw.writableFinished) controller.abort();
	});
	return controller.signal;
}
