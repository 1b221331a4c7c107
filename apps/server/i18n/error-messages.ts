import { DEFAULT_LANGUAGE, isLanguage } from "@first-bounce/contract/languages";
import { getTextGroup, getTranslator, type Texts } from "./i18n.ts";

type ErrorKey = keyof Texts["errors"];
/** Without the suffix of a plural form or of a context. */
type BaseKey<Key extends string> = Key extends `${infer Code}_${string}` ? Code : Key;
/** The code of a refusal. */
export type ErrorCode = BaseKey<ErrorKey>;
export type ErrorData = Readonly<Record<string, string | number>>;

/** Messages without data. In a rush, formatting one for each refusal took nine percent of the processor time. */
const messages = new Map<string, string>();

/**
 * Formats the sentence for a refusal's code; English for an unknown language. A player without a name is named by her
 * id.
 */
export function formatErrorMessage(language: string, code: ErrorCode, data: ErrorData = {}): string {
	if (Object.keys(data).length > 0) return format(language, code, data);
	const key = `${isLanguage(language) ? language : DEFAULT_LANGUAGE} ${code}`;
	const message = messages.get(key) ?? format(language, code, data);
	messages.set(key, message);
	return message;
}

function format(language: string, code: ErrorCode, data: ErrorData): string {
	const t = getTranslator(language);
	const name = data.name ?? (data.playerId === undefined ? "" : t("unnamedPlayer", { id: data.playerId }));
	return t(`errors.${code}`, { ...data, name, count: Number(data.left ?? data.count ?? 1) });
}

/** Lists every code, for tests. */
export const listErrorCodes = (): ErrorCode[] => [
	...new Set(Object.keys(getTextGroup<object>("en", "errors")).map((key) => key.replace(/_.*$/, "") as ErrorCode)),
];
