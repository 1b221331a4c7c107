import { useTranslation } from "react-i18next";
import type { RuleField } from "./rule-fields.ts";

/** Rules that can be off or empty, and then have a different sentence. */
const OPTIONAL_RULES = [
	"grandFinal",
	"finalAfterMinutes",
	"instructions_isAllowed",
	"leagues_finalsSeries",
	"cup_startRound",
] as const;

/** The name of a stat that only this season scores. */
const getStat = ({ path }: Pick<RuleField, "path">): string => path.split(".").at(-1) ?? "";

/** The label, the explanation and the shown value of rules. */
export function useRuleTexts() {
	const { t } = useTranslation("operator");
	const formatValue = ({ kind }: RuleField, text: string): string => {
		if (kind === "switch") return t(text === "true" ? "rules.on" : "rules.off");
		if (kind === "tradePeriod") return t(text === "round" ? "rules.per.round" : "rules.per.season");
		if (kind === "dollars") return `$${text}`;
		return text === "" ? t("rules.none") : text;
	};
	/** A sentence that says what a changed rule does. */
	const describeChange = (field: RuleField, from: string, to: string): string => {
		const optional = OPTIONAL_RULES.find((name) => name === field.name);
		if (optional && (to === "" || to === "false")) return t(`rules.doesNot.${optional}`);
		const values = { before: formatValue(field, from), after: formatValue(field, to) };
		return field.name
			? t(`rules.does.${field.name}`, values)
			: t("rules.declaredStatDoes", { ...values, stat: getStat(field) });
	};
	return {
		describeChange,
		getLabel: ({ name, path }: RuleField): string =>
			name ? t(`rules.label.${name}`) : t("rules.declaredStat", { stat: getStat({ path }) }),
		getHint: ({ name }: RuleField): string => (name ? t(`rules.hint.${name}`) : t("rules.declaredStatHint")),
		formatValue,
	};
}
