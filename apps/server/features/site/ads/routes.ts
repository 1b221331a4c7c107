import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { SIGNED_IN_COOKIE } from "@first-bounce/contract/constants";
import { AD_PAGES } from "@first-bounce/contract/site/ads";
import type { FastifyInstance } from "fastify";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { buildFontFaces } from "../web/font-faces.ts";
import { renderAdPage } from "./ad-page.ts";
import { chooseHouseAd } from "./house-ads.ts";

const CACHE_CONTROL = "public, max-age=3600";
/** An ad can run scripts, but cannot read cookies and can navigate the page only after a click. */
const SANDBOX = [
	"allow-scripts",
	"allow-popups",
	"allow-popups-to-escape-sandbox",
	"allow-top-navigation-by-user-activation",
].join(" ");

const MAX_PAGE_BYTES = 1024 * 1024;

/** Reads an operator's page. Null if there is none, or if it is too large or no file: reading a pipe might never end. */
async function readCustomPage(folder: string, page: string): Promise<string | null> {
	const file = path.join(folder, `${page}.html`);
	try {
		const stats = await stat(file);
		return stats.isFile() && stats.size <= MAX_PAGE_BYTES ? await readFile(file, "utf8") : null;
	} catch {
		return null;
	}
}

/**
 * Serves the pages of the ad frames: the built-in ones, or the operator's files with the same names in `folder`. The
 * query field `on` names the page that the frame is on, so that its ad does not link there. Only this site may frame
 * them. The sandbox applies both in a frame and in a separate tab.
 */
export function registerAds(app: FastifyInstance, folder: string | null, webFolder: string): void {
	const fontFaces = buildFontFaces(webFolder);
	for (const page of AD_PAGES)
		app.get<{ Querystring: { on?: unknown } }>(`/ads/${page}.html`, async (request, reply) => {
			const { cookies, query } = request;
			const customPage = folder && (await readCustomPage(folder, page));
			const language = getPageLanguage(request);
			const ad = chooseHouseAd(page, {
				currentPath: typeof query.on === "string" ? query.on : null,
				isSignedIn: cookies[SIGNED_IN_COOKIE] !== undefined,
			});
			return reply
				.type("text/html; charset=utf-8")
				.header("cache-control", CACHE_CONTROL)
				.header("content-security-policy", `sandbox ${SANDBOX}; frame-ancestors 'self'`)
				.header("x-content-type-options", "nosniff")
				.header("referrer-policy", "no-referrer")
				.header("vary", "accept-language, cookie")
				.send(customPage || renderAdPage(ad, language, fontFaces));
		});
}
