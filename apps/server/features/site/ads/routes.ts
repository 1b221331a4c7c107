import { readFile } from "node:fs/promises";
import path from "node:path";
import { LANGUAGE_COOKIE } from "@first-bounce/contract/cookies";
import type { FastifyInstance } from "fastify";
import { negotiateLanguage } from "../web/prerendered.ts";
import { AD_PAGES, renderPage } from "./house-page.ts";

const CACHE_CONTROL = "public, max-age=3600";
/** An ad's page is nobody's: it may run scripts of its own, but reads no cookie and moves the reader on a press only. */
const SANDBOX = [
	...["allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox"],
	"allow-top-navigation-by-user-activation",
].join(" ");

/**
 * The four framed pages (D2 §2): the game's own notices, or the operator's files of the same names in `folder`. They
 * may be framed by this site only, and are shut in whether they are framed or opened by themselves.
 */
export function registerAds(app: FastifyInstance, folder: string | null): void {
	for (const page of AD_PAGES)
		app.get(`/ads/${page}.html`, async ({ cookies, headers }, reply) => {
			const own = folder && (await readFile(path.join(folder, `${page}.html`), "utf8").catch(() => null));
			return reply
				.type("text/html; charset=utf-8")
				.header("cache-control", CACHE_CONTROL)
				.header("content-security-policy", `sandbox ${SANDBOX}; frame-ancestors 'self'`)
				.header("x-content-type-options", "nosniff")
				.header("referrer-policy", "no-referrer")
				.header("vary", "accept-language, cookie")
				.send(own || renderPage(page, negotiateLanguage(cookies?.[LANGUAGE_COOKIE], headers["accept-language"])));
		});
}
