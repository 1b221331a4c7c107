import { LANGUAGE_COOKIE } from "@first-bounce/contract/constants";
import { findLanguage, type Language } from "@first-bounce/contract/languages";
import type { FastifyRequest } from "fastify";

/**
 * Gets the language of a page whose URL has none: the one in the language cookie, or else the supported one that the
 * `accept-language` header prefers.
 */
export function negotiateLanguage(chosen: string | null | undefined, accepted: string | undefined): Language {
	const acceptedTags = (accepted ?? "").split(",").map((range) => {
		const [tag = "", ...rest] = range.trim().split(";");
		const weight = /q=([\d.]+)/.exec(rest.join(";"))?.[1];
		return { tag, weight: weight === undefined ? 1 : Number(weight) };
	});
	return findLanguage([chosen, ...acceptedTags.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag)]);
}

/** Gets the language of a request for a page whose URL has none. */
export const getPageLanguage = ({ cookies, headers }: FastifyRequest): Language =>
	negotiateLanguage(cookies[LANGUAGE_COOKIE], headers["accept-language"]);
