import { en } from "./en.ts";

export type Code = keyof typeof en;
export type WordData = Readonly<Record<string, string | number>>;
type Catalogue = Readonly<Record<Code, string | ((data: WordData) => string)>>;

/** Every language the server words its answers in, by the segment of the path (decisions §10). */
const CATALOGUES: ReadonlyMap<string, Catalogue> = new Map([["en", en]]);

export const LANGUAGES: readonly string[] = [...CATALOGUES.keys()];
export const isLanguage = (language: string): boolean => CATALOGUES.has(language);

/** The sentence for a code; English where the language is not shipped. */
export function wordsFor(language: string, code: Code, data: WordData = {}): string {
	const words = (CATALOGUES.get(language) ?? en)[code];
	return typeof words === "string" ? words : words(data);
}
