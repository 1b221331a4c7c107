import {
	type Notifications,
	type PushDevice,
	saveNotificationPreferences,
	showNotifications,
	subscribeToPush,
	unsubscribeFromPush,
} from "@first-bounce/contract/accounts/notifications";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { blockStorage } from "../../../../../testing/web/blocked-storage.ts";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { stubServiceWorker } from "../../../../../testing/web/navigator.ts";
import { buildUser, renderAt } from "../../../../../testing/web/render-at.tsx";
import { renewPush } from "../../../push/push-device.ts";
import { NotificationsSection } from "./notifications-section.tsx";

const KEY = Buffer.alloc(65, 4).toString("base64url");
const buildDevice = (isCurrent: boolean): PushDevice => ({
	id: `00000000-0000-4000-8000-00000000000${isCurrent ? 1 : 2}`,
	userAgent: isCurrent ? "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" : "Mozilla/5.0 (iPhone) Safari/605",
	since: "2026-03-07T09:00:00.000Z",
	lastSentAt: null,
	isCurrent,
});
const buildNotifications = (devices: PushDevice[] = []): Notifications => ({
	publicKey: KEY,
	preferences: {
		lockReminders: "off",
		minutesBefore: 60,
		lateOuts: false,
		roundResults: false,
		resultMails: false,
		draftMoves: true,
		draftMails: false,
		leagueMessages: "none",
		quietHours: { from: "22:00", to: "07:00" },
		zone: "Australia/Melbourne",
	},
	devices,
});

/** Stubs push support, with the user's answer to the permission prompt; the result tells whether it is subscribed. */
function stubPushBrowser(choice: "granted" | "denied", isSubscribed = false) {
	let subscription: object | null = null;
	let subscribed = 0;
	let unsubscribed = 0;
	const pushSubscription = {
		endpoint: "https://push.example.com/a",
		options: { applicationServerKey: new Uint8Array(Buffer.from(KEY, "base64url")).buffer },
		toJSON: () => ({ endpoint: "https://push.example.com/a", keys: { p256dh: "p", auth: "a" } }),
		unsubscribe: async () => {
			unsubscribed++;
			subscription = null;
			return true;
		},
	};
	if (isSubscribed) subscription = pushSubscription;
	const pushManager = {
		getSubscription: async () => subscription,
		subscribe: async () => {
			subscribed++;
			subscription = pushSubscription;
			return pushSubscription;
		},
	};
	const state = { permission: isSubscribed ? "granted" : "default" };
	vi.stubGlobal("PushManager", class {});
	vi.stubGlobal("Notification", {
		get permission() {
			return state.permission;
		},
		requestPermission: async () => {
			state.permission = choice;
			return choice;
		},
	});
	vi.stubGlobal("caches", { open: async () => ({ put: async () => undefined }) });
	stubServiceWorker({ pushManager });
	return { isSubscribed: () => subscription !== null, countCalls: () => ({ subscribed, unsubscribed }) };
}
afterEach(() => {
	vi.restoreAllMocks();
	stubServiceWorker(null);
});

function open(notifications: Notifications = buildNotifications()) {
	const api = fakeApi({
		"/user/notifications": () => success(showNotifications, notifications),
		"/user/notifications/preferences": () => success(saveNotificationPreferences, notifications),
		"/user/notifications/subscribe": () => success(subscribeToPush, buildNotifications([buildDevice(true)])),
		"/user/notifications/unsubscribe": () => success(unsubscribeFromPush, buildNotifications()),
	});
	renderAt("/my-account", <NotificationsSection user={buildUser()} />);
	return api;
}
const findButton = (name: string) => screen.findByRole("button", { name });

