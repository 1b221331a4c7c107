import { readFileSync } from "node:fs";
import path from "node:path";

/** Folders, from the root of the repository. Each has a file or folder for each language. */
export const HELP_FOLDER = "apps/server/features/site/help/content";
export const CATALOGUE_FOLDERS = ["apps/server/i18n/locale", "apps/web/i18n/locale"] as const;

export type Catalogue = { readonly [key: string]: string | readonly string[] | Catalogue };

const ROOT = path.resolve(import.meta.dirname, "../..");

export const readCatalogue = (folder: string, language: string): Catalogue =>
	JSON.parse(readFileSync(path.join(ROOT, folder, `${language}.json`), "utf8"));

/** Lists every text by its dotted key. A list of texts becomes one text of several lines, unless `format` says otherwise. */
export function flattenCatalogue(
	catalogue: Catalogue,
	prefix = "",
	format = (value: string | readonly string[]) => [value].flat().join("\n"),
): ReadonlyMap<string, string> {
	return new Map(
		Object.entries(catalogue).flatMap(([key, value]): (readonly [string, string])[] =>
			typeof value === "string" || Array.isArray(value)
				? [[prefix + key, format(value as string | readonly string[])]]
				: [...flattenCatalogue(value as Catalogue, `${prefix}${key}.`, format)],
		),
	);
}

/** "key_one" and "key_ordinal_two" are plural forms of "key"; null for a text without plural forms. */
function parsePluralKey(key: string, keys: { has(key: string): boolean }) {
	const [, base = "", ordinal = ""] = /^(.*?)_(ordinal_)?(?:two|few|many|one|other)$/.exec(key) ?? [];
	const isPlural = base !== "" && keys.has(`${base}_${ordinal}other`) && keys.has(`${base}_${ordinal}one`);
	return isPlural ? ({ base, type: ordinal ? "ordinal" : "cardinal" } as const) : null;
}

/**
 * Lists by key the English texts that a catalogue has to translate. A text with a count has a key for each plural form of the
 * locale.
 */
export function listNeededTexts(english: ReadonlyMap<string, string>, locale: string): ReadonlyMap<string, string> {
	const needed = new Map<string, string>();
	for (const [key, text] of english) {
		const plural = parsePluralKey(key, english);
		if (!plural) {
			needed.set(key, text);
			continue;
		}
		const { base, type } = plural;
		const prefix = type === "ordinal" ? `${base}_ordinal_` : `${base}_`;
		for (const form of new Intl.PluralRules(locale, { type }).resolvedOptions().pluralCategories)
			needed.set(prefix + form, english.get(prefix + form) ?? english.get(`${prefix}other`) ?? text);
	}
	return needed;
}
