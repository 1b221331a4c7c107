import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { isForeign, type Origins } from "./origin-guard.ts";
import { refuse } from "./refusal.ts";

/** The header with what somebody who writes to the operator can quote, and the log names. */
export const REQUEST_ID = "x-request-id";

const NO_COOKIES = Object.freeze({});

/**
 * What happens to every request before anything else: it gets its id, its cookies are read, and what another site's
 * page makes is refused. In one hook, and without the map that the plugin's own would make for each: everybody waits
 * for it.
 */
export async function registerArrivals(app: FastifyInstance, origins: Origins): Promise<void> {
	await app.register(cookie, { hook: false });
	app.addHook("onRequest", (request, reply, done) => {
		reply.header(REQUEST_ID, request.id);
		const { cookie } = request.headers;
		request.cookies = cookie === undefined ? NO_COOKIES : app.parseCookie(cookie);
		done(isForeign(request, origins) ? refuse(403, "foreign-origin") : undefined);
	});
}
