import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { buildUrl } from "@first-bounce/contract/client";
import { showClock } from "@first-bounce/contract/clock";
import { SIGNED_IN_COOKIE } from "@first-bounce/contract/constants";
import { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import { LANGUAGES } from "@first-bounce/contract/languages";
import type { PrerenderedPage } from "@first-bounce/contract/site/prerender";
import { showPreviewGate } from "@first-bounce/contract/site/preview";
import type { Site } from "@first-bounce/contract/site/site";
import { showMyTeam } from "@first-bounce/contract/team/team";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { acceptsBrotli } from "../../../plugins/http/built-file.ts";
import { SESSION_COOKIE } from "../../../plugins/session.ts";
import { buildPage, loadManifest } from "./build-page.ts";
import { createPrerendered, type PageSources } from "./prerendered.ts";
import { buildSiteMeta } from "./site-settings.ts";

const REVALIDATE = "no-cache";
const VARY = "accept-encoding, accept-language, cookie";
const HELP = "/help";
const TEAM = "/team";
/** What the team screen requests first (prefetchRoute in apps/web/app/screens.ts). */
const TEAM_CALLS = [getUser, showMyProfile, showPreviewGate, showClock, showMyTeam, listMyDraftTeams];
const SEASON_FILES = ["season", "squads", "players", "rounds"];

/** Builds the Link header that lets a signed-in manager's browser request her team before the page's first script runs. */
function buildTeamDataHeader(request: FastifyRequest, { apiBase, staticBase }: Site): string {
	const language = getPageLanguage(request);
	const calls = TEAM_CALLS.map((call) => buildUrl(call, { origin: "", base: () => apiBase, language }, {}));
	const files = SEASON_FILES.map((name) => `${staticBase}/fantasy/${name}.json`);
	return [...calls, ...files].map((url) => `<${url}>; rel=preload; as=fetch; crossorigin`).join(", ");
}

/** Gets the Link header that preloads the files of a URL's screen; undefined if nothing is to be preloaded. */
type GetPreloadHeader = (url: string) => string | undefined;

function formatLink(file: string): string {
	if (file.endsWith(".css")) return `<${file}>; rel=preload; as=style; crossorigin`;
	return file.startsWith("/assets/") ? `<${file}>; rel=modulepreload` : `<${file}>; rel=preload; as=script`;
}

/** Loads the lists of files to preload that the web build wrote. */
function loadPreloadHeaders(folder: string): GetPreloadHeader {
	const file = path.join(folder, "hints.json");
	const filesByPath: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
	const links = new Map(
		Object.entries(filesByPath).map(([screenPath, files]) => [screenPath, files.map(formatLink).join(", ")]),
	);
	return (url) => links.get(url.split("?", 1)[0] ?? "");
}

/** A complete page, plain and compressed with Brotli. */
interface CompressedPage {
	readonly html: Buffer;
	readonly brotli: Buffer;
	readonly etag: string;
}

function compressPage(html: string): CompressedPage {
	const bytes = Buffer.from(html);
	const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
	return { html: bytes, brotli, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` };
}

export interface PageOptions extends PageSources {
	readonly publicUrl: string;
	/** Whether PREVIEW_PASSWORD is set. Then visitors get no prerendered page. */
	readonly isClosedPreview: boolean;
	/** Whether PUBLIC_READ is on. */
	readonly isPublicRead: boolean;
	/** Whether cookies are Secure. */
	readonly isSecure: boolean;
}

export interface Pages {
	/** Sends the prerendered page of a path if there is one and the visitor is signed out, else the app shell. */
	readonly send: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
	/** Sends the empty app shell. */
	readonly sendShell: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
	/** The paths of the prerendered pages. */
	readonly paths: () => readonly string[];
}

/** Gets the path of a URL without query and trailing slash. */
const getPath = (url: string): string => url.split("?", 1)[0]?.replace(/(.)\/$/, "$1") ?? "/";

/** Returns null if the web has not been built. */
export function createPages(folder: string, options: PageOptions, onError: (error: unknown) => void): Pages | null {
	const file = path.join(folder, "index.html");
	if (!existsSync(file)) return null;
	const built = readFileSync(file, "utf8");
	const manifest = loadManifest(folder);
	const getPreloadHeader = loadPreloadHeaders(folder);
	const readStyle = (name: string) => readFileSync(path.join(folder, name), "utf8");
	const prerendered = createPrerendered(folder, options, onError);
	const compressed = new WeakMap<PrerenderedPage, CompressedPage>();
	let shell = { siteJson: "", page: null as CompressedPage | null };

	const buildTemplate = () => built.replace("</title>", () => `</title>${buildSiteMeta(options.site())}`);
	const getShellPage = (): CompressedPage => {
		const siteJson = JSON.stringify(options.site());
		const page = shell.siteJson === siteJson && shell.page ? shell.page : compressPage(buildTemplate());
		shell = { siteJson, page };
		return page;
	};
	/** Finds the prerendered pages in the visitor's language; null for a visitor with a session or of a closed preview. */
	const findPrerenderedPages = (request: FastifyRequest) => {
		if (options.isClosedPreview || request.cookies[SESSION_COOKIE] !== undefined) return null;
		const language = getPageLanguage(request);
		const pages = prerendered.pages(language);
		return pages && { language, pages };
	};
	const findPrerenderedPage = (request: FastifyRequest): CompressedPage | null => {
		const { language, pages } = findPrerenderedPages(request) ?? {};
		const page = pages?.get(getPath(request.url));
		if (!language || !page) return null;
		const frame = { template: buildTemplate(), manifest, readStyle, publicUrl: options.publicUrl, language };
		const result = compressed.get(page) ?? compressPage(buildPage(page, frame));
		compressed.set(page, result);
		return result;
	};
	/** Finds the path of the first help tab, to which a request for `/help` is redirected. */
	const findFirstHelpTab = (request: FastifyRequest): string | null => {
		if (getPath(request.url) !== HELP) return null;
		const tabs = [...(findPrerenderedPages(request)?.pages.values() ?? [])].filter(({ isHelp }) => isHelp);
		return tabs[0]?.path ?? null;
	};
	/** Sets the signed-in cookie if it is missing, as for sessions that began before the server set it. */
	const ensureSignedInCookie = ({ cookies }: FastifyRequest, reply: FastifyReply) => {
		if (cookies[SESSION_COOKIE] !== undefined && cookies[SIGNED_IN_COOKIE] === undefined)
			reply.setCookie(SIGNED_IN_COOKIE, "1", { path: "/", sameSite: "lax", secure: options.isSecure });
	};
	const sendPage = (request: FastifyRequest, reply: FastifyReply, status: number, page: CompressedPage) => {
		const { html, brotli, etag } = page;
		ensureSignedInCookie(request, reply);
		reply.code(status).header("cache-control", REVALIDATE).header("vary", VARY);
		const isBrotli = acceptsBrotli(request);
		const tag = isBrotli ? etag.replace(/"$/, '-br"') : etag;
		const preloads = status === 200 ? getPreloadHeader(request.url) : undefined;
		const isOwnTeam = getPath(request.url) === TEAM && request.cookies[SESSION_COOKIE] !== undefined;
		const data = isOwnTeam ? buildTeamDataHeader(request, options.site()) : undefined;
		if (preloads) reply.header("link", data ? `${preloads}, ${data}` : preloads);
		if (status === 200) reply.header("etag", tag);
		if (status === 200 && request.headers["if-none-match"] === tag) return reply.code(304).send();
		reply.type("text/html; charset=utf-8");
		return isBrotli ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
	};
	return {
		send: (request, reply, status) => {
			const firstTab = findFirstHelpTab(request);
			if (firstTab) return reply.header("vary", VARY).redirect(firstTab, 302);
			return sendPage(request, reply, status, (status === 200 ? findPrerenderedPage(request) : null) ?? getShellPage());
		},
		sendShell: (request, reply) => sendPage(request, reply, 200, getShellPage()),
		paths: () => {
			// Getting the pages of a language also starts rendering them if they have changed since the build.
			const [firstPages] = LANGUAGES.map((language) => prerendered.pages(language));
			// Paths are the same in every language.
			return [...(firstPages?.keys() ?? ["/"])];
		},
	};
}
