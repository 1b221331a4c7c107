import type { BrowserContext, Page } from "playwright-core";

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
