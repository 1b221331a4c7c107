import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { LANGUAGE_COOKIE, SIGNED_IN_COOKIE } from "@first-bounce/contract/cookies";
import { LANGUAGES } from "@first-bounce/contract/languages";
import type { PrerenderedPage } from "@first-bounce/contract/site/prerender";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SESSION_COOKIE } from "../../../plugins/session.ts";
import { composePage, readManifest } from "./compose-page.ts";
import { readHints } from "./hints.ts";
import { createPrerendered, languageOf, type PageSources } from "./prerendered.ts";
import { siteMeta } from "./site.ts";

const CHECKED = "no-cache";
const VARIES = "accept-encoding, accept-language, cookie";
const HELP = "/help";

/** A page with the site's facts in its head, packed once. */
interface Page {
	readonly html: Buffer;
	readonly brotli: Buffer;
	readonly etag: string;
}

function pack(html: string): Page {
	const whole = Buffer.from(html);
	const brotli = brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
	return { html: whole, brotli, etag: `"${createHash("sha256").update(whole).digest("base64url").slice(0, 22)}"` };
}

export interface PageParts extends PageSources {
	readonly publicUrl: string;
	/** A game that is not open yet shows visitors the login page on every path. */
	readonly isClosed: boolean;
	readonly isSecure: boolean;
}

export interface Pages {
	/** Sends the page of a path: written, where every visitor sees the same; else the one page for all. */
	readonly send: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
	/** Sends the one page for all, as it is. */
	readonly sendShell: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
	/** The paths of the written pages, for those who list them. */
	readonly paths: () => readonly string[];
}

const pathOf = (url: string): string => url.split("?", 1)[0]?.replace(/(.)\/$/, "$1") ?? "/";

/** The built pages; null where the web has not been built. */
export function createPages(folder: string, parts: PageParts, onError: (error: unknown) => void): Pages | null {
	const file = path.join(folder, "index.html");
	if (!existsSync(file)) return null;
	const built = readFileSync(file, "utf8");
	const manifest = readManifest(folder);
	const hintsFor = readHints(folder);
	const styleOf = (name: string) => readFileSync(path.join(folder, name), "utf8");
	const prerendered = createPrerendered(folder, parts, onError);
	const packed = new WeakMap<PrerenderedPage, Page>();
	let shell = { head: "", page: null as Page | null };

	const template = () => built.replace("</title>", () => `</title>${siteMeta(parts.site())}`);
	const shellPage = (): Page => {
		const head = JSON.stringify(parts.site());
		const page = shell.head === head && shell.page ? shell.page : pack(template());
		shell = { head, page };
		return page;
	};
	const shelfFor = ({ cookies, headers }: FastifyRequest) => {
		if (parts.isClosed || cookies[SESSION_COOKIE] !== undefined) return null;
		const language = languageOf(cookies[LANGUAGE_COOKIE], headers["accept-language"]);
		const shelf = prerendered.pages(language);
		return shelf && { language, shelf };
	};
	const writtenFor = (request: FastifyRequest): Page | null => {
		const { language, shelf } = shelfFor(request) ?? {};
		const page = shelf?.get(pathOf(request.url));
		if (!language || !page) return null;
		const frame = { template: template(), manifest, styleOf, publicUrl: parts.publicUrl, language };
		const kept = packed.get(page) ?? pack(composePage(page, frame));
		packed.set(page, kept);
		return kept;
	};
	/** The help's root is its first tab (D2 §2): who has no script is sent there. */
	const firstTab = (request: FastifyRequest): string | null => {
		if (pathOf(request.url) !== HELP) return null;
		const tabs = [...(shelfFor(request)?.shelf.values() ?? [])].filter(({ isHelp }) => isHelp);
		return tabs[0]?.path ?? null;
	};
	/** A session from before there was such a cookie. */
	const remind = ({ cookies }: FastifyRequest, reply: FastifyReply) => {
		if (cookies[SESSION_COOKIE] !== undefined && cookies[SIGNED_IN_COOKIE] === undefined)
			reply.setCookie(SIGNED_IN_COOKIE, "1", { path: "/", sameSite: "lax", secure: parts.isSecure });
	};
	const sendPage = (request: FastifyRequest, reply: FastifyReply, status: number, page: Page) => {
		const { html, brotli, etag } = page;
		remind(request, reply);
		reply.code(status).header("cache-control", CHECKED).header("vary", VARIES);
		const isBrotli = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
		const tag = isBrotli ? etag.replace(/"$/, '-br"') : etag;
		const hints = status === 200 ? hintsFor(request.url) : undefined;
		if (hints) reply.header("link", hints);
		if (status === 200) reply.header("etag", tag);
		if (status === 200 && request.headers["if-none-match"] === tag) return reply.code(304).send();
		reply.type("text/html; charset=utf-8");
		return isBrotli ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
	};
	return {
		send: (request, reply, status) => {
			const elsewhere = firstTab(request);
			if (elsewhere) return reply.header("vary", VARIES).redirect(elsewhere, 302);
			return sendPage(request, reply, status, (status === 200 ? writtenFor(request) : null) ?? shellPage());
		},
		sendShell: (request, reply) => sendPage(request, reply, 200, shellPage()),
		paths: () => LANGUAGES.map((language) => [...(prerendered.pages(language)?.keys() ?? ["/"])])[0] ?? [],
	};
}
