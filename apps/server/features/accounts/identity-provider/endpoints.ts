import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { SIGN_IN_TEXTS } from "../../../i18n/sign-in-texts.ts";
import { sendRefusal } from "../../../plugins/errors.ts";
import { type Refusal, refuse } from "../../../plugins/refusal.ts";
import { MOUNT_PATH } from "./provider.ts";
import { sendErrorPage, sendRefusalPage } from "./replies.ts";

interface EndpointServices {
	/** Counts a sign-in that is started. Refuses if its network has started too many. */
	readonly countStart: (request: FastifyRequest) => Promise<void>;
	/** Whether the browser has a session at the provider. */
	readonly hasSession: (request: FastifyRequest) => Promise<boolean>;
	/** Gets the origin for the provider's addresses: one of the server's own, even if the Host header names another. */
	readonly getOrigin: (request: FastifyRequest) => string;
}

/** The endpoints of the provider that the web app, programs and browsers use. */
const ENDPOINTS: Readonly<Record<string, RegExp>> = {
	GET: /^\/(auth(\/[\w-]{1,60})?|session\/end(\/success)?|jwks|me|\.well-known\/openid-configuration)$/,
	POST: /^\/(token|me|session\/end(\/confirm)?)$/,
	OPTIONS: /^\/(token|me|jwks|\.well-known\/openid-configuration)$/,
};
/** The web app's requests have about 400 characters. The provider stores them until the sign-in is completed. */
const MAX_QUERY_LENGTH = 1_500;

/**
 * Keeps from the provider what it need not see, so that it stores nothing for it: replies to requests to sign in that are too long
 * and to sign-outs without a session, and refuses unknown endpoints and too many requests to sign in. Returns whether it has replied.
 */
async function replyWithoutProvider(
	request: FastifyRequest,
	reply: FastifyReply,
	{ countStart, hasSession, getOrigin }: EndpointServices,
): Promise<boolean> {
	const [address = "", query = ""] = request.url.slice(MOUNT_PATH.length).split(/\?(.*)/s);
	const method = request.method === "HEAD" ? "GET" : request.method;
	if (!ENDPOINTS[method]?.test(address)) throw refuse(404, "not-found");
	if (query.length > MAX_QUERY_LENGTH || query.includes("%00")) {
		sendErrorPage(request, reply, { status: 400, text: SIGN_IN_TEXTS[getPageLanguage(request)].failed });
		return true;
	}
	const isSignedOut =
		address === "/session/end/success" || (address === "/session/end" && !(await hasSession(request)));
	if (isSignedOut) {
		reply.redirect(`${getOrigin(request)}/`, 303);
		return true;
	}
	if (address === "/auth") await countStart(request);
	return false;
}

/** The endpoints that browsers open; programs call the others. */
const OPENED_BY_BROWSERS = new RegExp(`^${MOUNT_PATH}/(auth|session/end)(/|\\?|$)`);

/** Passes requests below /oidc on to the provider. */
export async function registerProviderEndpoints(
	app: FastifyInstance,
	getProvider: () => Promise<Provider>,
	services: EndpointServices,
): Promise<void> {
	await app.register(async (mount) => {
		mount.removeAllContentTypeParsers();
		mount.addContentTypeParser("*", (_, _payload, done) => done(null));
		const config = {
			sendRefusal: (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) =>
				(OPENED_BY_BROWSERS.test(request.url) ? sendRefusalPage : sendRefusal)(request, reply, refusal),
		};
		mount.all(`${MOUNT_PATH}/*`, { config }, async (request, reply) => {
			const hasReplied = await replyWithoutProvider(request, reply, services);
			if (hasReplied) return reply;
			const provider = await getProvider();
			// The provider writes its own response, so the headers that plugins have set are copied to it.
			for (const [name, value] of Object.entries(reply.getHeaders()))
				if (value !== undefined) reply.raw.setHeader(name, value);
			reply.hijack();
			// The provider builds its addresses from these headers, which a client can forge.
			const { host, protocol } = new URL(services.getOrigin(request));
			Object.assign(request.raw.headers, { host, "x-forwarded-host": host });
			if (protocol === "https:") request.raw.headers["x-forwarded-proto"] = "https";
			// The provider computes its mount path from the difference between `originalUrl` and `url`.
			Object.assign(request.raw, { originalUrl: request.raw.url });
			request.raw.url = request.raw.url?.slice(MOUNT_PATH.length) ?? "/";
			await provider.callback()(request.raw, reply.raw);
		});
	});
}
