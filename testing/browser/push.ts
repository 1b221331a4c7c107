import type { BrowserContext, Page } from "@playwright/test";

/** A notification as the browser shows it. */
export interface ShownNotification {
	readonly title: string;
	readonly body: string;
	readonly tag: string;
	readonly actions: readonly string[];
}

/** Waits until a service worker controls the page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const { serviceWorker } = navigator;
		await serviceWorker.ready;
		if (serviceWorker.controller) return;
		await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
	});
}

/** Does something that shows a notification, and waits until the browser shows it. */
export async function waitForNotification(page: Page, work: () => Promise<void>): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	const notificationShown = new Promise<void>((resolve) =>
		devtools.on("BackgroundService.backgroundServiceEventReceived", ({ backgroundServiceEvent }) => {
			if (backgroundServiceEvent.eventName === "Notification displayed") resolve();
		}),
	);
	// Otherwise the browser would report the earlier notifications again.
	await devtools.send("BackgroundService.clearEvents", { service: "notifications" });
	await devtools.send("BackgroundService.startObserving", { service: "notifications" });
	await devtools.send("BackgroundService.setRecording", { shouldRecord: true, service: "notifications" });
	await work();
	await notificationShown;
	await devtools.detach();
}

/** Delivers a push message to the page's service worker, as a push service would, and waits until its notification is shown. */
export async function deliverPush(page: Page, data: unknown): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	const registration = new Promise<string>((resolve) =>
		devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
			const active = registrations.find(({ scopeURL, isDeleted }) => page.url().startsWith(scopeURL) && !isDeleted);
			if (active) resolve(active.registrationId);
		}),
	);
	await devtools.send("ServiceWorker.enable");
	const registrationId = await registration;
	await waitForNotification(page, async () => {
		await devtools.send("ServiceWorker.deliverPushMessage", {
			origin: new URL(page.url()).origin,
			registrationId,
			data: typeof data === "string" ? data : JSON.stringify(data),
		});
	});
	await devtools.detach();
}

export const getShownNotifications = (page: Page): Promise<readonly ShownNotification[]> =>
	page.evaluate(async () => {
		const { serviceWorker } = navigator;
		const notifications = await (await serviceWorker.ready).getNotifications();
		return notifications.map((notification) => {
			const { actions = [] } = notification as { actions?: readonly { title: string }[] };
			return {
				title: notification.title,
				body: notification.body,
				tag: notification.tag,
				actions: actions.map(({ title }) => title),
			};
		});
	});

/** Dispatches a click on the notification with a tag, or on one of its buttons, to the service worker. */
export async function clickNotification(context: BrowserContext, tag: string, action = ""): Promise<void> {
	const [worker] = context.serviceWorkers();
	if (!worker) throw new Error("The page has no service worker");
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
/** A push subscription as a browser would return it. */
export interface FakeSubscription {
	readonly endpoint: string;
	readonly keys: Keys;
}

/**
 * Dispatches a change of the push subscription to the service worker: with the subscription that the browser has
 * renewed, or without one, so that the worker must subscribe itself. A headless browser cannot subscribe, so the
 * worker's push manager returns the fake. Returns the options of the worker's subscribe call.
 */
export async function renewSubscription(
	context: BrowserContext,
	fake: FakeSubscription,
	by: "browser" | "worker",
): Promise<unknown> {
	const [worker] = context.serviceWorkers();
	if (!worker) throw new Error("The page has no service worker");
	return worker.evaluate(
		async ({ fake, by }) => {
			const scope = globalThis as unknown as {
				readonly registration: ServiceWorkerRegistration;
				readonly ExtendableEvent: new (type: string) => Event;
			};
			const subscription = { endpoint: fake.endpoint, toJSON: () => ({ ...fake, expirationTime: null }) };
			let subscribeOptions: unknown = null;
			const { pushManager } = scope.registration;
			const subscribe = async (options: unknown) => {
				subscribeOptions = options;
				return subscription as unknown as PushSubscription;
			};
			Object.defineProperty(pushManager, "subscribe", { value: subscribe, configurable: true });
			const event = new scope.ExtendableEvent("pushsubscriptionchange");
			const pending: Promise<unknown>[] = [];
			const [newSubscription, waitUntil] = [
				by === "browser" ? subscription : null,
				(promise: Promise<unknown>) => pending.push(promise),
			];
			Object.defineProperties(event, {
				oldSubscription: { value: null },
				newSubscription: { value: newSubscription },
				waitUntil: { value: waitUntil },
			});
			dispatchEvent(event);
			await Promise.all(pending);
			return subscribeOptions;
		},
		{ fake, by },
	);
}

/** The local storage key under which `fakePushManager` keeps the current subscription. */
const STORAGE_KEY = "fake-subscription";

/** Makes subscribing in the page return the fake, as if the user had allowed notifications. */
export const fakePushManager = (page: Page, fake: FakeSubscription): Promise<unknown> =>
	page.addInitScript(
		({ fake, STORAGE_KEY }) => {
			const decodeBase64Url = (text: string) =>
				Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
			const getSubscription = () => {
				const text = localStorage.getItem(STORAGE_KEY);
				if (text === null) return null;
				const { applicationServerKey, ...subscription } = JSON.parse(text);
				const options = { applicationServerKey: decodeBase64Url(applicationServerKey) };
				return {
					...subscription,
					options,
					toJSON: () => subscription,
					unsubscribe: async () => localStorage.removeItem(STORAGE_KEY),
				};
			};
			const subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
				localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...fake, applicationServerKey }));
				return getSubscription();
			};
			Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => getSubscription() });
			Object.defineProperty(Notification, "permission", { get: () => "granted" });
			Notification.requestPermission = async () => "granted";
		},
		{ fake, STORAGE_KEY },
	);

/** Replaces the page's current subscription, or removes it. */
export const replaceSubscription = (page: Page, next: FakeSubscription | null): Promise<void> =>
	page.evaluate(
		({ next, STORAGE_KEY }) => {
			const { applicationServerKey } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
			if (next) localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...next, applicationServerKey }));
			else localStorage.removeItem(STORAGE_KEY);
		},
		{ next, STORAGE_KEY },
	);
