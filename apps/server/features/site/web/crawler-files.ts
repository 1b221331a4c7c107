import type { FastifyInstance } from "fastify";

interface CrawlerSettings {
	readonly publicUrl: string;
	/** A closed preview is not listed by search engines. */
	readonly isClosed: boolean;
	/** The pages that look the same to everybody. */
	readonly paths: () => readonly string[];
}

/** Personal, live or machine-readable paths. */
const DISALLOWED_PATHS = [
	"/api/",
	"/json/",
	"/oidc/",
	"/my-account",
	"/operator",
	"/team",
	"/user/",
	"/reset-password",
].concat([...["/verify-email", "/unsubscribe/", "/login/", "/initiate", "/components"]]);

const escapeXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** robots.txt and sitemap.xml: the pages worth finding, under the site's own address. */
export function registerCrawlerFiles(app: FastifyInstance, { publicUrl, isClosed, paths }: CrawlerSettings): void {
	const addressOf = (path: string) => new URL(path, publicUrl).href;
	const robots = isClosed
		? "User-agent: *\nDisallow: /\n"
		: `User-agent: *\n${DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join("")}\nSitemap: ${addressOf("/sitemap.xml")}\n`;
	app.get("/robots.txt", (_, reply) => reply.type("text/plain; charset=utf-8").send(robots));
	app.get("/sitemap.xml", (_, reply) => {
		const listed = isClosed ? [] : paths().map((path) => `<url><loc>${escapeXml(addressOf(path))}</loc></url>`);
		return reply
			.type("application/xml; charset=utf-8")
			.send(
				`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join("")}</urlset>\n`,
			);
	});
}