describe("notifications in a browser", () => {
	test("without support show a message", async () => {
		open();
		await screen.findByText("This browser cannot show notifications.");
	});

	test("on an iPhone without the installed app explain how to install it", async () => {
		const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1";
		vi.spyOn(navigator, "userAgent", "get").mockReturnValue(iPhone);
		open();
		await screen.findByText(/Add to Home Screen/);
	});

	test("can be turned on and off", async () => {
		const browser = stubPushBrowser("granted");
		const { posted } = open();
		fireEvent.click(await findButton("Turn on in this browser"));
		await screen.findByText("On in this browser.");
		expect(browser.isSubscribed()).toBe(true);
		expect(posted).toEqual([
			{
				path: "/user/notifications/subscribe",
				body: { endpoint: "https://push.example.com/a", keys: { p256dh: "p", auth: "a" }, publicKey: KEY },
			},
		]);
		expect(localStorage.getItem("push")).toBe("7");
		fireEvent.click(await findButton("Turn off here"));
		await findButton("Turn on in this browser");
		expect(browser.isSubscribed()).toBe(false);
		expect(posted.at(-1)).toEqual({ path: "/user/notifications/unsubscribe", body: { id: buildDevice(true).id } });
		expect(localStorage.getItem("push")).toBeNull();
	});

	test("can be turned on and off while storage and caches are blocked", async () => {
		const browser = stubPushBrowser("granted");
		blockStorage();
		vi.stubGlobal("caches", { open: async () => Promise.reject(new DOMException("", "SecurityError")) });
		open();
		fireEvent.click(await findButton("Turn on in this browser"));
		await screen.findByText("On in this browser.");
		fireEvent.click(await findButton("Turn off here"));
		await findButton("Turn on in this browser");
		expect(browser.isSubscribed()).toBe(false);
	});

	test("are unavailable, without an error, where service workers are blocked", async () => {
		stubPushBrowser("granted", true);
		navigator.serviceWorker.getRegistration = () => Promise.reject(new DOMException("", "SecurityError"));
		open(buildNotifications([buildDevice(true)]));
		await screen.findByText("This browser cannot show notifications.");
	});

	test("declined by the user are shown as blocked, without a request", async () => {
		stubPushBrowser("denied");
		const { posted } = open();
		fireEvent.click(await findButton("Turn on in this browser"));
		await screen.findByText(/Notifications from this site are blocked/);
		expect(posted).toEqual([]);
	});

	test("that were refused are shown as stopped, and turned on anew", async () => {
		const browser = stubPushBrowser("granted", true);
		const ended = { endedAt: "2026-03-08T09:00:00.000Z" };
		open(
			buildNotifications([
				{ ...buildDevice(true), ...ended },
				{ ...buildDevice(false), ...ended },
			]),
		);
		await screen.findByText(/Notifications stopped here on .* because the browser's push service refused them/);
		expect(screen.getByText(/^Stopped .*: turn notifications on again on that device$/)).toBeDefined();
		expect(screen.getByRole("button", { name: "Remove Safari · iPhone" }).textContent).toBe("Remove");
		expect(screen.queryByText("On in this browser.")).toBeNull();
		fireEvent.click(await findButton("Turn on in this browser"));
		await screen.findByText("On in this browser.");
		expect(browser.countCalls()).toEqual({ subscribed: 1, unsubscribed: 1 });
	});

	test("come in the page's language after it has changed", async () => {
		stubPushBrowser("granted", true);
		const { posted } = open(buildNotifications([buildDevice(true)]));
		const stubRegistration = (address: string) =>
			vi.stubGlobal("caches", {
				match: async () => Response.json({ address, publicKey: KEY, endpoint: "https://push.example.com/a" }),
				open: async () => ({ put: async () => undefined }),
			});
		stubRegistration("/api/en/user/notifications/subscribe");
		await renewPush();
		expect(posted).toEqual([]);
		stubRegistration("/api/fr/user/notifications/subscribe");
		await renewPush();
		expect(posted.map(({ path }) => path)).toEqual(["/user/notifications/subscribe"]);
	});

	test("of other devices can be turned off", async () => {
		const { posted } = open(buildNotifications([buildDevice(false)]));
		fireEvent.click(await findButton("Turn off on Safari · iPhone"));
		await waitFor(() =>
			expect(posted).toEqual([{ path: "/user/notifications/unsubscribe", body: { id: buildDevice(false).id } }]),
		);
	});
});

test("a notification is turned on, with quiet hours and zone", async () => {
	const { posted } = open();
	const lateOuts = await screen.findByRole("checkbox", { name: /Late outs/ });
	expect((lateOuts as HTMLInputElement).checked).toBe(false);
	fireEvent.click(lateOuts);
	fireEvent.change(screen.getByLabelText("Quiet from"), { target: { value: "21:30" } });
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	expect(screen.getByRole("button", { name: /League chat/ }).textContent).toContain("Pinned messages only");
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const quietHours = { from: "21:30", to: "07:00" };
	const kinds = {
		lockReminders: "off",
		minutesBefore: 60,
		lateOuts: true,
		roundResults: false,
		resultMails: false,
		draftMoves: true,
		draftMails: false,
		leagueMessages: "none",
	};
	await waitFor(() =>
		expect(posted).toEqual([
			{ path: "/user/notifications/preferences", body: { ...kinds, quietHours, zone: timeZone } },
		]),
	);
	fireEvent.click(screen.getByRole("checkbox", { name: /quiet hours/i }));
	expect(screen.queryByLabelText("Quiet from")).toBeNull();
});

test("quiet hours without a time are not saved", async () => {
	const { posted } = open();
	const until = await screen.findByLabelText("Quiet until");
	fireEvent.change(until, { target: { value: "" } });
	expect(screen.getByText("Enter a time")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	expect(document.activeElement).toBe(until);
	expect(posted).toEqual([]);
	fireEvent.change(until, { target: { value: "06:00" } });
	expect(screen.queryByText("Enter a time")).toBeNull();
	fireEvent.click(screen.getByRole("button", { name: "Save" }));
	await waitFor(() => expect(posted).toMatchObject([{ body: { quietHours: { from: "22:00", to: "06:00" } } }]));
});

test("quiet hours name the saved zone, and this device's if it differs", async () => {
	const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const saved = zone === "Australia/Perth" ? "Australia/Melbourne" : "Australia/Perth";
	const notifications = buildNotifications();
	const show = (shown: Notifications) => {
		fakeApi({ "/user/notifications": () => success(showNotifications, shown) });
		return renderAt("/my-account", <NotificationsSection user={buildUser()} />);
	};
	const away = show({ ...notifications, preferences: { ...notifications.preferences, zone: saved } });
	await screen.findByText(`Quiet hours (${saved} time)`);
	screen.getByText(`Reminders use ${saved} time. Save to use this device’s: ${zone}.`);
	away.unmount();
	show({ ...notifications, preferences: { ...notifications.preferences, zone } });
	await screen.findByText(`Quiet hours (${zone} time)`);
	expect(screen.queryByText(/Reminders use/)).toBeNull();
});
