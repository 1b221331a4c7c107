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

/** The page and everything it names, and the screens that open without a connection after one visit. */
async function keepShell() {
	const shell = await caches.open(SHELL);
	const answer = await fetch(EMPTY, { cache: "reload" });
	await shell.put(EMPTY, answer.clone());
	const named = [...(await answer.text()).matchAll(/(?:src|href)="(\/(?:assets\/|theme\.js|favicon\.svg)[^"]*)"/g)];
	const hints = await fetch("/hints.json").then((told) => (told.ok ? told.json() : {}));
	const files = [...named.map(([, address]) => address), ...(hints.offline ?? []), "/manifest.webmanifest"];
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

const LOOK = { icon: "/icons/192.png", badge: "/icons/192.png" };

/** What the server sends; a browser that shows nothing for a message loses its subscription, so that something is. */
const messageOf = (data) => {
	try {
		return { title: "First Bounce", ...data?.json() };
	} catch {
		return { title: "First Bounce" };
	}
};

addEventListener("push", (event) => {
	const { title, body, tag, url, swap } = messageOf(event.data);
	const actions = swap ? [{ action: "swap", title: swap.label }] : [];
	event.waitUntil(self.registration.showNotification(title, { ...LOOK, body, tag, actions, data: { url, swap } }));
});

const isOurs = (address) => new URL(address, location.origin).origin === location.origin;

/** Shows a page of ours: in a window that is open already, else in a new one. */
async function open(address = "/") {
	if (!isOurs(address)) return;
	const { href } = new URL(address, location.origin);
	const [window] = await self.clients.matchAll({ type: "window" });
	if (!window) return self.clients.openWindow(href);
	// The browser may forbid either; then the other is better than nothing.
	await window.focus().catch(() => undefined);
	return window.navigate(href).catch(() => self.clients.openWindow(href));
}

/** Does a swap with the session of this browser; where the server refuses it, the page shows how things stand. */
async function swapAtOnce({ call, done, url }, tag) {
	if (!call || !isOurs(call.address)) return open(url);
	const headers = { "content-type": "application/json" };
	const answer = await fetch(call.address, { method: "POST", headers, body: JSON.stringify(call.body) }).catch(
		() => null,
	);
	if (!answer?.ok) return open(url);
	for (const window of await self.clients.matchAll({ type: "window" })) window.postMessage({ kind: "team-saved" });
	return self.registration.showNotification(done, { ...LOOK, tag, data: { url: "/team" } });
}

addEventListener("notificationclick", (event) => {
	const { data, tag } = event.notification;
	event.notification.close();
	event.waitUntil(event.action === "swap" && data?.swap ? swapAtOnce(data.swap, tag) : open(data?.url));
});

/** Known to push/push-device.ts too, which says there what the server has been told, and how. */
const TOLD = "/push-told";

/** The browser has renewed its subscription by itself: the server is told, as the page told it before. */
addEventListener("pushsubscriptionchange", (event) => {
	const renew = async () => {
		const told = await (await kept(OWN, TOLD))?.json();
		if (!told || !isOurs(told.address)) return;
		// Not every browser makes the new one, or names the old one and its key.
		const wanted = { userVisibleOnly: true, applicationServerKey: told.publicKey };
		const next = event.newSubscription ?? (await self.registration.pushManager.subscribe(wanted));
		const { endpoint, keys } = next.toJSON();
		const headers = { "content-type": "application/json" };
		const body = JSON.stringify({ endpoint, keys });
		const answer = await fetch(told.address, { method: "POST", headers, body });
		if (answer.ok) await (await caches.open(OWN)).put(TOLD, new Response(JSON.stringify({ ...told, endpoint })));
	};
	event.waitUntil(renew());
});
