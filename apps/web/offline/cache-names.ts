/** The empty page that every screen starts from without a connection. */
export const SHELL_CACHE = "first-bounce-shell-3";
/** Hashed files of opened screens that are not in the precache. */
export const ASSET_CACHE = "first-bounce-assets-1";
/** The latest season, help and locale files. */
export const PUBLIC_CACHE = "first-bounce-seen-1";
/** The user's own data, deleted with her session (stored-data.ts). */
export const USER_CACHE = "first-bounce-own-2";
/** Marks a saved response that the service worker returns because the server cannot be reached. */
export const SAVED_HEADER = "x-saved-response";
/** In the user cache: the page of the user's team, painted at her next visit before the app starts (keep-team-page.ts). */
export const KEPT_PAGE_URL = "/kept-page";
/** Headers of that page: whose it is, as in the signed-in cookie, and the main script of its release. */
export const KEPT_PAGE_USER = "x-kept-page-user";
export const KEPT_PAGE_SCRIPT = "x-kept-page-script";
/** In the user cache: the push subscription registered with the server, for renewing it. */
export const PUSH_REGISTRATION_URL = "/push-told";

export interface PushRegistration {
	readonly address: string;
	readonly publicKey: string;
	readonly endpoint: string;
}

/** In local storage: the release that this device runs, and since when. */
export const RELEASE_KEY = "release";

/** In local storage: the id of the user who turned notifications on in this browser. */
export const PUSH_KEY = "push";
