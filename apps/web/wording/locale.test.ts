import { readFileSync } from "node:fs";
import { LANGUAGES } from "@first-bounce/contract/languages";
import { createInstance } from "i18next";
import { describe, expect, test } from "vitest";
import en from "./locale/en.json";

type Words = { readonly [key: string]: string | Words };

const read = (language: string): Words =>
	JSON.parse(readFileSync(`${import.meta.dirname}/locale/${language}.json`, "utf8"));

const flat = (words: Words, before = ""): [string, string][] =>
	Object.entries(words).flatMap(([key, value]): [string, string][] =>
		typeof value === "string" ? [[before + key, value]] : flat(value, `${before}${key}.`),
	);
const holes = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
const english = new Map(flat(en));

describe.each(LANGUAGES.filter((language) => language !== "en"))("the words in %s", (language) => {
	const words = flat(read(language));

	test("say everything that English says, and nothing that nobody asks for", () => {
		// Ordinals differ by language: English has four forms, others fewer.
		const keys = (of: Iterable<string>) => [...of].filter((key) => !key.includes("_ordinal_")).toSorted();
		expect(keys(words.map(([key]) => key))).toEqual(keys(english.keys()));
	});

	test("name all that the English sentence names, and nothing else", () => {
		const odd = words.filter(([key, text]) => {
			const source = english.get(key);
			return source !== undefined && holes(text).join() !== holes(source).join();
		});
		expect(odd).toEqual([]);
	});
});

test("no line begins with a French mark of two parts", () => {
	expect(flat(read("fr")).filter(([, text]) => / [:;!?»]|« /.test(text))).toEqual([]);
});

test("French counts nought and one as one, English only one", () => {
	const wording = createInstance();
	void wording.init({
		lng: "fr",
		resources: { en: { translation: en }, fr: { translation: read("fr") } },
		initAsync: false,
	});
	const players = (count: number, lng: string) => wording.t("pool.count", { count, lng });
	expect([players(0, "fr"), players(1, "fr"), players(2, "fr")]).toEqual(["0 joueuse", "1 joueuse", "2 joueuses"]);
	expect([players(0, "en"), players(1, "en"), players(2, "en")]).toEqual(["0 players", "1 player", "2 players"]);
	const place = (count: number, lng: string) => wording.t("leagues.ladder.place", { count, ordinal: true, lng });
	expect([1, 2, 3, 4, 11, 21].map((count) => place(count, "en"))).toEqual(["1st", "2nd", "3rd", "4th", "11th", "21st"]);
	expect([1, 2, 21].map((count) => place(count, "fr"))).toEqual(["1re", "2e", "21e"]);
});
