import { getLocale, type Language } from "@first-bounce/contract/languages";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { formatDollars, getTranslator, type Translate } from "../../../i18n/i18n.ts";

/** Nested facts under dotted names: `{ points: { K: "3" } }` is `points.K`. */
export interface FactTree {
	readonly [name: string]: string | number | FactTree;
}

const withMinusSign = (text: string): string => text.replace("-", "−");

export type FactFormats = ReturnType<typeof createFactFormats>;

/** Formats of the season's numbers in the help, with the few texts that depend on a rule. */
export function createFactFormats(language: Language) {
	const t = getTranslator(language);
	const translate: Translate = (key, data) => t(`help.facts.${key}`, data);
	const numbers = new Intl.NumberFormat(getLocale(language));
	const formatNumber = (value: number): string => withMinusSign(numbers.format(value));
	return {
		number: formatNumber,
		dollars: (value: number) => withMinusSign(formatDollars(value, language)),
		/** "3 trades a season" */
		trades: ({ limit, per }: SeasonRules["trades"]) => translate("trades", { context: per, count: limit }),
		/** The end of a sentence about when a round is final, such as ", 2 hours after its last match"; empty if there is no wait. */
		finalAfter: (minutes: number | null) => {
			if (minutes === null || minutes === 0) return "";
			return minutes % 60 === 0
				? translate("finalAfter", { context: "hours", count: minutes / 60 })
				: translate("finalAfter", { context: "minutes", count: minutes });
		},
		/** "twice" or "3 times" */
		times: (factor: number) => (factor === 2 ? translate("twice") : translate("times", { count: factor })),
		/** "2 to 18" */
		range: (from: number, to: number) => translate("range", { from: formatNumber(from), to: formatNumber(to) }),
	};
}
