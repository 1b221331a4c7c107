import { useTranslation } from "react-i18next";
import type { RuleField } from "./rule-fields.ts";

/** The label, the explanation and the shown value of rules. */
export function useRuleTexts() {
	const { t } = useTranslation("operator");
	const formatValue = ({ kind }: RuleField, text: string): string => {
		if (kind === "switch") return t(text === "true" ? "rules.on" : "rules.off");
		if (kind === "per") return t(text === "round" ? "rules.per.round" : "rules.per.season");
		if (kind === "dollars") return `$${text}`;
		return text === "" ? t("rules.none") : text;
	};
	return {
		getLabel: ({ name, path }: RuleField): string =>
			name ? t(`rules.label.${name}`) : t("rules.declaredStat", { stat: path.split(".").at(-1) ?? "" }),
		getHint: ({ name }: RuleField): string => (name ? t(`rules.hint.${name}`) : t("rules.declaredStatHint")),
		formatValue,
	};
}
