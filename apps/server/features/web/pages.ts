import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readHints } from "./hints.ts";
import { type SiteSettings, siteMeta } from "./site.ts";

const CHECKED = "no-cache";

/** A built page with the site's facts in its head, packed once. */
interface Page {
	readonly html: Buffer;
	readonly brotli: Buffer;
	readonly etag: string;
}

function pageOf(html: string, site: SiteSettings): Page {
	const whole = Buffer.from(html.replace("</title>", `</title>${siteMeta(site)}`));
	const brotli = brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
	return { html: whole, brotli, etag: `"${createHash("sha256").update(whole).digest("base64url").slice(0, 22)}"` };
}

export interface Pages {
	/** Sends the page that was built for a path, else the one page for all. */
	readonly send: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
}

/** A path's own built page, such as help/faqs/index.html for /help/faqs; the one page for every other. */
const fileOf = (folder: string, url: string): string => {
	const [asked = "/"] = url.split("?", 1);
	const own = path.join(folder, path.posix.normalize(asked), "index.html");
	return /^[\w/-]+$/.test(asked) && existsSync(own) ? own : path.join(folder, "index.html");
};

/** The built pages; null where the web has not been built. Read when first asked for, and kept. */
export function createPages(folder: string, site: SiteSettings): Pages | null {
	if (!existsSync(path.join(folder, "index.html"))) return null;
	const kept = new Map<string, Page>();
	const hintsFor = readHints(folder);
	const pageAt = (url: string): Page => {
		const file = fileOf(folder, url);
		const page = kept.get(file) ?? pageOf(readFileSync(file, "utf8"), site);
		kept.set(file, page);
		return page;
	};
	return {
		send: (request, reply, status) => {
			const { html, brotli, etag } = pageAt(status === 200 ? request.url : "/");
			reply.code(status).header("cache-control", CHECKED).header("vary", "accept-encoding");
			const isBrotli = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
			const tag = isBrotli ? etag.replace(/"$/, '-br"') : etag;
			const hints = status === 200 ? hintsFor(request.url) : undefined;
			if (hints) reply.header("link", hints);
			if (status === 200) reply.header("etag", tag);
			if (status === 200 && request.headers["if-none-match"] === tag) return reply.code(304).send();
			reply.type("text/html; charset=utf-8");
			return isBrotli ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
		},
	};
}
