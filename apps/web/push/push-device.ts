import { showNotifications, subscribeToPush } from "@first-bounce/contract/accounts/notifications";
import { client } from "../api/client.ts";
import { writeStorage } from "../app/session/browser-storage.ts";
import { site } from "../app/site.ts";
import { LANGUAGE } from "../i18n/language.ts";
import { PUSH_KEY, PUSH_REGISTRATION_URL, type PushRegistration, USER_CACHE } from "../offline/cache-names.ts";

/** `needs-installing`: iPhone and iPad support notifications only for an installed web app. */
export type PushState = "unsupported" | "needs-installing" | "blocked" | "off" | "on";

/** The browser may block caches. The page then renews the subscription at the next visit instead of the service worker. */
const savePushRegistration = async (registration: PushRegistration): Promise<void> =>
	caches
		.open(USER_CACHE)
		.then((cache) => cache.put(PUSH_REGISTRATION_URL, new Response(JSON.stringify(registration))))
		.catch(() => undefined);
async function loadPushRegistration(): Promise<PushRegistration | null> {
	const stored = await caches.match(PUSH_REGISTRATION_URL, { cacheName: USER_CACHE }).catch(() => undefined);
	return stored ? stored.json() : null;
}

/** The address at which a subscription is registered. Its language is that of the notifications. */
const getRegistrationAddress = (): string => `${site.apiBase}/${LANGUAGE}${subscribeToPush.path}`;

const isAppleDevice = (): boolean =>
	/iPhone|iPad/.test(navigator.userAgent) || (/Mac OS X/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isPushSupported = (): boolean =>
	"serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

const getPublicKey = (subscription: PushSubscription): string => {
	const key = subscription.options.applicationServerKey;
	const text = key ? String.fromCharCode(...new Uint8Array(key)) : "";
	return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

async function getSubscription(): Promise<PushSubscription | null> {
	const worker = await navigator.serviceWorker.getRegistration();
	return (await worker?.pushManager.getSubscription()) ?? null;
}

/** `isSubscribed`: the server has this browser's subscription. */
export async function getPushState(isSubscribed: boolean): Promise<PushState> {
	if (!isPushSupported()) return isAppleDevice() ? "needs-installing" : "unsupported";
	if (Notification.permission === "denied") return "blocked";
	if (!isSubscribed || Notification.permission !== "granted") return "off";
	// With site data blocked, the service worker is there but refuses every call.
	return getSubscription().then(
		(subscription) => (subscription === null ? "off" : "on"),
		() => "unsupported",
	);
}

async function createSubscription(
	publicKey: string,
	{ renewsSubscription = false }: { readonly renewsSubscription?: boolean } = {},
) {
	const worker = await navigator.serviceWorker.ready;
	const old = await worker.pushManager.getSubscription();
	// The server cannot send to a subscription made with another key, nor to one that the push service refuses.
	if (old && (renewsSubscription || getPublicKey(old) !== publicKey)) await old.unsubscribe();
	const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
	const { endpoint = "", keys = {} } = subscription.toJSON();
	const { p256dh = "", auth = "" } = keys;
	const notifications = await client(subscribeToPush, { body: { endpoint, keys: { p256dh, auth }, publicKey } });
	await savePushRegistration({ address: getRegistrationAddress(), publicKey, endpoint });
	return notifications;
}

/**
 * Asks for permission and registers the subscription with the server; a new one if the push service has refused the old one.
 * Returns null if the user declines.
 */
export async function enablePush(
	publicKey: string,
	userId: number,
	options: { readonly renewsSubscription?: boolean } = {},
) {
	if ((await Notification.requestPermission()) !== "granted") return null;
	const notifications = await createSubscription(publicKey, options);
	writeStorage("local", PUSH_KEY, String(userId));
	return notifications;
}

export async function disablePush(): Promise<void> {
	writeStorage("local", PUSH_KEY, null);
	await (await getSubscription())?.unsubscribe();
}

/** Subscribes again after a new session has begun, or the server's key or the language has changed. */
export async function renewPush(): Promise<void> {
	const { publicKey, devices } = await client(showNotifications, {});
	const subscription = await getSubscription();
	const registration = await loadPushRegistration();
	const isKnown =
		devices.some(({ isCurrent }) => isCurrent) &&
		subscription?.endpoint === registration?.endpoint &&
		registration?.address === getRegistrationAddress();
	const isUpToDate = isKnown && subscription !== null && getPublicKey(subscription) === publicKey;
	if (!isUpToDate && Notification.permission === "granted") await createSubscription(publicKey);
}
