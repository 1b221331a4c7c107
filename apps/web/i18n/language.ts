import { LANGUAGE_COOKIE } from "@first-bounce/contract/constants";
import { findLanguage, getLocale, type Language } from "@first-bounce/contract/languages";
import { DAY_MS } from "@first-bounce/rules/durations";
import { readStorage, writeStorage } from "../app/session/browser-storage.ts";

const STORAGE_KEY = "language";

/**
 * The language of this page: the one chosen on this device, else the first supported one of the browser's languages.
 * Choosing another one reloads the page.
 */
export const LANGUAGE: Language = findLanguage([readStorage("local", STORAGE_KEY), ...navigator.languages]);
/** For numbers, amounts and dates (D1.9.28). */
export const LOCALE = getLocale(LANGUAGE);

const YEAR_MS = 365 * DAY_MS;

/** The server reads this cookie to choose which prerendered page to send. */
export async function saveLanguageCookie(language: Language): Promise<void> {
	const cookie = { name: LANGUAGE_COOKIE, value: language, path: "/", sameSite: "lax" } as const;
	await globalThis.cookieStore?.set({ ...cookie, expires: Date.now() + YEAR_MS }).catch(() => undefined);
}

/** Saves the choice on this device and reloads the page in it. */
export async function switchLanguage(language: Language): Promise<void> {
	// Without storage, the browser's own languages decide.
	writeStorage("local", STORAGE_KEY, language);
	await saveLanguageCookie(language);
	location.reload();
}
