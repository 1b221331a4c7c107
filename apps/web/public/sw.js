// The page without a connection: its shell, and what was last seen of the season, the help and one's own team. Always
// asks the network first, so that nobody reads yesterday's score while there is a way to today's.
const SHELL = "first-bounce-shell-2";
const SEEN = "first-bounce-seen-1";
/** The one page for all, empty: what any screen is drawn in without a connection. */
const EMPTY = "/shell.html";
/** One's own answers, dropped when one signs out. */
const OWN = "first-bounce-own-1";
const ALL = [SHELL, SEEN, OWN];

const SEASON = /^\/json\/(fantasy|help|locale)\//;
const PUBLIC_CALL = /^\/api\/[a-z]{2}\/(season\/clock|auth\/options|preview)$/;
const OWN_CALL =
	/^\/api\/[a-z]{2}\/(user|fantasy\/(user-profile\/show-my|team\/(show-my|overall-rank|actions)|trade\/list(\/\d+)?|favourite-player\/show-favourites|leagues))$/;
const SIGN_OUT = /^\/api\/[a-z]{2}\/(auth\/logout|user\/deactivate-account)$/;

const keep = async (name, request, response) => {
	if (response.ok && response.type === "basic") await (await caches.open(name)).put(request, response.clone());
	return response;
};

const kept = async (name, request, options) => (await caches.open(name)).match(request, options);

const networkFirst = async (name, request) => {
	try {
		const response = await fetch(request);
		if (response.status === 401 && name === OWN) await caches.delete(OWN);
		return await keep(name, request, response);
	} catch (error) {
		const old = await kept(name, request);
		if (old) return old;
		throw error;
	}
};

/** Files whose name carries a hash never change. */
const cacheFirst = async (request) => (await kept(SHELL, request)) ?? keep(SHELL, request, await fetch(request));

/** A page sent today may name other files than the empty one kept: it is asked for again, and mostly answered 304. */
const renewShell = async () => {
	try {
		await keep(SHELL, EMPTY, await fetch(EMPTY, { cache: "no-cache" }));
	} catch {
		// The one that is kept stays.
	}
};

const page = async (event, request) => {
	try {
		const response = await fetch(request);
		if (response.ok) event.waitUntil(renewShell());
		return response;
	} catch (error) {
		const shell = await kept(SHELL, EMPTY);
		if (shell) return shell;
		throw error;
	}
};

const isScreen = (pathname) => !/^\/(api|oidc|share|ads|media|json)(\/|$)|\.\w{2,5}$/.test(pathname);

function answerTo(event, request, url) {
	if (request.mode === "navigate") return isScreen(url.pathname) ? page(event, request) : null;
	if (url.pathname.startsWith("/assets/")) return cacheFirst(request);
	if (/^\/(theme\.js|favicon\.svg|manifest\.webmanifest|icons\/)/.test(url.pathname))
		return networkFirst(SHELL, request);
	if (SEASON.test(url.pathname) || PUBLIC_CALL.test(url.pathname)) return networkFirst(SEEN, request);
	if (OWN_CALL.test(url.pathname)) return networkFirst(OWN, request);
	return null;
}

addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (url.origin !== location.origin) return;
	if (request.method === "POST" && SIGN_OUT.test(url.pathname)) event.waitUntil(caches.delete(OWN));
	if (request.method !== "GET") return;
	const answer = answerTo(event, request, url);
	if (answer) event.respondWith(answer);
});

/** The page and everything it names, and the team's screen, so that they open without a connection after one visit. */
async function keepShell() {
	const shell = await caches.open(SHELL);
	const answer = await fetch(EMPTY, { cache: "reload" });
	await shell.put(EMPTY, answer.clone());
	const named = [...(await answer.text()).matchAll(/(?:src|href)="(\/(?:assets\/|theme\.js|favicon\.svg)[^"]*)"/g)];
	const hints = await fetch("/hints.json").then((told) => (told.ok ? told.json() : {}));
	const files = [...named.map(([, address]) => address), ...(hints["/team"] ?? []), "/manifest.webmanifest"];
	await shell.addAll([...new Set(files)]);
}

addEventListener("install", (event) => {
	event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
addEventListener("activate", (event) => {
	const drop = async () => {
		for (const name of await caches.keys()) if (!ALL.includes(name)) await caches.delete(name);
		await self.clients.claim();
	};
	event.waitUntil(drop());
});

addEventListener("push", (event) => {
	const { title, body, url, tag } = event.data?.json() ?? {};
	if (!title) return;
	event.waitUntil(
		self.registration.showNotification(title, {
			body,
			tag,
			data: { url },
			icon: "/icons/192.png",
			badge: "/icons/192.png",
		}),
	);
});
addEventListener("notificationclick", (event) => {
	event.notification.close();
	const address = new URL(event.notification.data?.url ?? "/", location.origin);
	if (address.origin !== location.origin) return;
	const open = async () => {
		const [window] = await self.clients.matchAll({ type: "window" });
		if (!window) return self.clients.openWindow(address.href);
		await window.focus();
		return window.navigate(address.href);
	};
	event.waitUntil(open());
});
