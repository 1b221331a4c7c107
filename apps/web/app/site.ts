import { DEFAULT_SITE, SITE_META, type Site } from "@first-bounce/contract/site/site";

/** The site settings that the server wrote into the page's head, or the defaults. */
function readSite(document: Document): Site {
	const content = document.querySelector<HTMLMetaElement>(`meta[name="${SITE_META}"]`)?.content;
	return content ? (JSON.parse(content) as Site) : DEFAULT_SITE;
}

declare global {
	/** Set by the prerenderer (prerender/), which has no document. */
	var prerenderedSite: Site | undefined;
}

export const site: Site = globalThis.prerenderedSite ?? readSite(document);
