import { changePassword, deactivateAccount, eraseAccount, updateUser } from "@first-bounce/contract/accounts/account";
import { endOtherDevices, listDevices } from "@first-bounce/contract/accounts/devices";
import { type Notifications, showNotifications, subscribeToPush } from "@first-bounce/contract/accounts/notifications";
import { listPasskeys } from "@first-bounce/contract/accounts/passkeys";
import { createToken, listTokens, revokeToken } from "@first-bounce/contract/accounts/tokens";
import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import { showCoachSettings } from "@first-bounce/contract/team/coach";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fakeApi, file, notSignedIn, refusal, success } from "../../../../testing/web/fake-api.ts";
import { stubServiceWorker } from "../../../../testing/web/navigator.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { callKey } from "../../api/use-call.ts";
import { getSessionFlags } from "../../app/session/session-flags.ts";
import { site } from "../../app/site.ts";
import { dismissProblem, getProblem } from "../../components/error-modal/problem-store.ts";
import { MyAccountScreen } from "./my-account-screen.tsx";

afterEach(() => Object.assign(site, { hasPasswords: true, hasExternalProvider: false }));

const COACH = { isHidden: false, aim: "season" as const, keepIds: [], banIds: [], waitIds: [] };

const PUSH_KEY = Buffer.alloc(65, 4).toString("base64url");
const buildNotifications = (devices: Notifications["devices"]): Notifications => ({
	publicKey: PUSH_KEY,
	preferences: {
		lockReminders: "off",
		minutesBefore: 60,
		lateOuts: false,
		roundResults: false,
		resultMails: false,
		draftMoves: true,
		draftMails: false,
		leagueMessages: "none",
		quietHours: null,
		zone: "Australia/Melbourne",
	},
	devices,
});

const buildDevice = (isCurrent: boolean) => ({
	id: `00000000-0000-4000-8000-00000000000${isCurrent ? 1 : 2}`,
	userAgent: isCurrent ? "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" : "curl/8.10.1",
	address: "192.0.2.7",
	signedInAt: "2026-03-07T09:00:00.000Z",
	lastSeenAt: "2026-03-07T09:00:00.000Z",
	expiresAt: "2026-04-07T09:00:00.000Z",
	isCurrent,
});

