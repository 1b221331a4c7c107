import { DEFAULT_SITE, SITE_META, type Site } from "@first-bounce/contract/site/site";

/** What the server wrote of itself into the page's head; the defaults where it wrote nothing. */
function readSite(page: Document): Site {
	const written = page.querySelector<HTMLMetaElement>(`meta[name="${SITE_META}"]`)?.content;
	return written ? (JSON.parse(written) as Site) : DEFAULT_SITE;
}

declare global {
	/** Whoever makes pages at build, where there is no head to read, says here whose they are (prerender/). */
	var prerenderedSite: Site | undefined;
}

export const site: Site = globalThis.prerenderedSite ?? readSite(document);
