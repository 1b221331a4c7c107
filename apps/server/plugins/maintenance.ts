import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db, Row } from "../db/tables/tables.ts";
import { formatErrorMessage } from "../i18n/error-messages.ts";
import { escapeHtml } from "../i18n/escape-html.ts";
import { getPageLanguage } from "../i18n/negotiate-language.ts";
import { sendRefusal } from "./errors.ts";
import { refuse } from "./refusal.ts";

export type Maintenance = Row<"site_maintenance", "text" | "began_at" | "until" | "resumes_drafts">;

/** Finds the maintenance of the site; null if the site is open. */
export const findMaintenance = async (db: Db): Promise<Maintenance | null> =>
	(await db
		.selectFrom("site_maintenance")
		.select(["text", "began_at", "until", "resumes_drafts"])
		.executeTakeFirst()) ?? null;

/** How old the state that a request goes by may be. Each process reads it about once in this time. */
const MAX_AGE_MS = 1_000;

export function createMaintenanceWatch(db: Db) {
	let known: { readonly at: number; readonly state: Maintenance | null } | null = null;
	let reading: Promise<Maintenance | null> | null = null;
	const read = async (): Promise<Maintenance | null> => {
		const at = performance.now();
		// Without the database, what was known last counts.
		const state = await findMaintenance(db).catch(() => known?.state ?? null);
		known = { at, state };
		reading = null;
		return state;
	};
	return {
		/** Gets the current maintenance, from memory if it was read within the last second. */
		find: () => {
			if (known && performance.now() - known.at <= MAX_AGE_MS) return known.state;
			reading ??= read();
			return reading;
		},
		/** Reads the row again at the next request. */
		forget: () => {
			known = null;
		},
	};
}

export type MaintenanceWatch = ReturnType<typeof createMaintenanceWatch>;

/** Calls that visitors may make during maintenance, so that operators can sign in and everyone learns why. */
const OPEN_CALLS: ReadonlySet<string> = new Set(
	[
		"/afl-id/login",
		"/announcements",
		"/auth/login",
		"/auth/logout",
		"/auth/options",
		"/preview",
		"/preview/unlock",
		"/status",
		"/user",
		"/public/fantasy/league/unsubscribe/:token",
		"/public/user/result-mails/unsubscribe/:token",
	].map((path) => `/api/:lang${path}`),
);
/** Pages on which operators sign in and work, or see the outcome of a restore. */
const OPEN_PAGE = /^\/(operator|login|oidc|restore)(\/|$|\?)/;

const isPage = ({ method, headers, url }: FastifyRequest): boolean =>
	(method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html") && !OPEN_PAGE.test(url);

/** Whether the request is closed to everyone but operators. Files, health checks and the identity provider stay open. */
function isClosed(request: FastifyRequest): boolean {
	const { url = "" } = request.routeOptions;
	if (url.startsWith("/api/:lang/")) return !OPEN_CALLS.has(url);
	return url === "/mcp" || isPage(request);
}

const MIN_RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 3_600;
const DEFAULT_RETRY_SECONDS = 120;

/** In how many seconds clients should try again. */
function getRetrySeconds({ until }: Maintenance, now: number): number {
	if (!until) return DEFAULT_RETRY_SECONDS;
	return Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, Math.ceil((until.getTime() - now) / 1_000)));
}

/** The style of pages without files, which replace the site for a while. Their content is in `main`. */
export const PLAIN_PAGE_STYLE =
	":root{color-scheme:light dark;background:light-dark(#f3f2ee,#0a0d1a)}" +
	"body{margin:0;min-height:100vh;display:grid;align-content:center;padding:1rem;box-sizing:border-box;" +
	"font:1.0625rem/1.5 system-ui,sans-serif}" +
	"main{display:grid;gap:1rem;width:100%;max-width:32rem;margin-inline:auto;padding:1.5rem;box-sizing:border-box;" +
	"border-radius:1.25rem;background:light-dark(#fff,#151b30)}" +
	"h1{margin:0;font-size:1.375rem}p{margin:0;overflow-wrap:anywhere}a{color:inherit}";

/** A page without scripts and files, which tries again by itself. */
function sendPage(request: FastifyRequest, reply: FastifyReply, { text }: Maintenance, seconds: number): FastifyReply {
	const language = getPageLanguage(request);
	const notice = escapeHtml(formatErrorMessage(language, "maintenance", { text }));
	return reply
		.code(503)
		.headers({
			"cache-control": "no-store",
			"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
			"retry-after": String(seconds),
			"x-content-type-options": "nosniff",
		})
		.type("text/html; charset=utf-8")
		.send(
			`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
				`<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${seconds}"><title>First Bounce</title>` +
				`<style>${PLAIN_PAGE_STYLE}</style><main><h1>First Bounce</h1><p>${notice}</p></main>`,
		);
}

/** During maintenance, refuses calls and pages with 503 and the operator's words. Operators get in. */
export function registerMaintenance(app: FastifyInstance, watch: MaintenanceWatch, wallNow: () => number): void {
	const close = async (request: FastifyRequest, reply: FastifyReply, state: Maintenance) => {
		const session = await app.routeServices.sessions.find(request).catch(() => null);
		if (session?.isActive && session.operatorRole) return;
		const seconds = getRetrySeconds(state, wallNow());
		if (isPage(request)) return sendPage(request, reply, state, seconds);
		return sendRefusal(request, reply, refuse(503, "maintenance", { text: state.text, seconds }));
	};
	app.addHook("onRequest", (request, reply, done) => {
		const found = watch.find();
		if (found === null) return done();
		Promise.resolve(found)
			.then((state) => (state && isClosed(request) ? close(request, reply, state) : undefined))
			.then(() => reply.sent || done(), done);
	});
}