async function open(user = buildUser(), updated = user, handlers: Parameters<typeof fakeApi>[0] = {}) {
	const api = fakeApi({
		"/user": () => success(getUser, { user }),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/user/notifications": notSignedIn,
		"/fantasy/coach/show-my": () => success(showCoachSettings, { ...COACH, isHidden: true }),
		"/fantasy/coach/preferences": () => success(showCoachSettings, COACH),
		"/user/update": () => success(updateUser, { user: updated }),
		"/user/passkeys": () => success(listPasskeys, { passkeys: [] }),
		"/user/tokens": () => success(listTokens, { tokens: [] }),
		"/user/devices": () => success(listDevices, { devices: [buildDevice(true), buildDevice(false)] }),
		"/user/devices/end-others": () => success(endOtherDevices, { devices: [buildDevice(true)] }),
		"/user/deactivate-account": () => success(deactivateAccount, { deactivated: true }),
		"/json/fantasy/squads.json": () => file([{ id: 8097, name: "Collingwood", abbreviation: "COLL" }]),
		"/json/fantasy/countries.json": () => file([{ code: "AU", name: "Australia" }]),
		...handlers,
	});
	const page = renderAt("/my-account", <MyAccountScreen />);
	await screen.findByRole("heading", { name: "Kit O'Brien" });
	return { ...api, ...page };
}
const TOKEN = {
	id: "00000000-0000-4000-8000-000000000003",
	name: "Ladder bot",
	scopes: ["read:team" as const],
	createdAt: "2026-03-07T09:00:00.000Z",
	expiresAt: "2026-06-05T09:00:00.000Z",
	lastUsedAt: null,
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
function enterNewPassword(): void {
	const card = screen.getByRole("heading", { name: "Change the password" }).closest("form") as HTMLElement;
	fireEvent.change(within(card).getByLabelText("Password"), { target: { value: "a long kick to the square" } });
	fireEvent.change(within(card).getByLabelText("New password"), { target: { value: "a longer kick to it" } });
	press("Change the password");
}

describe("my account", () => {
	test("creates an access token, shows it once, and revokes it (D2.9.86, D2.9.190)", async () => {
		const { posted } = await open(undefined, undefined, {
			"/user/tokens/create": () => success(createToken, { token: "fbt_secret", tokens: [TOKEN] }),
			"/user/tokens/revoke": () => success(revokeToken, { tokens: [] }),
		});
		await screen.findByText("You have no access tokens.");
		expect(screen.getByRole("link", { name: "How to use the API" }).getAttribute("href")).toBe("/api/guide");
		press("New token");
		expect(screen.getByRole("button", { name: "Create token" })).toHaveProperty("disabled", true);
		const choices = document.querySelectorAll<HTMLOptionElement>("select[name=tokenDays] option");
		expect(Array.from(choices, ({ text }) => text).filter((text) => text.trim() !== "")).toEqual([
			"7 days",
			"30 days",
			"90 days",
			"365 days",
		]);
		fireEvent.change(screen.getByLabelText("Name of the token"), { target: { value: "Ladder bot" } });
		fireEvent.click(screen.getByRole("checkbox", { name: "See rankings and your leagues read:leagues" }));
		press("Create token");
		expect(await screen.findByText("fbt_secret")).toBeTruthy();
		expect(screen.getByText("Copy your token now. You won't see it again.")).toBeTruthy();
		expect(screen.getByText(/^Not used yet · Expires /)).toBeTruthy();
		press("Done");
		expect(screen.queryByText("fbt_secret")).toBeNull();
		press("Revoke token: Ladder bot");
		await screen.findByText("You have no access tokens.");
		expect(posted).toEqual([
			{ path: "/user/tokens/create", body: { name: "Ladder bot", scopes: ["read:team"], days: 90 } },
			{ path: "/user/tokens/revoke", body: { id: TOKEN.id } },
		]);
	});

	test("still shows a new token after another one is revoked", async () => {
		const older = { ...TOKEN, id: "00000000-0000-4000-8000-000000000004", name: "Old bot" };
		await open(undefined, undefined, {
			"/user/tokens": () => success(listTokens, { tokens: [older] }),
			"/user/tokens/create": () => success(createToken, { token: "fbt_secret", tokens: [TOKEN, older] }),
			"/user/tokens/revoke": (body) =>
				success(revokeToken, { tokens: (body as { id: string }).id === older.id ? [TOKEN] : [] }),
		});
		await screen.findByText("Old bot");
		press("New token");
		fireEvent.change(screen.getByLabelText("Name of the token"), { target: { value: "Ladder bot" } });
		press("Create token");
		await screen.findByText("fbt_secret");
		press("Revoke token: Old bot");
		await waitFor(() => expect(screen.queryByText("Old bot")).toBeNull());
		expect(screen.getByText("fbt_secret")).toBeDefined();
		press("Revoke token: Ladder bot");
		await screen.findByText("You have no access tokens.");
		expect(screen.queryByText("fbt_secret")).toBeNull();
		expect(screen.getByRole("button", { name: "New token" })).toBeDefined();
	});

	test("says that a new token was not copied", async () => {
		await open(undefined, undefined, {
			"/user/tokens/create": () => success(createToken, { token: "fbt_secret", tokens: [TOKEN] }),
		});
		const writeText = async () => {
			throw new DOMException("No permission", "NotAllowedError");
		};
		Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
		press("New token");
		fireEvent.change(screen.getByLabelText("Name of the token"), { target: { value: "Ladder bot" } });
		press("Create token");
		await screen.findByText("fbt_secret");
		dismissProblem();
		press("Copy");
		await waitFor(() => expect(getProblem()?.message).toBe("Something went wrong. Please try again."));
		Reflect.deleteProperty(navigator, "clipboard");
	});

	test("creates a private calendar address, shows it once, and turns it off [D2.9.292]", async () => {
		const calendar = { ...TOKEN, name: "Calendar", scopes: ["read:calendar" as const] };
		const { posted } = await open(undefined, undefined, {
			"/user/tokens/create": () => success(createToken, { token: "fbt_secret", tokens: [calendar] }),
			"/user/tokens/revoke": () => success(revokeToken, { tokens: [] }),
		});
		expect(screen.getByRole("link", { name: "Subscribe" }).getAttribute("href")).toBe(
			`webcal://${location.host}/calendar/en/season.ics`,
		);
		const create = await screen.findByRole("button", { name: "Create my address" });
		await waitFor(() => expect(create).toHaveProperty("disabled", false));
		press("Create my address");
		expect(await screen.findByText(`${location.origin}/calendar/en/fbt_secret.ics`)).toBeTruthy();
		press("Turn off my address");
		expect(await screen.findByRole("button", { name: "Create my address" })).toBeTruthy();
		expect(screen.queryByText(/fbt_secret/)).toBeNull();
		expect(posted).toEqual([
			{ path: "/user/tokens/create", body: { name: "Calendar", scopes: ["read:calendar"], days: 365 } },
			{ path: "/user/tokens/revoke", body: { id: TOKEN.id } },
		]);
	});

	test("keeps the focus in the section when a token is revoked", async () => {
		await open(undefined, undefined, {
			"/user/tokens": () => success(listTokens, { tokens: [TOKEN] }),
			"/user/tokens/revoke": () => success(revokeToken, { tokens: [] }),
		});
		(await screen.findByRole("button", { name: "Revoke token: Ladder bot" })).focus();
		press("Revoke token: Ladder bot");
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Your data" })));
	});

	test("hides a calendar address that is revoked among the access tokens", async () => {
		const calendar = { ...TOKEN, name: "Calendar", scopes: ["read:calendar" as const] };
		await open(undefined, undefined, {
			"/user/tokens/create": () => success(createToken, { token: "fbt_secret", tokens: [calendar] }),
			"/user/tokens/revoke": () => success(revokeToken, { tokens: [] }),
		});
		const create = await screen.findByRole("button", { name: "Create my address" });
		await waitFor(() => expect(create).toHaveProperty("disabled", false));
		press("Create my address");
		await screen.findByText(`${location.origin}/calendar/en/fbt_secret.ics`);
		press("Revoke token: Calendar");
		await screen.findByText("You have no access tokens.");
		expect(screen.queryByText(/fbt_secret/)).toBeNull();
	});

	test("switches the coach back on", async () => {
		const { posted } = await open();
		const box = await screen.findByRole("checkbox", { name: "Show the coach on my team" });
		expect(box).toHaveProperty("checked", false);
		fireEvent.click(box);
		await waitFor(() => expect(posted).toEqual([{ path: "/fantasy/coach/preferences", body: { isHidden: false } }]));
		expect(box).toHaveProperty("checked", true);
	});

	test("offers to load the coach's settings again if loading fails", async () => {
		let fails = true;
		await open(undefined, undefined, {
			"/fantasy/coach/show-my": () =>
				fails ? refusal(500, "server-error", "Something went wrong") : success(showCoachSettings, COACH),
		});
		const card = (await screen.findByRole("heading", { name: "Coach" })).closest("section") as HTMLElement;
		fails = false;
		fireEvent.click(within(card).getByText("Try again"));
		expect(await screen.findByRole("checkbox", { name: "Show the coach on my team" })).toHaveProperty("checked", true);
	});

	test("shows the account details and saves changes (D1.2.21, D1.7.16)", async () => {
		const { posted } = await open();
		fireEvent.change(screen.getByLabelText("First name"), { target: { value: "Moana" } });
		press("Save");
		await waitFor(() => expect(posted).toHaveLength(1));
		expect(posted[0]).toEqual({
			path: "/user/update",
			body: {
				firstName: "Moana",
				lastName: "O'Brien",
				birthday: "1990-03-07",
				gender: "female",
				country: "AU",
				state: "VIC",
				supportedSquadId: 8097,
			},
		});
	});

	test("has profile, team name, email, password, devices, data export and deactivation (D1.2.23)", async () => {
		await open();
		for (const field of ["First name", "Last name", "Day", "Month", "Year", "Team name", "New email address"])
			expect(screen.getByRole("textbox", { name: field })).toBeDefined();
		for (const list of [/Gender/, /Country/, /State/]) expect(screen.getByRole("button", { name: list })).toBeDefined();
		expect(screen.getByRole("radiogroup", { name: "Your club" })).toBeDefined();
		for (const name of ["Add a picture", "Save", "Rename my team", "Change the address", "Change the password"])
			expect(screen.getByRole("button", { name })).toBeDefined();
		for (const name of ["Download my data", "Sign out", "Deactivate my account", "Delete my account"])
			expect(screen.getByRole("button", { name })).toBeDefined();
		for (const name of ["Notifications", "Devices"]) expect(screen.getByRole("heading", { name })).toBeDefined();
		expect(screen.queryByDisplayValue("kit@example.test")).toBeNull();
	});

	test("removes the picture and keeps focus next to it", async () => {
		const { posted } = await open(buildUser({ avatarVersion: 3 }), buildUser());
		screen.getByRole("button", { name: "Remove" }).focus();
		press("Remove");
		await waitFor(() => expect(document.activeElement?.textContent).toBe("Add a picture"));
		expect(posted).toEqual([{ path: "/user/update", body: { avatar: null } }]);
		expect(document.querySelector("img")).toBeNull();
	});

	test("shows an invalid email at the field without a request", async () => {
		const { posted } = await open();
		fireEvent.change(screen.getByLabelText("New email address"), { target: { value: "kit@nowhere" } });
		fireEvent.change(document.querySelector('input[name="emailPassword"]') as HTMLInputElement, {
			target: { value: "a long kick to the square" },
		});
		press("Change the address");
		expect(await screen.findByText("Enter an email address such as sam@example.org")).toBeDefined();
		expect(posted).toEqual([]);
	});

	test("keeps refused input and shows the reason at the field", async () => {
		const { posted } = await open();
		fireEvent.change(screen.getByRole("textbox", { name: "Day" }), { target: { value: "31" } });
		fireEvent.change(screen.getByRole("textbox", { name: "Month" }), { target: { value: "2" } });
		press("Save");
		const birthday = screen.getByRole("group", { name: "Birthday" });
		expect(await within(birthday).findByText("Please enter a valid date")).toBeDefined();
		expect(posted).toEqual([]);
	});

	test("asks for a name with letters at the field", async () => {
		const { posted } = await open();
		fireEvent.change(screen.getByLabelText("Last name"), { target: { value: "1234" } });
		press("Save");
		expect(await screen.findByText("Please provide your last name")).toBeDefined();
		expect(document.activeElement).toBe(screen.getByLabelText("Last name"));
		expect(posted).toEqual([]);
	});

	test("takes no longer name of a passkey than the server", async () => {
		vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: () => ({}) });
		await open();
		expect(screen.getByLabelText("Name of the passkey").getAttribute("maxlength")).toBe("60");
	});

	test("offers changing email and password only if the account has a password (D1.2.23)", async () => {
		const local = await open();
		expect(screen.getByRole("button", { name: "Change the address" })).toBeDefined();
		local.unmount();
		await open(buildUser({ hasPassword: false }));
		expect(screen.queryByRole("button", { name: "Change the address" })).toBeNull();
		expect(screen.queryByRole("button", { name: "Change the password" })).toBeNull();
	});

	test("without passwords offers no changes, and explains signing out", async () => {
		Object.assign(site, { hasPasswords: false, hasExternalProvider: true });
		await open();
		expect(screen.queryByRole("button", { name: "Change the address" })).toBeNull();
		expect(screen.queryByRole("button", { name: "Change the password" })).toBeNull();
		expect(screen.getByText(/may still be signed in at your sign-in service: sign it out there too/)).toBeDefined();
	});

	test("lists the devices and signs the others out (D1.2.23)", async () => {
		await open();
		expect(await screen.findByText("Firefox · Linux")).toBeDefined();
		expect(screen.getByText("curl/8.10.1")).toBeDefined();
		press("Sign out everywhere else");
		await waitFor(() => expect(screen.queryByText("curl/8.10.1")).toBeNull());
	});

	test("a signed-out device is no longer listed under notifications", async () => {
		const phone = {
			id: "00000000-0000-4000-8000-000000000005",
			userAgent: "Mozilla/5.0 (iPhone) Safari/605",
			since: "2026-03-07T09:00:00.000Z",
			lastSentAt: null,
			isCurrent: false,
		};
		let isSignedOut = false;
		await open(undefined, undefined, {
			"/user/notifications": () => success(showNotifications, buildNotifications(isSignedOut ? [] : [phone])),
			"/user/devices/end-others": () => {
				isSignedOut = true;
				return success(endOtherDevices, { devices: [buildDevice(true)] });
			},
		});
		await screen.findByText("Safari · iPhone");
		press("Sign out everywhere else");
		await waitFor(() => expect(screen.queryByText("Safari · iPhone")).toBeNull());
	});

	test("after a new password, a mobile app learns of the new session", async () => {
		const told: string[] = [];
		vi.stubGlobal("FirstBounceBridge", { postMessage: (text: string) => told.push(text) });
		await open(undefined, undefined, {
			"/user/change-password": () => success(changePassword, { user: buildUser(), sessionId: "s2" }),
		});
		enterNewPassword();
		await waitFor(() => expect(told).toEqual(['{"type":"login","sessionId":"s2"}']));
	});

	test("after a new password, notifications still reach this browser", async () => {
		vi.stubGlobal("Notification", { permission: "granted" });
		vi.stubGlobal("PushManager", class {});
		const cache = { put: async () => undefined };
		vi.stubGlobal("caches", { match: async () => undefined, open: async () => cache });
		localStorage.setItem("push", "7");
		const subscription = {
			endpoint: "https://push.example.com/a",
			options: { applicationServerKey: new Uint8Array(Buffer.from(PUSH_KEY, "base64url")).buffer },
			toJSON: () => ({ endpoint: "https://push.example.com/a", keys: { p256dh: "p", auth: "a" } }),
		};
		const pushManager = { getSubscription: async () => subscription, subscribe: async () => subscription };
		stubServiceWorker({ pushManager });
		const { posted } = await open(undefined, undefined, {
			"/user/notifications": () => success(showNotifications, buildNotifications([])),
			"/user/notifications/subscribe": () => success(subscribeToPush, buildNotifications([])),
			"/user/change-password": () => success(changePassword, { user: buildUser(), sessionId: "s2" }),
		});
		enterNewPassword();
		await waitFor(() => expect(posted.map(({ path }) => path)).toContain("/user/notifications/subscribe"));
		stubServiceWorker(null);
	});

	test("keeps the list of devices if loading it again fails", async () => {
		let fails = false;
		const { queryClient } = await open(undefined, undefined, {
			"/user/devices": () =>
				fails
					? refusal(500, "server-error", "Something went wrong")
					: success(listDevices, { devices: [buildDevice(true), buildDevice(false)] }),
		});
		await screen.findByText("Firefox · Linux");
		fails = true;
		await act(() => queryClient.invalidateQueries({ queryKey: callKey(listDevices) }));
		expect(queryClient.getQueryState(callKey(listDevices, {}))?.status).toBe("error");
		expect(screen.getByText("Firefox · Linux")).toBeDefined();
	});

	test("is deleted for good with the password, saying what stays [D2.9.144]", async () => {
		const { posted, getAddress } = await open(undefined, undefined, {
			"/user/erase-account": () => success(eraseAccount, { erased: true }),
		});
		press("Delete my account");
		const dialog = await screen.findByRole("dialog");
		expect(dialog.textContent).toContain("You can't undo this, and we can't get it back.");
		expect(dialog.textContent).toContain("Your team's points, ranks and match-ups stay without a name");
		const confirm = within(dialog).getByRole("button", { name: "Delete for good" });
		expect(confirm).toHaveProperty("disabled", true);
		fireEvent.change(within(dialog).getByLabelText("Password"), { target: { value: "a long enough secret" } });
		fireEvent.click(confirm);
		await waitFor(() => expect(getAddress()).toBe("/"));
		expect(posted).toEqual([{ path: "/user/erase-account", body: { password: "a long enough secret" } }]);
	});

	test("is deactivated after confirming, and the user is signed out (D1.4.24, D1.7.21)", async () => {
		const { posted, getAddress } = await open();
		press("Deactivate my account");
		const dialog = await screen.findByRole("dialog");
		expect(posted).toEqual([]);
		fireEvent.click(within(dialog).getByRole("button", { name: "Deactivate" }));
		await waitFor(() => expect(getAddress()).toBe("/"));
		expect(posted).toEqual([{ path: "/user/deactivate-account", body: {} }]);
		expect(getSessionFlags().wasLoggedOut).toBe(true);
	});
});
