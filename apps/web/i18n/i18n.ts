import { DEFAULT_LANGUAGE, type Language } from "@first-bounce/contract/languages";
import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { site } from "../app/site.ts";
import type en from "./locale/en.json";
import type operator from "./locale/en-operator.json";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "translation";
		/** Loaded together with the console (screens/operator). */
		resources: { translation: typeof en; operator: typeof operator };
	}
}

/** English is always loaded, as the fallback for texts that another language lacks. */
export function createI18n(english: typeof en): i18n {
	const instance = createInstance();
	void instance.use(initReactI18next).init({
		lng: DEFAULT_LANGUAGE,
		fallbackLng: DEFAULT_LANGUAGE,
		resources: { en: { translation: english } },
		interpolation: { escapeValue: false },
		// The default; unless it is set, i18next examines every key, which takes half the time of a lookup.
		keySeparator: ".",
		initAsync: false,
	});
	return instance;
}

export async function applyLanguage(i18n: i18n, language: Language, texts: object): Promise<void> {
	i18n.addResourceBundle(language, "translation", texts);
	await i18n.changeLanguage(language);
}

/** The texts of a language. Fetched as a file, so that they are not parsed as script before the first render. */
const fetchTexts = (language: Language, query = ""): Promise<Response> =>
	fetch(`${site.staticBase}/locale/${language}.json${query}`);

export async function loadEnglish(): Promise<i18n> {
	const response = await fetchTexts(DEFAULT_LANGUAGE, `?v=${import.meta.env.ENGLISH_VERSION}`);
	return createI18n((await response.json()) as typeof en);
}

/** Fetches and applies a language; the texts stay English if the fetch fails. */
export async function loadLanguage(i18n: i18n, language: Language): Promise<void> {
	document.documentElement.lang = language;
	if (language === DEFAULT_LANGUAGE) return;
	const response = await fetchTexts(language).catch(() => null);
	await applyLanguage(i18n, language, response?.ok ? await response.json() : {});
}
