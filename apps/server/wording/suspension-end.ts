import type { Language } from "@first-bounce/contract/languages";

const OPTIONS: Intl.DateTimeFormatOptions = {
	day: "numeric",
	month: "long",
	year: "numeric",
	hour: "numeric",
	minute: "2-digit",
	timeZone: "Australia/Melbourne",
	timeZoneName: "short",
};

const WORDS: Readonly<
	Record<Language, { readonly until: string; readonly indefinite: string; readonly locale: string }>
> = {
	en: { until: "until", indefinite: "until further notice", locale: "en-AU" },
	fr: { until: "jusqu’au", indefinite: "jusqu’à nouvel ordre", locale: "fr-FR" },
};

/** How long a suspension lasts, such as "until 4 December 2026 at 6:00 pm AEDT"; `end` in milliseconds, 0 for none. */
export function untilWords(language: Language, end: number): string {
	const { until, indefinite, locale } = WORDS[language];
	return end > 0 ? `${until} ${new Intl.DateTimeFormat(locale, OPTIONS).format(end)}` : indefinite;
}
