import type { FastifyReply } from "fastify";

/** Aborts when the client disconnects before the response, even after the body was read, unlike `request.signal`. */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	raw.once("close", () => {
		if (!raw.writableFinished) controller.abort();
	});
	return controller.signal;
}
