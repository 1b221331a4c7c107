interface LanguageDefinition {
	/** In the language itself, for the language menu. */
	readonly name: string;
	/** For numbers, amounts and dates. */
	readonly locale: string;
}

/**
 * Every language of the product, by its code in URLs and in the names of its catalogues. The first one is the default.
 * Adding a language is one line here besides its catalogues (CONTRIBUTING.md#add-a-language).
 */
const DEFINITIONS = {
	en: { name: "English", locale: "en-AU" },
	fr: { name: "Français", locale: "fr-FR" },
} as const satisfies Readonly<Record<string, LanguageDefinition>>;

export type Language = keyof typeof DEFINITIONS;

export const LANGUAGES = Object.keys(DEFINITIONS) as readonly Language[];

/** For users whose language is not supported, and for texts missing from other languages. */
export const DEFAULT_LANGUAGE: Language = "en";

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text);

export const getLanguageName = (language: Language): string => DEFINITIONS[language].name;

/** The locale for `Intl`; the default language's for an unknown one. */
export const getLocale = (language: string): string =>
	DEFINITIONS[isLanguage(language) ? language : DEFAULT_LANGUAGE].locale;

const getPrimarySubtag = (tag: string): string => tag.split("-", 1)[0] ?? "";

/** The language of the first tag that names one, such as "fr-CA"; the default language if none does. */
export function findLanguage(tags: readonly (string | null | undefined)[]): Language {
	for (const tag of tags) {
		const lowerCaseTag = tag?.toLowerCase() ?? "";
		const found =
			LANGUAGES.find((language) => language.toLowerCase() === lowerCaseTag) ??
			LANGUAGES.find((language) => getPrimarySubtag(language) === getPrimarySubtag(lowerCaseTag));
		if (found) return found;
	}
	return DEFAULT_LANGUAGE;
}
