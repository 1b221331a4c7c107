import { PUSH_REGISTRATION_URL, type PushRegistration, USER_CACHE } from "../offline/cache-names.ts";

declare const self: ServiceWorkerGlobalScope;

/** A swap offered by a notification: the API call and the text shown when it is done. */
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

/** Falls back to a plain notice, because a browser may unsubscribe if a push message shows nothing. */
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

const isSameOrigin = (address: string): boolean => new URL(address, location.origin).origin === location.origin;

/** Opens a page of the game in an existing window or a new one. */
async function openPage(address = "/"): Promise<unknown> {
	if (!isSameOrigin(address)) return;
	const { href } = new URL(address, location.origin);
	const [window] = await self.clients.matchAll({ type: "window" });
	if (!window) return self.clients.openWindow(href);
	// The browser may forbid focus or navigation.
	await window.focus().catch(() => undefined);
	return window.navigate(href).catch(() => self.clients.openWindow(href));
}

/** Makes the swap with this browser's session. If the server refuses it, the page opens instead. */
async function applySwap({ call, done, url }: SwapOffer, tag: string): Promise<unknown> {
	if (!call || !isSameOrigin(call.address)) return openPage(url);
	const body = JSON.stringify(call.body);
	const response = await fetch(call.address, { method: "POST", headers: JSON_HEADERS, body }).catch(() => null);
	if (!response?.ok) return openPage(url);
	for (const window of await self.clients.matchAll({ type: "window" })) window.postMessage({ kind: "team-saved" });
	return showNotification(done, { tag, data: { url: "/team" } });
}

self.addEventListener("notificationclick", (event) => {
	const { data, tag } = event.notification;
	event.notification.close();
	event.waitUntil(event.action === "swap" && data?.swap ? applySwap(data.swap, tag) : openPage(data?.url));
});

/** Registers the new subscription with the server after the browser has replaced the old one. */
async function renewSubscription(newSubscription: PushSubscription | null): Promise<void> {
	const cache = await caches.open(USER_CACHE);
	const registration: PushRegistration | undefined = await (await cache.match(PUSH_REGISTRATION_URL))?.json();
	if (!registration || !isSameOrigin(registration.address)) return;
	// Not every browser creates the new subscription or names the old one.
	const options = { userVisibleOnly: true, applicationServerKey: registration.publicKey };
	const { endpoint = "", keys } = (
		newSubscription ?? (await self.registration.pushManager.subscribe(options))
	).toJSON();
	const body = JSON.stringify({ endpoint, keys, publicKey: registration.publicKey });
	const response = await fetch(registration.address, { method: "POST", headers: JSON_HEADERS, body });
	if (response.ok) await cache.put(PUSH_REGISTRATION_URL, new Response(JSON.stringify({ ...registration, endpoint })));
}

self.addEventListener("pushsubscriptionchange", (event) => {
	event.waitUntil(renewSubscription(event.newSubscription ?? null));
});
