import { listStoredKeys, readStorage, writeStorage } from "../app/session/browser-storage.ts";
import { UNSAVED_KEYS } from "../upgrade/unsaved-work.ts";
import { PUSH_KEY, RELEASE_KEY, USER_CACHE } from "./cache-names.ts";

/** The id of the user whose data is stored on this device. Every tab reads it. */
export const OWNER_KEY = "account";

/**
 * Everything in local and session storage that outlives somebody's session, by what it is for. A key may have a
 * suffix after a colon, as in `team_draft:7`. Whatever is not listed belongs to the user and is removed with her session, and so
 * are the user cache and notifications on screen. docs/operating/privacy.md lists these keys for operators.
 */
const STORED = {
	device: [
		"theme",
		"language",
		"team_view",
		"counting_visits",
		"first-bounce announcements dismissed",
		"reloaded_at",
		RELEASE_KEY,
	],
	signIn: [
		"sign_in_verifier",
		"sign_in_challenge",
		"sign_in_state",
		"sign_in_nonce",
		"sign_in_provider",
		"pending_league_code",
		"accepted_league",
		"remembered_page",
	],
	registration: ["registration_form", "sign_in_unregistered"],
	unsaved: UNSAVED_KEYS,
	push: [PUSH_KEY],
	owner: [OWNER_KEY],
} as const;

export type Removal =
	/** The session ended, but not by her action on this device. What she has not saved waits for her next sign-in. */
	| "ended"
	/** She signed out. Notifications continue after her next sign-in. */
	| "signed-out"
	/** Somebody else has signed in. */
	| "replaced"
	/** Her account was deleted. */
	| "deleted";

const KEPT: Readonly<Record<Removal, readonly (keyof typeof STORED)[]>> = {
	ended: ["device", "signIn", "registration", "unsaved", "push", "owner"],
	"signed-out": ["device", "push"],
	replaced: ["device", "signIn", "owner"],
	deleted: ["device"],
};

function removeKeys(area: "local" | "session", isKept: (key: string) => boolean): readonly string[] {
	const removed = listStoredKeys(area).filter((key) => !isKept(key));
	for (const key of removed) writeStorage(area, key, null);
	return removed;
}

/** Also deletes the caches of earlier versions, whose service worker may still run. */
async function deleteUserCaches(): Promise<void> {
	if (!("caches" in globalThis)) return;
	const prefix = USER_CACHE.replace(/\d+$/, "");
	for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
}

async function closeNotifications(isPushRemoved: boolean): Promise<void> {
	const registration = await navigator.serviceWorker?.getRegistration();
	for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
	if (isPushRemoved) await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Removes what is stored on this device for the user. `nextUserId` is the user who replaces her. */
export async function removeStoredData(removal: Removal, nextUserId: number | null = null): Promise<void> {
	const keptNames: readonly string[] = KEPT[removal].flatMap((kind) => STORED[kind]);
	const isNextUsersPush = readStorage("local", PUSH_KEY) === String(nextUserId);
	const isKept = (key: string) =>
		keptNames.includes(key.split(":", 1)[0] ?? "") || (key === PUSH_KEY && isNextUsersPush);
	const removed = removeKeys("local", isKept);
	removeKeys("session", isKept);
	await Promise.allSettled([deleteUserCaches(), closeNotifications(removed.includes(PUSH_KEY))]);
}

export const getOwner = (): string | null => readStorage("local", OWNER_KEY);

/**
 * Makes a user the owner of what is stored on this device, and removes what belongs to another one. Data without an owner,
 * as earlier versions left it, is hers only if she did not sign in just now.
 */
export async function claimStoredData(
	userId: number,
	{ hasJustSignedIn }: { readonly hasJustSignedIn: boolean },
): Promise<void> {
	const owner = getOwner();
	if (owner === String(userId)) return;
	if (owner !== null || hasJustSignedIn) await removeStoredData("replaced", userId);
	writeStorage("local", OWNER_KEY, String(userId));
}
