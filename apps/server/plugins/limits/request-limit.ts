import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../refusal.ts";

/** About half a second's work for one processor core, so that accepted requests get quick responses. */
export const DEFAULT_MAX_REQUESTS = 500;

/** Shared by all refusals, because creating a stack for each took six percent of the processor time in a rush. */
const BUSY = refuse(503, "busy");

/**
 * Refuses API calls with 503 and Retry-After while `max` others are being handled. Otherwise every call in a rush would wait
 * until its client gives up. A call counts only from the end of its body to the start of its response, so that slow clients
 * do not use up the limit.
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
