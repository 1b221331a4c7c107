import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { sendRefusal } from "./errors.ts";
import type { HostCheck } from "./http/allowed-hosts.ts";
import { isCrossOrigin, type Origins } from "./http/origin-guard.ts";
import { refuse } from "./refusal.ts";
import { hasAccessToken } from "./session.ts";

/** Carries the request id, which users can quote to the operator and which is in the log. */
const REQUEST_ID = "x-request-id";

const NO_COOKIES = Object.freeze({});

/**
 * Sets the request id, parses cookies and refuses requests to foreign hosts or from foreign origins, before anything
 * else. It is one hook that also replaces that of the cookie plugin, because it runs for every request.
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
		// The refusal is sent here, because the error handlers of pages would respond with a page.
		if (!isAllowedHost(request)) return void sendRefusal(request, reply, refuse(400, "unknown-host"));
		// A request with an access token ignores cookies, so no other site can make it in a user's name.
		const isForeign = isCrossOrigin(request, origins) && !hasAccessToken(request);
		done(isForeign ? refuse(403, "foreign-origin") : undefined);
	});
}
