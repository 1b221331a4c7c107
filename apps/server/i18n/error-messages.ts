import { getTextGroup, getTranslator, type Texts } from "./i18n.ts";

type ErrorKey = keyof Texts["errors"];
/** Without the suffix of a plural form or of a context. */
type BaseKey<Key extends string> = Key extends `${infer Code}_${string}` ? Code : Key;
/** The code of a refusal. */
export type ErrorCode = BaseKey<ErrorKey>;
export type ErrorData = Readonly<Record<string, string | number>>;

/**
 * Formats the sentence for a refusal's code; English for an unknown language. A player without a name is named by her
 * id.
 */
export function formatErrorMessage(language: string, code: ErrorCode, data: ErrorData = {}): string {
	const t = getTranslator(language);
	const name = data.name ?? (data.playerId === undefined ? "" : t("unnamedPlayer", { id: data.playerId }));
	return t(`errors.${code}`, { ...data, name, count: Number(data.left ?? data.count ?? 1) });
}

/** Lists every code, for tests. */
export const listErrorCodes = (): ErrorCode[] => [
	...new Set(Object.keys(getTextGroup<object>("en", "errors")).map((key) => key.replace(/_.*$/, "") as ErrorCode)),
];
