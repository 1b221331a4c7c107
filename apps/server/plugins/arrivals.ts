import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { sendRefusal } from "./errors.ts";
import type { HostCheck } from "./http/allowed-hosts.ts";
import { isCrossOrigin, type Origins } from "./http/origin-guard.ts";
import { refuse } from "./refusal.ts";

/** The header with what somebody who writes to the operator can quote, and the log names. */
const REQUEST_ID = "x-request-id";

const NO_COOKIES = Object.freeze({});

/**
 * What happens to every request before anything else: it gets its id, its cookies are read, and it is refused if it
 * names another host or comes from another site's page. One hook, and without the plugin's own map for each request,
 * since every request waits for it.
 */
export async function registerRequestGuards(
	app: FastifyInstance,
	origins: Origins,
	isAllowedHost: HostCheck,
): Promise<void> {
	await app.register(cookie, { hook: false });
	app.addHook("onRequest", (request, reply, done) => {
		reply.header(REQUEST_ID, request.id);
		const { cookie } = request.headers;
		request.cookies = cookie === undefined ? NO_COOKIES : app.parseCookie(cookie);
		// Sent here: the error handlers of pages would answer with a page.
		if (!isAllowedHost(request)) return void sendRefusal(request, reply, refuse(400, "unknown-host"));
		done(isCrossOrigin(request, origins) ? refuse(403, "foreign-origin") : undefined);
	});
}
