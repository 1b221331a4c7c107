import { showNotifications, subscribeToPush } from "@first-bounce/contract/calls";
import { client } from "../api/client.ts";
import { LANGUAGE } from "../i18n/language.ts";
import { OWN_CACHE, TOLD, type Told } from "../offline/cache-names.ts";

/**
 * What this browser can do about notifications: nothing at all, nothing before it is installed (iPhone and iPad),
 * nothing because they are blocked here, or they are off or on.
 */
export type PushState = "unsupported" | "needs-installing" | "blocked" | "off" | "on";

/** Whoever turned notifications on here: a sign-in of hers turns them on again, anybody else's does not. */
const KEY = "push";
const keepTold = async (told: Told): Promise<void> =>
	(await caches.open(OWN_CACHE)).put(TOLD, new Response(JSON.stringify(told)));
const toldEndpoint = async (): Promise<string | null> => {
	const answer = await (await caches.open(OWN_CACHE)).match(TOLD);
	return answer ? ((await answer.json()) as Told).endpoint : null;
};

const isApple = (): boolean =>
	/iPhone|iPad/.test(navigator.userAgent) || (/Mac OS X/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Whether the browser knows of push messages at all. */
const isAble = (): boolean =>
	"serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

const keyOf = (subscription: PushSubscription): string => {
	const key = subscription.options.applicationServerKey;
	const text = key ? String.fromCharCode(...new Uint8Array(key)) : "";
	return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

async function subscription(): Promise<PushSubscription | null> {
	const worker = await navigator.serviceWorker.getRegistration();
	return (await worker?.pushManager.getSubscription()) ?? null;
}

/** How things stand at this browser; `isKnown`: the server sends notices to it. */
export async function pushState(isKnown: boolean): Promise<PushState> {
	if (!isAble()) return isApple() ? "needs-installing" : "unsupported";
	if (Notification.permission === "denied") return "blocked";
	return isKnown && Notification.permission === "granted" && (await subscription()) !== null ? "on" : "off";
}

async function subscribe(publicKey: string) {
	const worker = await navigator.serviceWorker.ready;
	const old = await worker.pushManager.getSubscription();
	// One made with another key can be written to by nobody any more.
	if (old && keyOf(old) !== publicKey) await old.unsubscribe();
	const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
	const { endpoint = "", keys = {} } = made.toJSON();
	const { p256dh = "", auth = "" } = keys;
	const shown = await client(subscribeToPush, { body: { endpoint, keys: { p256dh, auth } } });
	await keepTold({ address: `/api/${LANGUAGE}${subscribeToPush.path}`, publicKey, endpoint });
	return shown;
}

/** Asks the reader, then the browser, then the server. Answers null where the reader says no. */
export async function turnPushOn(publicKey: string, userId: number) {
	if ((await Notification.requestPermission()) !== "granted") return null;
	const shown = await subscribe(publicKey);
	localStorage.setItem(KEY, String(userId));
	return shown;
}

/** Takes no more messages at this browser, whatever the server thinks. */
export async function turnPushOff(): Promise<void> {
	localStorage.removeItem(KEY);
	await (await subscription())?.unsubscribe();
}

/** Whoever turned notifications on at this browser gets them again after a new sign-in, or a change of the key. */
export async function keepPushOn(): Promise<void> {
	const { publicKey, devices } = await client(showNotifications, {});
	const made = await subscription();
	const isKnown = devices.some(({ isCurrent }) => isCurrent) && made?.endpoint === (await toldEndpoint());
	const isWell = isKnown && made !== null && keyOf(made) === publicKey;
	if (!isWell && Notification.permission === "granted") await subscribe(publicKey);
}
