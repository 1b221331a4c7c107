import { isStatKey } from "@first-bounce/rules/scoring/stats";
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

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function useRuleTexts() {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	/** Builds a text about the points of a stat. A stat that only this season scores has no name but its key. */
	const describeStat = (
		{ path }: RuleField,
		text: "label" | "hint" | "does",
		values: { readonly before?: string; readonly after?: string } = {},
	): string => {
		const key = path.split(".").at(-1) ?? "";
		if (!isStatKey(key)) return t(`rules.declaredStat.${text}`, { ...values, stat: key });
		const name = tCommon(`matchCentre.stat.${key}`, { count: 1 });
		return t(`rules.pointsOfStat.${text}`, { ...values, stat: text === "label" ? capitalize(name) : name });
	};
	const formatValue = ({ kind }: RuleField, text: string): string => {
		if (kind === "switch") return t(text === "true" ? "rules.on" : "rules.off");
		if (kind === "tradePeriod") return t(text === "round" ? "rules.per.round" : "rules.per.season");
		if (kind === "dollars") return `$${text}`;
		return text === "" ? t("rules.none") : text;
	};
	const describeChange = (field: RuleField, from: string, to: string): string => {
		const optional = OPTIONAL_RULES.find((name) => name === field.name);
		if (optional && (to === "" || to === "false")) return t(`rules.doesNot.${optional}`);
		const values = { before: formatValue(field, from), after: formatValue(field, to) };
		return field.name ? t(`rules.does.${field.name}`, values) : describeStat(field, "does", values);
	};
	return {
		describeChange,
		getLabel: (field: RuleField): string =>
			field.name ? t(`rules.label.${field.name}`) : describeStat(field, "label"),
		getHint: (field: RuleField): string => (field.name ? t(`rules.hint.${field.name}`) : describeStat(field, "hint")),
		formatValue,
	};
}
