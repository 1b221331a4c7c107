import { OWN_CACHE, TOLD, type Told } from "../offline/cache-names.ts";

declare const self: ServiceWorkerGlobalScope;

/** A swap that a notice offers: the call that does it, and what is said once it is done. */
interface SwapOffer {
	readonly label: string;
	readonly url: string;
	readonly done: string;
	readonly call?: { readonly address: string; readonly body: unknown };
}
interface PushNotice {
	readonly title: string;
	readonly body?: string;
	readonly tag?: string;
	readonly url?: string;
	readonly swap?: SwapOffer;
}

const ICONS = { icon: "/icons/192.png", badge: "/icons/192.png" };
const JSON_HEADERS = { "content-type": "application/json" };

/** What the server sends; a browser that shows nothing for a message loses its subscription, so that something is. */
function parseNotice(data: PushMessageData | null): PushNotice {
	try {
		return { title: "First Bounce", ...data?.json() };
	} catch {
		return { title: "First Bounce" };
	}
}

const showNotification = (title: string, options: NotificationOptions & { readonly actions?: object[] }) =>
	self.registration.showNotification(title, { ...ICONS, ...options });

self.addEventListener("push", (event) => {
	const { title, body = "", tag = "", url, swap } = parseNotice(event.data);
	const actions = swap ? [{ action: "swap", title: swap.label }] : [];
	event.waitUntil(showNotification(title, { body, tag, actions, data: { url, swap } }));
});

const isOurs = (address: string): boolean => new URL(address, location.origin).origin === location.origin;

/** Shows a page of ours: in a window that is open already, else in a new one. */
async function openPage(address = "/"): Promise<unknown> {
	if (!isOurs(address)) return;
	const { href } = new URL(address, location.origin);
	const [window] = await self.clients.matchAll({ type: "window" });
	if (!window) return self.clients.openWindow(href);
	// The browser may forbid either; then the other is better than nothing.
	await window.focus().catch(() => undefined);
	return window.navigate(href).catch(() => self.clients.openWindow(href));
}

/** Does a swap with the session of this browser; where the server refuses it, the page shows how things stand. */
async function swapAtOnce({ call, done, url }: SwapOffer, tag: string): Promise<unknown> {
	if (!call || !isOurs(call.address)) return openPage(url);
	const body = JSON.stringify(call.body);
	const answer = await fetch(call.address, { method: "POST", headers: JSON_HEADERS, body }).catch(() => null);
	if (!answer?.ok) return openPage(url);
	for (const window of await self.clients.matchAll({ type: "window" })) window.postMessage({ kind: "team-saved" });
	return showNotification(done, { tag, data: { url: "/team" } });
}

self.addEventListener("notificationclick", (event) => {
	const { data, tag } = event.notification;
	event.notification.close();
	event.waitUntil(event.action === "swap" && data?.swap ? swapAtOnce(data.swap, tag) : openPage(data?.url));
});

/** The browser has renewed its subscription by itself: the server is told, as the page told it before. */
async function renewSubscription(given: PushSubscription | null): Promise<void> {
	const cache = await caches.open(OWN_CACHE);
	const told: Told | undefined = await (await cache.match(TOLD))?.json();
	if (!told || !isOurs(told.address)) return;
	// Not every browser makes the new one, or names the old one and its key.
	const wanted = { userVisibleOnly: true, applicationServerKey: told.publicKey };
	const { endpoint = "", keys } = (given ?? (await self.registration.pushManager.subscribe(wanted))).toJSON();
	const body = JSON.stringify({ endpoint, keys });
	const answer = await fetch(told.address, { method: "POST", headers: JSON_HEADERS, body });
	if (answer.ok) await cache.put(TOLD, new Response(JSON.stringify({ ...told, endpoint })));
}

self.addEventListener("pushsubscriptionchange", (event) => {
	event.waitUntil(renewSubscription(event.newSubscription ?? null));
});
