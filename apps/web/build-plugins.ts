import { LANGUAGES } from "@first-bounce/contract/languages";
import type { Plugin } from "vite";

/** React Aria falls back to en-US. */
const LOCALES = ["en-US", ...LANGUAGES.map((language) => `${language.split("-", 1)[0]}-[A-Z]{2}`)].join("|");
const UNUSED_TEXTS = new RegExp(`/intl/(?:[\\w-]+/)?(?!${LOCALES})[a-z]{2}-[A-Z]{2}\\.m?js`);

/** Removes the texts of React Aria in languages that the game does not support. */
export const removeUnsupportedLanguages = (): Plugin => ({
	name: "only-shipped-languages",
	enforce: "pre",
	load: (id) => (UNUSED_TEXTS.test(id) ? "export default {};" : null),
});
