import {
	saveNotificationPreferences,
	sendTestPush,
	showNotifications,
	subscribeToPush,
	unsubscribeFromPush,
} from "@first-bounce/contract/accounts/notifications";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createLoopbackPush, DEFAULT_PREFERENCES } from "../../../../../testing/server/notifications.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";

let app: TestApp;
let strict: TestApp;
let service: PushService;
const push = createLoopbackPush();

beforeAll(async () => {
	[app, strict, service] = await Promise.all([createTestApp({ push }), createTestApp(), startPushService()]);
});
beforeEach(() => service.answer(201));
afterAll(async () => {
	await Promise.all([app.close(), strict.close(), service.close()]);
});

describe("notification preferences", () => {
	test("are off until saved, with quiet hours and time zone", async () => {
		const { client } = await createManager(app);
		const { preferences } = await client(showNotifications, {});
		expect(preferences).toMatchObject({ lockReminders: "off", lateOuts: false, roundResults: false });
		const quietHours = { from: "21:45", to: "06:05" };
		const body = {
			...DEFAULT_PREFERENCES,
			lockReminders: "always",
			minutesBefore: 120,
			lateOuts: true,
			quietHours,
		} as const;
		await client(saveNotificationPreferences, { body: { ...body, zone: "Europe/Paris" } });
		expect((await client(showNotifications, {})).preferences).toEqual({ ...body, zone: "Europe/Paris" });
		await client(saveNotificationPreferences, { body: DEFAULT_PREFERENCES });
		expect((await client(showNotifications, {})).preferences).toEqual(DEFAULT_PREFERENCES);
	});

	test("refuse an unknown time zone and invalid times of day", async () => {
		const { client } = await createManager(app);
		const saveInvalid = (body: object) =>
			getApiFailure(client(saveNotificationPreferences, { body: { ...DEFAULT_PREFERENCES, ...body } }));
		expect(await saveInvalid({ zone: "Mars/Olympus" })).toMatchObject({ status: 422 });
		expect(await saveInvalid({ quietHours: { from: "25:00", to: "07:00" } })).toMatchObject({ status: 422 });
	});
});

describe("a subscribed browser", () => {
	test("replaces its session's earlier one, is tested, and can end", async () => {
		const { client, user } = await createManager(app);
		const [first, second] = [service.browser(), service.browser()];
		await client(subscribeToPush, { body: first.subscription });
		const { devices, publicKey } = await client(subscribeToPush, { body: second.subscription });
		expect(devices).toMatchObject([{ isCurrent: true, lastSentAt: null }]);
		expect(publicKey).toBe((await push.findKeys()).publicKey);
		const otherSession = app.as(await app.getToken(user.id));
		expect((await otherSession(showNotifications, {})).devices).toMatchObject([{ isCurrent: false }]);
		const id = devices[0]?.id ?? "";
		expect(await client(sendTestPush, { body: { id } })).toEqual({ sent: true });
		expect(second.read(service.received.at(-1)?.body ?? Buffer.alloc(0))).toMatchObject({
			title: "Notifications work",
		});
		expect((await client(unsubscribeFromPush, { body: { id } })).devices).toEqual([]);
	});

	test("is shown to no other visitor of the demo", async () => {
		const { client, user } = await createManager(app);
		const other = app.as(await app.getToken(user.id));
		await client(subscribeToPush, { body: service.browser().subscription });
		expect((await other(showNotifications, {})).devices).toHaveLength(1);
		await app.database.db.updateTable("users").set({ is_demo: true }).where("id", "=", user.id).execute();
		expect((await other(showNotifications, {})).devices).toEqual([]);
		expect((await client(showNotifications, {})).devices).toMatchObject([{ isCurrent: true }]);
	});

	test("keeps its id when it subscribes again", async () => {
		const { client } = await createManager(app);
		const { subscription, read } = service.browser();
		const [shown] = (await client(subscribeToPush, { body: subscription })).devices;
		await client(subscribeToPush, { body: subscription });
		const id = shown?.id ?? "";
		expect(await client(sendTestPush, { body: { id } })).toEqual({ sent: true });
		expect(read(service.received.at(-1)?.body ?? Buffer.alloc(0))).toMatchObject({ title: "Notifications work" });
		expect((await client(unsubscribeFromPush, { body: { id } })).devices).toEqual([]);
	});

	test("gets messages in the language of its subscription", async () => {
		const { client, sessionId } = await createManager(app);
		const { subscription, read } = service.browser();
		const headers = { "x-sid": sessionId };
		await app.app.inject({
			method: "POST",
			url: "/api/fr/user/notifications/subscribe",
			headers,
			payload: subscription,
		});
		const [device] = (await client(showNotifications, {})).devices;
		await client(sendTestPush, { body: { id: device?.id ?? "" } });
		const last = service.received.at(-1)?.body ?? Buffer.alloc(0);
		expect(read(last)).toMatchObject({ title: "Les notifications fonctionnent" });
	});

	test("belongs to the last user who subscribed on it", async () => {
		const [one, other] = [await createManager(app), await createManager(app)];
		const { subscription } = service.browser();
		await one.client(subscribeToPush, { body: subscription });
		await other.client(subscribeToPush, { body: subscription });
		expect((await one.client(showNotifications, {})).devices).toEqual([]);
		const [device] = (await other.client(showNotifications, {})).devices;
		const id = device?.id ?? "";
		for (const call of [sendTestPush, unsubscribeFromPush])
			expect(await getApiFailure(one.client(call, { body: { id } }))).toMatchObject({ status: 404 });
	});

	test("subscribed by several users at once belongs to one of them", async () => {
		const managers = await Promise.all(Array.from({ length: 4 }, () => createManager(app)));
		const { subscription } = service.browser();
		await Promise.all(managers.map(({ client }) => client(subscribeToPush, { body: subscription })));
		const devices = await Promise.all(
			managers.map(async ({ client }) => (await client(showNotifications, {})).devices.length),
		);
		expect(devices.toSorted()).toEqual([0, 0, 0, 1]);
	});

	test("whose subscription has ended is deleted, and the test message fails", async () => {
		const { client } = await createManager(app);
		const { devices } = await client(subscribeToPush, { body: service.browser().subscription });
		const id = devices[0]?.id ?? "";
		service.answer(403);
		expect(await getApiFailure(client(sendTestPush, { body: { id } }))).toMatchObject({ status: 409 });
		service.answer(410);
		expect(await getApiFailure(client(sendTestPush, { body: { id } }))).toMatchObject({ status: 409 });
		expect((await client(showNotifications, {})).devices).toEqual([]);
	});

	test("needs a valid key and a public endpoint", async () => {
		const { client } = await createManager(strict);
		const { subscription } = service.browser();
		const subscribeInvalid = (body: object) =>
			getApiFailure(client(subscribeToPush, { body: { ...subscription, ...body } }));
		for (const endpoint of [
			subscription.endpoint,
			"https://10.0.0.1/a",
			"https://db.internal/a",
			"http://push.example.com/a",
		])
			expect([endpoint, await subscribeInvalid({ endpoint })]).toMatchObject([endpoint, { status: 422 }]);
		const keys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString("base64url") };
		expect(await subscribeInvalid({ endpoint: "https://push.example.com/a", keys })).toMatchObject({ status: 422 });
		expect((await client(showNotifications, {})).devices).toEqual([]);
		const [one, two] = await Promise.all([1, 2].map(() => client(showNotifications, {})));
		expect(one?.publicKey).toMatch(/^[\w-]{87}$/);
		expect(two?.publicKey).toBe(one?.publicKey);
	});
});
