import { createHash, timingSafeEqual } from "node:crypto";
import { unsubscribeFromResultMails } from "@first-bounce/contract/accounts/notifications";
import { unsubscribeFromInvites } from "@first-bounce/contract/leagues/league-invites";
import { showPreviewGate, unlockPreview } from "@first-bounce/contract/site/preview";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerKey } from "../../../db/server-key.ts";
import { sendRefusal } from "../../../plugins/errors.ts";
import { refuse } from "../../../plugins/refusal.ts";

const PREVIEW_COOKIE = "X-PREVIEW";
const COOKIE_MAX_AGE_SECONDS = 90 * 24 * 60 * 60;

const buildRouteKey = ({ method, path }: { readonly method: string; readonly path: string }) =>
	`${method} /api/:lang${path}`;

/**
 * The routes that a closed preview serves without the password. Every other route is closed, including those that are
 * added later.
 */
const OPEN_ROUTES: ReadonlySet<string> = new Set([
	"GET /healthz",
	"GET /readyz",
	// METRICS_TOKEN protects it.
	"GET /metrics",
	buildRouteKey(showPreviewGate),
	buildRouteKey(unlockPreview),
	// Mail programs call these without cookies (RFC 8058).
	buildRouteKey(unsubscribeFromInvites),
	buildRouteKey(unsubscribeFromResultMails),
	// The app shell and the built web, which contain no data of the season or of an account.
	"GET /",
	"GET /shell.html",
	"GET /*",
	"GET /robots.txt",
	"GET /sitemap.xml",
]);

/** Unknown URLs are open, because they get only the app shell or a 404 error. */
const isOpenRoute = ({ is404, method, routeOptions }: FastifyRequest): boolean =>
	is404 || OPEN_ROUTES.has(`${method === "HEAD" ? "GET" : method} ${routeOptions.url}`);

export const isPageRequest = ({ method, headers }: FastifyRequest): boolean =>
	(method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");

const hashText = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The gate of a site with PREVIEW_PASSWORD. A signed cookie grants access until the password changes. */
export interface PreviewGate {
	readonly isPassed: (request: FastifyRequest) => Promise<boolean>;
	readonly isPassword: (text: string) => boolean;
	readonly setCookie: (reply: FastifyReply) => Promise<void>;
	/** The `cookie` header of requests that the server sends to itself. */
	readonly buildCookieHeader: () => Promise<string>;
}

interface PreviewSettings {
	/** If null, the site is open to everyone. */
	readonly password: string | null;
	readonly key: ServerKey;
	readonly isSecure: boolean;
}

export function createPreviewGate({ password, key, isSecure }: PreviewSettings): PreviewGate | null {
	if (password === null) return null;
	const signedText = `passed ${password}`;
	return {
		isPassed: async ({ cookies }) => {
			const value = cookies[PREVIEW_COOKIE];
			return value !== undefined && (await key.isSigned(signedText, value));
		},
		isPassword: (text) => timingSafeEqual(hashText(text), hashText(password)),
		setCookie: async (reply) => {
			reply.setCookie(PREVIEW_COOKIE, await key.sign(signedText), {
				path: "/",
				httpOnly: true,
				sameSite: "lax",
				secure: isSecure,
				maxAge: COOKIE_MAX_AGE_SECONDS,
			});
		},
		buildCookieHeader: async () => `${PREVIEW_COOKIE}=${await key.sign(signedText)}`,
	};
}

/**
 * Refuses every request without the password's cookie, apart from those to the open routes. Browsers that open a closed
 * page are sent to the home page, which can ask for the password and then opens that page.
 */
export function registerPreviewGate(app: FastifyInstance, gate: PreviewGate): void {
	app.addHook("onRequest", async (request, reply) => {
		if (isOpenRoute(request) || (await gate.isPassed(request))) return;
		if (isPageRequest(request))
			return reply.header("cache-control", "no-store").redirect(`/?next=${encodeURIComponent(request.url)}`, 302);
		return sendRefusal(request, reply, refuse(403, "preview-locked"));
	});
	// A shared cache would serve visitors without the password.
	app.addHook("onSend", async (request, reply) => {
		if (isOpenRoute(request)) return;
		const directives = String(reply.getHeader("cache-control") ?? "no-cache");
		reply.header("cache-control", directives.replace("public", "private"));
	});
}
