import { SIGNED_IN_COOKIE } from "@first-bounce/contract/constants";
import { LAST_PAGE_SCRIPT, LAST_PAGE_URL, LAST_PAGE_USER, SHELL_CACHE, USER_CACHE } from "../offline/cache-names.ts";

/** Not every browser offers cookies to service workers; the page is then shown as on a first visit. */
declare const self: ServiceWorkerGlobalScope & {
	readonly cookieStore?: { readonly get: (name: string) => Promise<{ readonly value: string } | null> };
};

const ROOT = '<div id="root"></div>';
/** What starts the app, and the settings that it reads. All of it comes from the server, as it may have another release. */
const APP_TAG =
	/<meta name="first-bounce"[^>]*>\s*|<link rel="(?:modulepreload|stylesheet|preload" as="fetch)[^>]*>\s*|<script type="module"[^>]*><\/script>\s*/g;
/** The page of another release than the server's is hidden until the app replaces it. */
const HIDE_LAST_PAGE = "<style>[data-last-page]{display:none!important}</style>";

/** The end of the page: what the server's page has to start the app. */
function buildEnd(page: string, script: string): string {
	const isSameRelease = page.includes(`"${script}"`);
	return `</div>${isSameRelease ? "" : HIDE_LAST_PAGE}${(page.match(APP_TAG) ?? []).join("")}</body></html>`;
}

interface LastPage {
	readonly html: string;
	readonly script: string;
	/** The empty page of the same release, whose headers apply. */
	readonly shell: string;
	readonly headers: Headers;
}

/** The page that the signed-in user saw last; null unless the release that this device has kept it. */
async function findLastPage(shellUrl: string): Promise<LastPage | null> {
	const [kept, shell, cookie] = await Promise.all([
		caches.match(LAST_PAGE_URL, { cacheName: USER_CACHE }),
		caches.match(shellUrl, { cacheName: SHELL_CACHE }),
		self.cookieStore?.get(SIGNED_IN_COOKIE),
	]);
	if (!kept || !shell || !cookie || kept.headers.get(LAST_PAGE_USER) !== cookie.value) return null;
	const script = kept.headers.get(LAST_PAGE_SCRIPT) ?? "";
	const [html, shellHtml] = await Promise.all([kept.text(), shell.text()]);
	if (!shellHtml.includes(`"${script}"`) || !shellHtml.includes(ROOT)) return null;
	return { html, script, shell: shellHtml, headers: shell.headers };
}

/**
 * Answers with the page that the user saw last, and then, once the server has answered, with what starts the app there. Null if
 * there is no such page for her.
 */
export async function answerWithLastPage(
	shellUrl: string,
	fetchPage: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly sent: Promise<void> } | null> {
	const last = await findLastPage(shellUrl).catch(() => null);
	if (!last) return null;
	const [head = ""] = last.shell.split(ROOT, 1);
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
	const writer = writable.getWriter();
	const write = (text: string) => writer.write(new TextEncoder().encode(text));
	const send = async () => {
		const page = fetchPage();
		await write(`${head.replaceAll(APP_TAG, "")}<div id="root">${last.html}`);
		const answer = await page.then((response) => (response.ok ? response.text() : "")).catch(() => "");
		// A maintenance, or the login of a public network. The app says that the server cannot be reached.
		await write(buildEnd(answer.includes(ROOT) ? answer : last.shell, last.script));
		await writer.close();
	};
	const headers = new Headers(last.headers);
	for (const name of ["content-encoding", "content-length", "etag", "link"]) headers.delete(name);
	return { response: new Response(readable, { headers }), sent: send().catch(() => undefined) };
}
