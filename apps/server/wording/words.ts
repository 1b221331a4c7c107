import { isLanguage, type Language } from "@first-bounce/contract/languages";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

export type Code = keyof typeof en;
export type WordData = Readonly<Record<string, string | number>>;
type Catalogue = Readonly<Record<Code, string | ((data: WordData) => string)>>;

/** Every language the server words its answers in, by the segment of the path (decisions §10). */
const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, fr };

/** The sentence for a code; English where the language is not shipped. */
export function wordsFor(language: string, code: Code, data: WordData = {}): string {
	const words = (isLanguage(language) ? CATALOGUES[language] : en)[code];
	return typeof words === "string" ? words : words(data);
}
