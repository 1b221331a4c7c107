import { DEFAULT_LANGUAGE, isLanguage } from "@first-bounce/contract/languages";
import { getTextGroup, getTranslator, type Texts } from "./i18n.ts";

type ErrorKey = keyof Texts["errors"];
/** A key without the suffix of a plural form, such as `_one`, or of a context. */
type BaseKey<Key extends string> = Key extends `${infer Code}_${string}` ? Code : Key;
export type ErrorCode = BaseKey<ErrorKey>;
export type ErrorData = Readonly<Record<string, string | number>>;

/** Caches messages without data. In a rush, formatting one for each refusal took nine percent of the processor time. */
const cachedMessages = new Map<string, string>();

/**
 * Formats the message of a refusal's code; in English if the language is unknown. If `data` has no player's name, her id
 * stands for it.
 */
export function formatErrorMessage(language: string, code: ErrorCode, data: ErrorData = {}): string {
	if (Object.keys(data).length > 0) return formatUncached(language, code, data);
	const key = `${isLanguage(language) ? language : DEFAULT_LANGUAGE} ${code}`;
	const message = cachedMessages.get(key) ?? formatUncached(language, code, data);
	cachedMessages.set(key, message);
	return message;
}

function formatUncached(language: string, code: ErrorCode, data: ErrorData): string {
	const t = getTranslator(language);
	const name = data.name ?? (data.playerId === undefined ? "" : t("unnamedPlayer", { id: data.playerId }));
	// Selects the plural form.
	const count = Number(data.left ?? data.count ?? data.most ?? data.limit ?? 1);
	return t(`errors.${code}`, { ...data, name, count });
}

/** Lists every error code, for tests. */
export const listErrorCodes = (): ErrorCode[] => [
	...new Set(Object.keys(getTextGroup<object>("en", "errors")).map((key) => key.replace(/_.*$/, "") as ErrorCode)),
];
