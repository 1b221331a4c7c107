import { readFileSync } from "node:fs";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { createInstance } from "i18next";
import { describe, expect, test } from "vitest";
import en from "./locale/en.json";

type Texts = { readonly [key: string]: string | Texts };

const readLocale = (language: string): Texts =>
	JSON.parse(readFileSync(`${import.meta.dirname}/locale/${language}.json`, "utf8"));

const flatten = (texts: Texts, before = ""): [string, string][] =>
	Object.entries(texts).flatMap(([key, value]): [string, string][] =>
		typeof value === "string" ? [[before + key, value]] : flatten(value, `${before}${key}.`),
	);
const listPlaceholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
const english = new Map(flatten(en));

describe.each(LANGUAGES.filter((language) => language !== "en"))("the texts in %s", (language) => {
	const texts = flatten(readLocale(language));

	test("have the same keys as the English texts", () => {
		// Ordinals differ by language: English has four forms, others fewer.
		const keys = (of: Iterable<string>) => [...of].filter((key) => !key.includes("_ordinal_")).toSorted();
		expect(keys(texts.map(([key]) => key))).toEqual(keys(english.keys()));
	});

	test("use the same placeholders as the English texts", () => {
		const odd = texts.filter(([key, text]) => {
			const source = english.get(key);
			return source !== undefined && listPlaceholders(text).join() !== listPlaceholders(source).join();
		});
		expect(odd).toEqual([]);
	});
});

test("French punctuation such as ? and ! has a non-breaking space before it", () => {
	expect(flatten(readLocale("fr")).filter(([, text]) => / [:;!?»]|« /.test(text))).toEqual([]);
});

test("zero is singular in French and plural in English", () => {
	const i18n = createInstance();
	void i18n.init({
		lng: "fr",
		resources: { en: { translation: en }, fr: { translation: readLocale("fr") } },
		initAsync: false,
	});
	const players = (count: number, lng: string) => i18n.t("pool.count", { count, lng });
	expect([players(0, "fr"), players(1, "fr"), players(2, "fr")]).toEqual(["0 joueuse", "1 joueuse", "2 joueuses"]);
	expect([players(0, "en"), players(1, "en"), players(2, "en")]).toEqual(["0 players", "1 player", "2 players"]);
	const rank = (count: number, lng: string) => i18n.t("leagues.ladder.place", { count, ordinal: true, lng });
	expect([1, 2, 3, 4, 11, 21].map((count) => rank(count, "en"))).toEqual(["1st", "2nd", "3rd", "4th", "11th", "21st"]);
	expect([1, 2, 21].map((count) => rank(count, "fr"))).toEqual(["1re", "2e", "21e"]);
});
