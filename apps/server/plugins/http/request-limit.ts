import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../refusal.ts";

/** About half a second's work for a processor core, so that accepted requests are answered quickly. */
export const DEFAULT_MAX_REQUESTS = 500;

/** All refusals share this error, because in a rush creating the stack of each took six percent of the processor time. */
const BUSY = refuse(503, "busy");

/**
 * Answers API calls with 503 and Retry-After while `max` others are being handled, so that a rush does not let every
 * call wait until its client gives up. A call counts from the end of its body to the start of its response, also if its
 * client disconnects, so that slow clients do not use up the limit.
 */
export function registerRequestLimit(api: FastifyInstance, max = DEFAULT_MAX_REQUESTS): void {
	const inProgress = new Set<FastifyRequest>();
	api.addHook("preHandler", (request, _reply, done) => {
		if (inProgress.size >= max) return done(BUSY);
		inProgress.add(request);
		done();
	});
	api.addHook("onSend", (request, _reply, payload, done) => {
		inProgress.delete(request);
		done(null, payload);
	});
	api.addHook("onResponse", (request, _reply, done) => {
		inProgress.delete(request);
		done();
	});
}
