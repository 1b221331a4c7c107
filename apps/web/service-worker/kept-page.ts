import { SIGNED_IN_COOKIE } from "@first-bounce/contract/constants";
import { KEPT_PAGE_SCRIPT, KEPT_PAGE_URL, KEPT_PAGE_USER, SHELL_CACHE, USER_CACHE } from "../offline/cache-names.ts";

// The *kept page* is My team as the user last saw it, cached by the page itself (offline/keep-team-page.ts) and shown at her next
// visit before the app has started (decision 111).

/** Not every browser offers cookies to service workers. Without them the kept page is not used. */
declare const self: ServiceWorkerGlobalScope & {
	readonly cookieStore?: { readonly get: (name: string) => Promise<{ readonly value: string } | null> };
};

const ROOT = '<div id="root"></div>';
/** The tags that start the app, and the settings that it reads. They come from the server, which may have another release. */
const APP_TAGS =
	/<meta name="first-bounce"[^>]*>\s*|<link rel="(?:modulepreload|stylesheet|preload" as="fetch)[^>]*>\s*|<script type="module"[^>]*><\/script>\s*/g;
/** Hides a kept page of another release than the server's until the app replaces it. */
const HIDE_KEPT_PAGE = "<style>[data-kept-page]{display:none!important}</style>";

/** Builds the end of the page: the tags of the server's page that start the app. */
function buildEnd(page: string, script: string): string {
	const isSameRelease = page.includes(`"${script}"`);
	return `</div>${isSameRelease ? "" : HIDE_KEPT_PAGE}${(page.match(APP_TAGS) ?? []).join("")}</body></html>`;
}

interface KeptPage {
	readonly html: string;
	readonly script: string;
	/** The empty page of the same release, whose headers apply. */
	readonly shell: string;
	readonly headers: Headers;
}

/** Finds the kept page of the signed-in user; null if there is none, or if it is of another release than this device's. */
async function findKeptPage(shellUrl: string): Promise<KeptPage | null> {
	const [kept, shell, cookie] = await Promise.all([
		caches.match(KEPT_PAGE_URL, { cacheName: USER_CACHE }),
		caches.match(shellUrl, { cacheName: SHELL_CACHE }),
		self.cookieStore?.get(SIGNED_IN_COOKIE),
	]);
	if (!kept || !shell || !cookie || kept.headers.get(KEPT_PAGE_USER) !== cookie.value) return null;
	const script = kept.headers.get(KEPT_PAGE_SCRIPT) ?? "";
	const [html, shellHtml] = await Promise.all([kept.text(), shell.text()]);
	if (!shellHtml.includes(`"${script}"`) || !shellHtml.includes(ROOT)) return null;
	return { html, script, shell: shellHtml, headers: shell.headers };
}

/**
 * Answers immediately with the kept page, and completes it with the tags that start the app when the server has answered. Null if
 * no page was kept for the user. `sent` resolves when all of the page has been sent.
 */
export async function answerWithKeptPage(
	shellUrl: string,
	fetchPage: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly sent: Promise<void> } | null> {
	const kept = await findKeptPage(shellUrl).catch(() => null);
	if (!kept) return null;
	const [head = ""] = kept.shell.split(ROOT, 1);
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	const write = (text: string) => writer.write(new TextEncoder().encode(text));
	const send = async () => {
		const page = fetchPage();
		await write(`${head.replaceAll(APP_TAGS, "")}<div id="root">${kept.html}`);
		const html = await page.then((response) => (response.ok ? response.text() : "")).catch(() => "");
		// During maintenance, or behind a captive portal, the response is another page. The kept page is then completed with the tags
		// of this device's shell, and the app says that the server cannot be reached.
		await write(buildEnd(html.includes(ROOT) ? html : kept.shell, kept.script));
		await writer.close();
	};
	const headers = new Headers(kept.headers);
	for (const name of ["content-encoding", "content-length", "etag", "link"]) headers.delete(name);
	return { response: new Response(readable, { headers }), sent: send().catch(() => undefined) };
}
