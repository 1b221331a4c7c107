import { getLocale, LANGUAGES } from "@first-bounce/contract/languages";
import { describe, expect, test } from "vitest";
import { CATALOGUE_FOLDERS, flattenCatalogue, listNeededTexts, readCatalogue } from "./catalogues.ts";

const listPlaceholders = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}|\$t\(|<\/?\d>/g))].toSorted();

test("a language needs its own plural forms, not those of English", () => {
	const english = new Map([
		["teams_one", "{{count}} team"],
		["teams_other", "{{count}} teams"],
		["teams_zero", "No team"],
		["line.other", "player"],
	]);
	expect([...listNeededTexts(english, "pl-PL")].toSorted()).toEqual([
		["line.other", "player"],
		["teams_few", "{{count}} teams"],
		["teams_many", "{{count}} teams"],
		["teams_one", "{{count}} team"],
		["teams_other", "{{count}} teams"],
		["teams_zero", "No team"],
	]);
});

describe.each(CATALOGUE_FOLDERS)("the catalogues of %s", (folder) => {
	const english = flattenCatalogue(readCatalogue(folder, "en"));

	test("have more than 300 texts", () => {
		expect(english.size).toBeGreaterThan(300);
	});

	describe.each(LANGUAGES)("in %s", (language) => {
		const texts = flattenCatalogue(readCatalogue(folder, language));
		const needed = listNeededTexts(english, getLocale(language));

		test("have every text, in every plural form of the language", () => {
			expect([...texts.keys()].toSorted()).toEqual([...needed.keys()].toSorted());
		});

		test("have the placeholders of the English texts", () => {
			const different = [...texts].filter(
				([key, text]) => listPlaceholders(text).join() !== listPlaceholders(needed.get(key) ?? "").join(),
			);
			expect(different).toEqual([]);
		});
	});
});

test("French texts have typographic apostrophes, and no gender for their reader", () => {
	const french = CATALOGUE_FOLDERS.flatMap((folder) => [...flattenCatalogue(readCatalogue(folder, "fr"))]);
	expect(french.filter(([, text]) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
	const gendered =
		/\bvous (seule?s?\b|(êtes|serez|seriez|avez été) (déconnect|élimin|men|connect|désabonn)ée?\b|a mentionnée?\b)/i;
	expect(french.filter(([, text]) => gendered.test(text.normalize("NFC")))).toEqual([]);
});

test("French punctuation such as ? has a non-breaking space before", () => {
	const french = CATALOGUE_FOLDERS.flatMap((folder) => [...flattenCatalogue(readCatalogue(folder, "fr"))]);
	expect(french.filter(([, text]) => / [:;!?»]|« /.test(text))).toEqual([]);
});
