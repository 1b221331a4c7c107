import type { SuccessOf } from "@first-bounce/contract/call";
import {
	changeSeasonRules,
	type previewSeasonRules,
	type RulesEffect,
} from "@first-bounce/contract/operator/season/season-rules";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { Notice } from "../../../../components/states/states.tsx";
import { formatAverage, formatInteger } from "../../../../i18n/format.ts";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import type { RuleField } from "./rule-fields.ts";
import { findField } from "./rule-values.ts";
import styles from "./rules.module.css";
import { useRuleTexts } from "./use-rule-texts.ts";

interface RuleChange {
	readonly field: RuleField;
	readonly before: string;
	readonly after: string;
}

interface Props {
	readonly seasonId: number;
	readonly rules: object;
	readonly shown: object;
	readonly changes: readonly RuleChange[];
	readonly preview: SuccessOf<typeof previewSeasonRules>;
	readonly onClose: () => void;
}

const formatDollars = (value: number): string => `${value < 0 ? "−" : ""}$${formatInteger(Math.abs(value))}`;

/** Formats what an effect counted: amounts of money, averages and counts. */
function formatValues({ kind, values }: RulesEffect): Record<string, string | number> {
	const format = (key: string, value: string | number) => {
		if (typeof value === "string" || key === "count" || key === "round") return value;
		if (kind === "bank" || (kind === "opening-prices" && (key === "before" || key === "after")))
			return formatDollars(value);
		if (kind === "estimates" && key === "price") return formatDollars(value);
		const isAverage = kind === "captain" || kind === "estimates" || (kind === "scores" && key !== "matches");
		return isAverage ? formatAverage(value) : formatInteger(value);
	};
	return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, format(key, value)]));
}

/** Lists each change with what it would do, and saves them together. */
export const RulesReview = ({ seasonId, rules, shown, changes, preview, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const { describeChange, getLabel, formatValue } = useRuleTexts();
	const fields = changes.map(({ field }) => field);
	const listEffects = (field: RuleField) => preview.effects.filter(({ at }) => findField(fields, at) === field);
	const isRefused = preview.problems.length > 0 || preview.effects.some((effect) => effect.isRefused);
	return (
		<ActionDialog
			title={t("rules.review")}
			effect={
				<ul className={styles.changes}>
					{changes.map(({ field, before, after }) => (
						<li key={field.path}>
							<b>{getLabel(field)}</b>: {formatValue(field, before)} → {formatValue(field, after)}
							<ul>
								{listEffects(field).map((effect) => (
									<li key={effect.kind} className={effect.isRefused ? styles.refused : undefined}>
										{t(`rules.effect.${effect.kind}`, formatValues(effect))}
									</li>
								))}
								{listEffects(field).length === 0 ? <li>{describeChange(field, before, after)}</li> : null}
							</ul>
						</li>
					))}
				</ul>
			}
			confirm={t("rules.save")}
			done={t("rules.saved")}
			isIncomplete={isRefused}
			onClose={onClose}
			onConfirm={(reason) =>
				client(changeSeasonRules, {
					params: { id: seasonId },
					body: { rules: { ...rules }, shown: { ...shown }, reason },
				})
			}
		>
			{isRefused ? (
				<Notice tone="bad">
					{preview.problems.length > 0
						? preview.problems.map(({ at, message }) => `${at}: ${message}`).join("; ")
						: t("rules.refused")}
				</Notice>
			) : null}
		</ActionDialog>
	);
};
