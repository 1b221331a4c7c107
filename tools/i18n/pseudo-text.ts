import { type Catalogue, flattenCatalogue, listNeededTexts } from "./catalogues.ts";

const ACCENTED_VOWELS: Readonly<Record<string, string>> = {
	a: "á",
	e: "é",
	i: "í",
	o: "ó",
	u: "ú",
	y: "ý",
	A: "Á",
	E: "É",
	I: "Í",
	O: "Ó",
	U: "Ú",
	Y: "Ý",
};
/** Placeholders, tags and addresses of links, which translators keep, and vowels, which get an accent. */
const PRESERVED_OR_VOWEL = /\{\{.*?\}\}|<[^>]*>|\]\([^)]*\)|[aeiouyAEIOUY]/g;

const addAccents = (text: string): string =>
	text.replaceAll(PRESERVED_OR_VOWEL, (part) => ACCENTED_VOWELS[part] ?? part);

/** Accents every vowel and lengthens the text by a third, with spaces that allow line breaks. */
function buildPseudoText(text: string): string {
	const longer = "~".repeat(Math.ceil(text.length / 3)).replaceAll(/~{8}(?!$)/g, "$& ");
	return `${addAccents(text)}${longer}`;
}

/** The pseudo-language's catalogue, with the plural forms of the given locale. */
export function buildPseudoCatalogue(english: Catalogue, locale: string): Catalogue {
	const lists = new Set(
		[...flattenCatalogue(english, "", (value) => (Array.isArray(value) ? "list" : ""))]
			.filter(([, kind]) => kind === "list")
			.map(([key]) => key),
	);
	const root: Record<string, unknown> = {};
	for (const [key, text] of listNeededTexts(flattenCatalogue(english), locale)) {
		const parts = key.split(".");
		const last = parts.pop() ?? "";
		let group = root;
		for (const part of parts) {
			group[part] ??= {};
			group = group[part] as Record<string, unknown>;
		}
		group[last] = lists.has(key) ? text.split("\n").map(buildPseudoText) : buildPseudoText(text);
	}
	return root as Catalogue;
}

/** Accents the vowels of a help page, except in the search words of its sections. Its Markdown stays valid. */
export const buildPseudoHelp = (markdown: string): string =>
	markdown
		.split("\n")
		.map((line) => (line.startsWith("labels:") ? line : addAccents(line)))
		.join("\n");

/** Finds the words that are not from a pseudo-catalogue, because they have a vowel without an accent. */
export const findEnglishWords = (text: string): readonly string[] =>
	(text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => /^[a-z]{3,}$/i.test(word) && /[aeiouy]/i.test(word));
