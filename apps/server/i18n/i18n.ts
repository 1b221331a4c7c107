import { readFileSync } from "node:fs";
import { DEFAULT_LANGUAGE, getLocale, isLanguage, LANGUAGES, type Language } from "@first-bounce/contract/languages";
import i18next from "i18next";
import type english from "./locale/en.json";

/** The server's texts in English; the other languages have the same keys. */
export type Texts = typeof english;

const readTexts = (language: Language): Texts =>
	JSON.parse(readFileSync(new URL(`locale/${language}.json`, import.meta.url), "utf8"));

const i18n = i18next.createInstance();
await i18n.init({
	resources: Object.fromEntries(LANGUAGES.map((language) => [language, { translation: readTexts(language) }])),
	fallbackLng: DEFAULT_LANGUAGE,
	interpolation: { escapeValue: false },
});

type Formatter = (value: unknown, language: string) => string;

const formatNumber = (value: number, language: string, options?: Intl.NumberFormatOptions): string =>
	new Intl.NumberFormat(getLocale(language), options).format(value);

/** Formats whole dollars, such as "$1,000". */
export const formatDollars = (value: number, language: string): string =>
	formatNumber(value, language, {
		style: "currency",
		currency: "AUD",
		currencyDisplay: "narrowSymbol",
		maximumFractionDigits: 0,
	});

const INSTANT_FORMAT: Intl.DateTimeFormatOptions = {
	day: "numeric",
	month: "long",
	year: "numeric",
	hour: "numeric",
	minute: "2-digit",
	timeZone: "Australia/Melbourne",
	timeZoneName: "short",
};

const formatInstant = (at: number, language: string): string =>
	new Intl.DateTimeFormat(getLocale(language), INSTANT_FORMAT).format(at);

const FORMATTERS: Readonly<Record<string, Formatter>> = {
	number: (value, language) => formatNumber(Number(value), language),
	dollars: (value, language) => formatDollars(Number(value), language),
	/** A number of seconds; more than 90 are given in minutes. */
	duration: (value, language) => {
		const seconds = Number(value);
		const [amount, unit] = seconds > 90 ? [Math.ceil(seconds / 60), "minute"] : [seconds, "second"];
		return formatNumber(amount, language, { style: "unit", unit, unitDisplay: "long" });
	},
	line: (value, language) => i18n.t([`line.${value}`, "line.other"], { lng: language }),
	/** A line as a heading, such as "Defenders". */
	lineName: (value, language) => i18n.t(`lineName.${value}`, { lng: language }),
	area: (value, language) => i18n.t(`area.${value}`, { lng: language }),
	/** An instant in ISO 8601. */
	instant: (value, language) => formatInstant(Date.parse(String(value)), language),
	/** When a suspension ends, in milliseconds; 0 for never. */
	end: (value, language) => {
		if (Number(value) <= 0) return i18n.t("suspension.indefinite", { lng: language });
		const date = formatInstant(Number(value), language);
		return i18n.t("suspension.until", { lng: language, date });
	},
};
for (const [name, format] of Object.entries(FORMATTERS))
	i18n.services.formatter?.add(name, (value, language) => format(value, language ?? DEFAULT_LANGUAGE));

/** Gets the text at a key of `locale/{language}.json`, with its placeholders filled; empty if there is none. */
export type Translate = (key: string, data?: object) => string;

/** Gets the translator into a language; into the default one if the language is unknown. */
export function getTranslator(language: string): Translate {
	const t = i18n.getFixedT(isLanguage(language) ? language : DEFAULT_LANGUAGE);
	return (key, data = {}) => t(key, { ...data, defaultValue: "" });
}

/** Gets the list or the object of texts at a key. */
export const getTextGroup = <Group>(language: string, key: string, data: object = {}): Group =>
	i18n.getFixedT(isLanguage(language) ? language : DEFAULT_LANGUAGE)(key, { ...data, returnObjects: true }) as Group;
