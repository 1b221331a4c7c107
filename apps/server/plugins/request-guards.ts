import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { sendRefusal } from "./errors.ts";
import type { HostCheck } from "./http/allowed-hosts.ts";
import { isCrossOrigin, type Origins } from "./http/origin-guard.ts";
import type { ProxyCheck } from "./http/proxy-check.ts";
import { refuse } from "./refusal.ts";
import { hasAccessToken } from "./session.ts";

/** Has the request id of the log, which users can quote to the operator. */
const REQUEST_ID_HEADER = "x-request-id";

const NO_COOKIES = Object.freeze({});

/**
 * Before anything else, sets the request id, parses cookies, and refuses requests to foreign hosts or from foreign origins.
 * One hook does all of this, including the work of the cookie plugin's own hook, because each hook slows down every request.
 */
export async function registerRequestGuards(
	app: FastifyInstance,
	origins: Origins,
	isAllowedHost: HostCheck,
	proxyCheck: Pick<ProxyCheck, "record">,
): Promise<void> {
	await app.register(cookie, { hook: false });
	app.addHook("onRequest", (request, reply, done) => {
		reply.header(REQUEST_ID_HEADER, request.id);
		const { cookie } = request.headers;
		request.cookies = cookie === undefined ? NO_COOKIES : app.parseCookie(cookie);
		proxyCheck.record(request);
		// The refusal is sent here, because the error handlers of pages would respond with a page.
		if (!isAllowedHost(request)) return void sendRefusal(request, reply, refuse(400, "unknown-host"));
		// With an access token, cookies are ignored, so another site's page cannot act as the user.
		const isForeign = isCrossOrigin(request, origins) && !hasAccessToken(request);
		done(isForeign ? refuse(403, "foreign-origin") : undefined);
	});
}
