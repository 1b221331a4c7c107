import { aflIdRegister } from "@first-bounce/contract/accounts/auth";
import { registerUser } from "@first-bounce/contract/accounts/user";
import { showPreviewGate, unlockPreview } from "@first-bounce/contract/site/preview";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../../db/tables/tables.ts";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { sendRefusal } from "../../../plugins/errors.ts";
import { isLoopbackName, parseHostName } from "../../../plugins/http/allowed-hosts.ts";
import { isTrustedProxy } from "../../../plugins/http/client-address.ts";
import { hasForwardingHeader } from "../../../plugins/metrics.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { isPageRequest, type PreviewGate } from "../../site/preview/preview-gate.ts";
import { sendHtml } from "../identity-provider/replies.ts";
import { renderClosedPage } from "./pages.ts";
import { isSetupNeeded } from "./setup-queries.ts";

/** Holds the one-time code of the browser that entered it. */
export const SETUP_COOKIE = "X-SETUP";
export const SETUP_PATH = "/setup";

/** Whether the site is being set up. Once it is not, no process asks again. */
export interface SetupWatch {
	readonly isOpen: () => Promise<boolean> | false;
}

/** Asks the database at every request until the site is set up. */
export function createSetupWatch(db: Db): SetupWatch {
	let isOver = false;
	const read = async () => {
		const isNeeded = await isSetupNeeded(db);
		isOver ||= !isNeeded;
		return isNeeded;
	};
	return { isOpen: () => (isOver ? false : read()) };
}

/** Whether a request came over HTTPS, or from a browser on this machine, which a container sees at a private address. */
export function isProtected(request: FastifyRequest, isSecureSite: boolean): boolean {
	if (isSecureSite && request.protocol === "https") return true;
	const host = parseHostName(request.headers.host ?? "");
	return (
		host !== null &&
		isLoopbackName(host) &&
		isTrustedProxy(request.raw.socket.remoteAddress ?? "") &&
		!hasForwardingHeader(request)
	);
}

const getRoutePath = ({ path }: { readonly path: string }): string => `/api/:lang${path}`;
const OPEN_CALLS: ReadonlySet<string> = new Set([showPreviewGate, unlockPreview].map(getRoutePath));
const REGISTRATION_CALLS: ReadonlySet<string> = new Set([aflIdRegister, registerUser].map(getRoutePath));
const PROVIDER_SIGN_UP = /^\/oidc\/interaction\/[^/]+\/sign-up/;

const isRegistration = ({ url, routeOptions }: FastifyRequest): boolean =>
	REGISTRATION_CALLS.has(routeOptions.url ?? "") || PROVIDER_SIGN_UP.test(url);

/** Health checks, and the outcome of a restore, which has a token of its own. */
const OPEN_PATHS = new Set(["/healthz", "/readyz", "/metrics", "/restore"]);

/** Whether a request is for something that is closed during the set-up. Files, health checks and the page itself are not. */
function isClosed(request: FastifyRequest): boolean {
	const { url = "" } = request.routeOptions;
	const path = request.url.split("?", 1)[0] ?? "";
	if (OPEN_PATHS.has(path) || path === SETUP_PATH || path.startsWith(`${SETUP_PATH}/`)) return false;
	if (url.startsWith("/api/:lang/")) return !OPEN_CALLS.has(url);
	return url === "/mcp" || path.startsWith("/oidc/") || isPageRequest(request);
}

export interface SetupGateOptions {
	readonly watch: SetupWatch;
	readonly previewGate: PreviewGate | null;
	readonly isCode: (code: string) => Promise<boolean>;
}

/** How long clients should wait before they try again. */
const RETRY_SECONDS = 30;

/** While the site is being set up, refuses what is closed, except to the browser that entered the code. Nobody may register. */
export function registerSetupGate(app: FastifyInstance, { watch, previewGate, isCode }: SetupGateOptions): void {
	const check = async (request: FastifyRequest, reply: FastifyReply, isOpen: Promise<boolean>) => {
		if (!(await isOpen)) return;
		// The preview gate has refused everything but its own page, which asks for the password.
		if (previewGate && !(await previewGate.isPassed(request))) return;
		const code = request.cookies[SETUP_COOKIE];
		if (!isRegistration(request) && code !== undefined && (await isCode(code))) return;
		reply.header("retry-after", String(RETRY_SECONDS));
		if (isPageRequest(request)) return sendHtml(reply, 503, renderClosedPage(getPageLanguage(request), SETUP_PATH));
		return sendRefusal(request, reply, refuse(503, "being-set-up", { seconds: RETRY_SECONDS }));
	};
	app.addHook("onRequest", (request, reply, done) => {
		const isOpen = isClosed(request) && watch.isOpen();
		if (isOpen === false) return done();
		check(request, reply, isOpen).then(() => reply.sent || done(), done);
	});
}
