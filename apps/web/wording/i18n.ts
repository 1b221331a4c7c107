import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./locale/en.json";

declare module "i18next" {
	interface CustomTypeOptions {
		defaultNS: "translation";
		resources: { translation: typeof en };
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
