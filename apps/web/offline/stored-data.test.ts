import { beforeEach, expect, test, vi } from "vitest";
import { claimStoredData, removeStoredData } from "./stored-data.ts";

let cacheNames: string[];
beforeEach(() => {
	cacheNames = ["first-bounce-own-1", "first-bounce-own-2", "first-bounce-seen-1"];
	vi.stubGlobal("caches", {
		keys: async () => [...cacheNames],
		delete: async (name: string) => {
			cacheNames = cacheNames.filter((other) => other !== name);
			return true;
		},
	});
	for (const key of [
		"account",
		"theme",
		"push",
		"team_draft:7",
		"chat_unsent:7:1",
		"identity_token",
		"sign_in_state",
		"a key of a later version",
	])
		localStorage.setItem(key, "7");
	for (const key of ["remembered_page", "registration_form"]) sessionStorage.setItem(key, "x");
});
const listKeys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted();

test("signing out leaves what belongs to the device, and who gets notifications", async () => {
	await removeStoredData("signed-out");
	expect(listKeys()).toEqual(["push", "theme"]);
	expect(cacheNames).toEqual(["first-bounce-seen-1"]);
});

test("deleting the account leaves only what belongs to the device", async () => {
	await removeStoredData("deleted");
	expect(listKeys()).toEqual(["theme"]);
	expect(cacheNames).toEqual(["first-bounce-seen-1"]);
});

test("a session that ends by itself leaves what was not saved", async () => {
	await removeStoredData("ended");
	expect(listKeys()).toEqual([
		"account",
		"chat_unsent:7:1",
		"push",
		"registration_form",
		"remembered_page",
		"sign_in_state",
		"team_draft:7",
		"theme",
	]);
	expect(cacheNames).toEqual(["first-bounce-seen-1"]);
});

test("another user's sign-in leaves what belongs to device and sign-in", async () => {
	await claimStoredData(8, { hasJustSignedIn: true });
	expect(listKeys()).toEqual(["account", "remembered_page", "sign_in_state", "theme"]);
	expect(localStorage.getItem("account")).toBe("8");
	expect(cacheNames).toEqual(["first-bounce-seen-1"]);
});

test("the same user's next sign-in finds what she had not saved", async () => {
	await claimStoredData(7, { hasJustSignedIn: true });
	expect(localStorage.getItem("team_draft:7")).toBe("7");
});

test("notifications continue for a user who signs in after signing out", async () => {
	await removeStoredData("signed-out");
	await claimStoredData(7, { hasJustSignedIn: true });
	expect(localStorage.getItem("push")).toBe("7");
});

test("an earlier version's unfinished team stays at its user's next visit", async () => {
	localStorage.removeItem("account");
	await claimStoredData(7, { hasJustSignedIn: false });
	expect([localStorage.getItem("account"), localStorage.getItem("team_draft:7")]).toEqual(["7", "7"]);
});

test("caches are deleted even if the browser blocks storage", async () => {
	vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
		throw new DOMException("The operation is insecure", "SecurityError");
	});
	vi.stubGlobal("localStorage", undefined);
	await claimStoredData(8, { hasJustSignedIn: true });
	expect(cacheNames).toEqual(["first-bounce-seen-1"]);
});
