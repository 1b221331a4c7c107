import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./locale/en.json";
import type operator from "./locale/en-operator.json";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "translation";
		/** The operator's words come with the console (screens/operator). */
		resources: { translation: typeof en; operator: typeof operator };
	}
}

/** English comes with the page, so that the first screen has words; other languages are fetched when chosen. */
export function createWording(): i18n {
	const wording = createInstance();
	void wording.use(initReactI18next).init({
		lng: "en",
		fallbackLng: "en",
		resources: { en: { translation: en } },
		interpolation: { escapeValue: false },
		initAsync: false,
	});
	return wording;
}
