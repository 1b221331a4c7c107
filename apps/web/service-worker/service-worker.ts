import { cacheNames, clientsClaim } from "workbox-core";
import type { WorkboxPlugin } from "workbox-core/types.js";
import { addPlugins, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly } from "workbox-strategies";
import { ASSET_CACHE, PUBLIC_CACHE, SAVED_HEADER, SHELL_CACHE, USER_CACHE } from "../offline/cache-names.ts";
import { answerWithKeptPage } from "./kept-page.ts";
import "./push.ts";

declare const self: ServiceWorkerGlobalScope;
/** The files of the offline screens, inserted by the build (vite.service-worker.config.ts). */
declare const __PRECACHE__: PrecacheEntry[];

const SHELL = "/shell.html";
const STATIC_FILE = /^\/json\/(fantasy|help|locale)\//;
const PUBLIC_CALL = /^\/api\/[a-z]{2}\/(season\/clock|auth\/options|preview)$/;
const OWN_CALL =
	/^\/api\/[a-z]{2}\/(user|draft\/my-teams|fantasy\/(user-profile\/show-my|team\/(show-my|overall-rank|actions)|trade\/list(\/\d+)?|favourite-player\/show-favourites|leagues|league\/\d+|ranks\/(h2h|elimination)-league))$/;
/** Calls that begin or end a session. */
const SESSION_CALL =
	/^\/api\/[a-z]{2}\/(auth\/log(in|out)|afl-id\/(login|register)|demo\/sign-in|user\/(register|recover|deactivate-account|erase-account))$/;
const NOT_A_SCREEN = /^\/(api|oidc|share|ads|media|json)(\/|$)|\.\w{2,5}$/;

const addShell = async (cache: RequestCache) => (await caches.open(SHELL_CACHE)).add(new Request(SHELL, { cache }));

self.addEventListener("install", (event) => {
	event.waitUntil(addShell("reload").then(() => self.skipWaiting()));
});
clientsClaim();

/** Deletes the caches of earlier builds; the precache deletes its own. */
self.addEventListener("activate", (event) => {
	const current = [SHELL_CACHE, PUBLIC_CACHE, USER_CACHE, cacheNames.precache];
	const deleteOthers = async () => {
		for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name);
	};
	event.waitUntil(deleteOthers());
});

/** How many times the user's data was deleted since this worker started. */
let deletions = 0;
async function deleteUserData(): Promise<void> {
	deletions++;
	await caches.delete(USER_CACHE);
}

/** A proxy or a captive portal may answer for a script with a page, which must never be cached as the script. */
const isPage = (response: Response): boolean => response.headers.get("content-type")?.startsWith("text/html") ?? false;
addPlugins([{ cacheWillUpdate: async ({ response }) => (response.ok && !isPage(response) ? response : null) }]);
precacheAndRoute(__PRECACHE__);
const pages = new NetworkOnly({
	plugins: [
		{
			// A new build's page names other files than the cached shell, so the shell is revalidated with each page.
			fetchDidSucceed: async ({ event, response }) => {
				if (response.ok) (event as ExtendableEvent).waitUntil(addShell("no-cache").catch(() => undefined));
				return response;
			},
			handlerDidError: () => caches.match(SHELL, { cacheName: SHELL_CACHE }),
		},
	],
});
registerRoute(
	({ request, url }) => request.mode === "navigate" && !NOT_A_SCREEN.test(url.pathname),
	async ({ event, request, url }) => {
		const fetchPage = () => pages.handle({ event, request });
		const isTeam = url.pathname === "/team" && url.search === "";
		const kept = isTeam ? await answerWithKeptPage(SHELL, fetchPage) : null;
		if (!kept) return fetchPage();
		event.waitUntil(kept.sent);
		return kept.response;
	},
);
registerRoute(
	({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
	new CacheFirst({
		cacheName: ASSET_CACHE,
		plugins: [
			{ fetchDidSucceed: async ({ response }) => (isPage(response) ? new Response(null, { status: 404 }) : response) },
		],
	}),
);
registerRoute(
	({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/icons/"),
	new NetworkFirst({ cacheName: SHELL_CACHE }),
);
/** Marks what is taken from a cache because the network failed, so that the page can say so. */
const markSaved: WorkboxPlugin = {
	cachedResponseWillBeUsed: async ({ cachedResponse }) => {
		if (!cachedResponse) return null;
		const { status, statusText } = cachedResponse;
		const headers = new Headers(cachedResponse.headers);
		headers.set(SAVED_HEADER, "1");
		return new Response(cachedResponse.body, { status, statusText, headers });
	},
};
// The address of the English texts has their version, so a repeat visit need not wait for the network.
registerRoute(
	({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/json/locale/") && url.searchParams.has("v"),
	new CacheFirst({ cacheName: PUBLIC_CACHE }),
);
// Data that changes comes from the network first, so that nobody sees old scores while online.
registerRoute(
	({ sameOrigin, url }) => sameOrigin && (STATIC_FILE.test(url.pathname) || PUBLIC_CALL.test(url.pathname)),
	new NetworkFirst({ cacheName: PUBLIC_CACHE, plugins: [markSaved] }),
);
// The data is deleted here too, because the page may be closed before it has the answer.
registerRoute(
	({ sameOrigin, url }) => sameOrigin && SESSION_CALL.test(url.pathname),
	async ({ request }) => {
		try {
			const response = await fetch(request);
			if (response.ok) await deleteUserData();
			return response;
		} catch (error) {
			await deleteUserData();
			throw error;
		}
	},
	"POST",
);
registerRoute(
	({ sameOrigin, url }) => sameOrigin && OWN_CALL.test(url.pathname),
	new NetworkFirst({
		cacheName: USER_CACHE,
		plugins: [
			markSaved,
			{
				handlerWillStart: async ({ state }) => {
					if (state) state.deletions = deletions;
				},
				fetchDidSucceed: async ({ response }) => {
					if (response.status === 401) await deleteUserData();
					return response;
				},
				// The answer to a request from before a deletion belongs to the former user.
				cacheWillUpdate: async ({ response, state }) =>
					response.ok && state?.deletions === deletions ? response : null,
			},
		],
	}),
);
