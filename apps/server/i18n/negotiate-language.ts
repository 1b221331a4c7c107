import { findLanguage, type Language } from "@first-bounce/contract/languages";

/**
 * The language of a page without one in its URL: the one chosen on the device (the language cookie), else the first
 * supported one of the `accept-language` header.
 */
export function negotiateLanguage(chosen: string | undefined, accepted: string | undefined): Language {
	const weighted = (accepted ?? "").split(",").map((range) => {
		const [tag = "", ...rest] = range.trim().split(";");
		const weight = /q=([\d.]+)/.exec(rest.join(";"))?.[1];
		return { tag, weight: weight === undefined ? 1 : Number(weight) };
	});
	return findLanguage([chosen, ...weighted.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag)]);
}
