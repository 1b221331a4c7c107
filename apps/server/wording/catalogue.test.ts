import { LANGUAGES } from "@first-bounce/contract/languages";
import { expect, test } from "vitest";
import { en } from "./en.ts";
import { type Code, wordsFor } from "./words.ts";

const CODES = Object.keys(en) as Code[];
/** Whatever a refusal may name, as a word. */
const DATA = new Proxy({}, { get: () => "Kit" });

test("D1.8.20 D2.8.12 every refusal has words of our own, in every language, from one catalogue a language", () => {
	for (const language of LANGUAGES)
		for (const code of CODES) expect([code, wordsFor(language, code, DATA).length > 2]).toEqual([code, true]);
});

test("D2.8.13 codes are small letters and hyphens, and none can be mistaken for a status", () => {
	for (const code of CODES)
		expect([code, /^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(code), /\d{3}/.test(code)]).toEqual([code, true, false]);
});
