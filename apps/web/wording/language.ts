import { LANGUAGE_COOKIE } from "@first-bounce/contract/cookies";
import { isLanguage, LANGUAGES, type Language } from "@first-bounce/contract/languages";

/** Each in its own words, as a chooser lists them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", fr: "Français" };

/** How numbers and moments are written; English numbers are American (D1 §9), its days Australian. */
const WRITTEN: Readonly<Record<Language, { readonly numbers: string; readonly moments: string }>> = {
	en: { numbers: "en-US", moments: "en-AU" },
	fr: { numbers: "fr-FR", moments: "fr-FR" },
};
const KEY = "language";

function kept(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

/** The language chosen on this device, else the first of the reader's own that is shipped. */
export function languageFor(chosen: string | null, readers: readonly string[]): Language {
	const wanted = [chosen, ...readers].map((tag) => tag?.split("-", 1)[0]?.toLowerCase());
	return wanted.find(isLanguage) ?? LANGUAGES[0];
}

/** What this page speaks from its first word to its last: another choice loads it anew. */
export const LANGUAGE: Language = languageFor(kept(), navigator.languages);
export const WRITTEN_IN = WRITTEN[LANGUAGE];

const A_YEAR = 365 * 24 * 60 * 60 * 1000;

/** Tells the server too, which sends some pages written; where a browser cannot, they are drawn anew in its language. */
export async function tellLanguage(language: Language): Promise<void> {
	const cookie = { name: LANGUAGE_COOKIE, value: language, path: "/", sameSite: "lax" } as const;
	await globalThis.cookieStore?.set({ ...cookie, expires: Date.now() + A_YEAR }).catch(() => undefined);
}

/** Keeps a choice on this device and loads the page in it. */
export async function speak(language: Language): Promise<void> {
	try {
		localStorage.setItem(KEY, language);
	} catch {
		// A browser that keeps nothing goes by its own languages.
	}
	await tellLanguage(language);
	location.reload();
}
