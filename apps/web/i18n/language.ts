import { LANGUAGE_COOKIE } from "@first-bounce/contract/cookies";
import { isLanguage, LANGUAGES, type Language } from "@first-bounce/contract/languages";

/** Each language by its own name, for the language menu. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", fr: "Français" };

/** The locales for Intl formatting: English uses American numbers and Australian dates (D1.9.28). */
const LOCALES: Readonly<Record<Language, { readonly numbers: string; readonly dates: string }>> = {
	en: { numbers: "en-US", dates: "en-AU" },
	fr: { numbers: "fr-FR", dates: "fr-FR" },
};
const STORAGE_KEY = "language";

function readStoredLanguage(): string | null {
	try {
		return localStorage.getItem(STORAGE_KEY);
	} catch {
		return null;
	}
}

/** The language chosen on this device, else the first supported one of the browser's languages. */
export function chooseLanguage(chosen: string | null, browserLanguages: readonly string[]): Language {
	const wanted = [chosen, ...browserLanguages].map((tag) => tag?.split("-", 1)[0]?.toLowerCase());
	return wanted.find(isLanguage) ?? LANGUAGES[0];
}

/** The language of this page; choosing another one reloads the page. */
export const LANGUAGE: Language = chooseLanguage(readStoredLanguage(), navigator.languages);
export const LOCALE = LOCALES[LANGUAGE];

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** The server reads this cookie to choose which prerendered page to send. */
export async function saveLanguageCookie(language: Language): Promise<void> {
	const cookie = { name: LANGUAGE_COOKIE, value: language, path: "/", sameSite: "lax" } as const;
	await globalThis.cookieStore?.set({ ...cookie, expires: Date.now() + YEAR_MS }).catch(() => undefined);
}

/** Saves the choice on this device and reloads the page in it. */
export async function switchLanguage(language: Language): Promise<void> {
	try {
		localStorage.setItem(STORAGE_KEY, language);
	} catch {
		// Without storage, the browser's own languages decide.
	}
	await saveLanguageCookie(language);
	location.reload();
}
