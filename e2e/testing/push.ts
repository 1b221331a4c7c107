import type { BrowserContext, Page } from "@playwright/test";

/** A notification as the browser shows it. */
export interface ShownNotification {
	readonly title: string;
	readonly body: string;
	readonly tag: string;
	readonly actions: readonly string[];
}

/** Waits for the page's service worker to be in charge of it. */
export async function workerReady(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const { serviceWorker } = navigator;
		await serviceWorker.ready;
		if (serviceWorker.controller) return;
		await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
	});
}

/** Delivers a push message to the page's service worker, as the browser would with one from its push service. */
export async function deliverPush(page: Page, data: unknown): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	const registration = new Promise<string>((resolve) =>
		devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
			const ours = registrations.find(({ scopeURL, isDeleted }) => page.url().startsWith(scopeURL) && !isDeleted);
			if (ours) resolve(ours.registrationId);
		}),
	);
	await devtools.send("ServiceWorker.enable");
	await devtools.send("ServiceWorker.deliverPushMessage", {
		origin: new URL(page.url()).origin,
		registrationId: await registration,
		data: typeof data === "string" ? data : JSON.stringify(data),
	});
	await devtools.detach();
}

export const shownNotifications = (page: Page): Promise<readonly ShownNotification[]> =>
	page.evaluate(async () => {
		const { serviceWorker } = navigator;
		const shown = await (await serviceWorker.ready).getNotifications();
		return shown.map((each) => {
			const { actions = [] } = each as { actions?: readonly { title: string }[] };
			return { title: each.title, body: each.body, tag: each.tag, actions: actions.map(({ title }) => title) };
		});
	});

/** Presses the notification of a tag, or one of its buttons, as far as the worker can tell. */
export async function pressNotification(context: BrowserContext, tag: string, action = ""): Promise<void> {
	const [worker] = context.serviceWorkers();
	if (!worker) throw new Error("no service worker");
	await worker.evaluate(
		async ({ tag, action }) => {
			const scope = globalThis as unknown as {
				readonly registration: ServiceWorkerRegistration;
				readonly NotificationEvent: new (type: string, init: object) => Event;
			};
			const [notification] = await scope.registration.getNotifications({ tag });
			dispatchEvent(new scope.NotificationEvent("notificationclick", { notification, action }));
		},
		{ tag, action },
	);
}

type Keys = Readonly<Record<"p256dh" | "auth", string>>;
/** A subscription as a browser's push service would give it. */
export interface GivenSubscription {
	readonly endpoint: string;
	readonly keys: Keys;
}

/**
 * Tells the worker that the browser has renewed its subscription, or has lost it and leaves the renewal to the worker.
 * DevTools cannot subscribe a headless browser: what its push service would give is put in its place.
 */
export async function renewSubscription(
	context: BrowserContext,
	given: GivenSubscription,
	by: "browser" | "worker",
): Promise<unknown> {
	const [worker] = context.serviceWorkers();
	if (!worker) throw new Error("no service worker");
	return worker.evaluate(
		async ({ given, by }) => {
			const scope = globalThis as unknown as {
				readonly registration: ServiceWorkerRegistration;
				readonly ExtendableEvent: new (type: string) => Event;
			};
			const made = { endpoint: given.endpoint, toJSON: () => ({ ...given, expirationTime: null }) };
			let asked: unknown = null;
			const { pushManager } = scope.registration;
			const subscribe = async (options: unknown) => {
				asked = options;
				return made as unknown as PushSubscription;
			};
			Object.defineProperty(pushManager, "subscribe", { value: subscribe, configurable: true });
			const event = new scope.ExtendableEvent("pushsubscriptionchange");
			const under: Promise<unknown>[] = [];
			const [newSubscription, waitUntil] = [
				by === "browser" ? made : null,
				(each: Promise<unknown>) => under.push(each),
			];
			Object.defineProperties(event, {
				oldSubscription: { value: null },
				newSubscription: { value: newSubscription },
				waitUntil: { value: waitUntil },
			});
			dispatchEvent(event);
			await Promise.all(under);
			return asked;
		},
		{ given, by },
	);
}

/** What the page's browser has for a subscription, where `giveSubscription` stands in for its push service. */
const HELD = "held-subscription";

/** In a page that has no push service: subscribing gives this, as if the reader had allowed it. */
export const giveSubscription = (page: Page, given: GivenSubscription): Promise<unknown> =>
	page.addInitScript(
		({ given, HELD }) => {
			const bytes = (text: string) =>
				Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
			const held = () => {
				const text = localStorage.getItem(HELD);
				if (text === null) return null;
				const { applicationServerKey, ...made } = JSON.parse(text);
				const options = { applicationServerKey: bytes(applicationServerKey) };
				return { ...made, options, toJSON: () => made, unsubscribe: async () => localStorage.removeItem(HELD) };
			};
			const subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
				localStorage.setItem(HELD, JSON.stringify({ ...given, applicationServerKey }));
				return held();
			};
			Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => held() });
			Object.defineProperty(Notification, "permission", { get: () => "granted" });
			Notification.requestPermission = async () => "granted";
		},
		{ given, HELD },
	);

/** The page's browser has another subscription from now on, or none. */
export const holdSubscription = (page: Page, next: GivenSubscription | null): Promise<void> =>
	page.evaluate(
		({ next, HELD }) => {
			const { applicationServerKey } = JSON.parse(localStorage.getItem(HELD) ?? "{}");
			if (next) localStorage.setItem(HELD, JSON.stringify({ ...next, applicationServerKey }));
			else localStorage.removeItem(HELD);
		},
		{ next, HELD },
	);
