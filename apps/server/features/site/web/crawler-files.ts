import type { FastifyInstance } from "fastify";

interface CrawlerSettings {
	readonly publicUrl: string;
	/** Search engines are told not to list a closed preview (PREVIEW_PASSWORD). */
	readonly isClosedPreview: boolean;
	/** Whether visitors may read the pages in `PUBLIC_READ_PATHS`. */
	readonly isPublicRead: boolean;
	/** The prerendered pages. */
	readonly paths: () => readonly string[];
}

/** Public pages that are not prerendered, because they change with the season. */
const CHANGING_PATHS = ["/projections"];

/** Pages that visitors may read only with PUBLIC_READ. */
const PUBLIC_READ_PATHS = ["/rankings", "/stats-centre", "/match-centre"];

/** Paths that are of no use in a search engine. */
const DISALLOWED_PATHS = [
	"/api/",
	"/json/",
	"/oidc/",
	"/my-account",
	"/operator",
	"/team",
	"/user/",
	"/reset-password",
	"/verify-email",
	"/unsubscribe/",
	"/login/",
	"/initiate",
	"/components",
];

const escapeXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Serves robots.txt and sitemap.xml. */
export function registerCrawlerFiles(
	app: FastifyInstance,
	{ publicUrl, isClosedPreview, isPublicRead, paths }: CrawlerSettings,
): void {
	const buildUrl = (path: string) => new URL(path, publicUrl).href;
	const robots = isClosedPreview
		? "User-agent: *\nDisallow: /\n"
		: `User-agent: *\n${DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join("")}\nSitemap: ${buildUrl("/sitemap.xml")}\n`;
	app.get("/robots.txt", (_, reply) => reply.type("text/plain; charset=utf-8").send(robots));
	app.get("/sitemap.xml", (_, reply) => {
		const listedPaths = isClosedPreview
			? []
			: [...paths(), ...CHANGING_PATHS, ...(isPublicRead ? PUBLIC_READ_PATHS : [])];
		const urls = listedPaths.map((path) => `<url><loc>${escapeXml(buildUrl(path))}</loc></url>`);
		return reply
			.type("application/xml; charset=utf-8")
			.send(
				`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`,
			);
	});
}
