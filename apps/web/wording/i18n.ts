import type { Language } from "@first-bounce/contract/languages";
import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type en from "./locale/en.json";
import type operator from "./locale/en-operator.json";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "translation";
		/** The operator's words come with the console (screens/operator). */
		resources: { translation: typeof en; operator: typeof operator };
	}
}

/** English is always there: it stands in for words another language lacks. */
export function createWording(english: typeof en): i18n {
	const wording = createInstance();
	void wording.use(initReactI18next).init({
		lng: "en",
		fallbackLng: "en",
		resources: { en: { translation: english } },
		interpolation: { escapeValue: false },
		initAsync: false,
	});
	return wording;
}

/** Speaks a language with its words; English stands in for those it lacks. */
export async function speakWith(wording: i18n, language: Language, words: object): Promise<void> {
	wording.addResourceBundle(language, "translation", words);
	await wording.changeLanguage(language);
}

/** Fetches a language's words and speaks it; English stays where they cannot be had. */
export async function speakIn(wording: i18n, language: Language): Promise<void> {
	document.documentElement.lang = language;
	if (language === "en") return;
	const response = await fetch(`/json/locale/${language}.json`).catch(() => null);
	await speakWith(wording, language, response?.ok ? await response.json() : {});
}
