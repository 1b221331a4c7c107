import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import fieldStyles from "../../../../components/fields/fields.module.css";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { Icon } from "../../../../components/icon/icon.tsx";
import { Badge } from "../../parts/table/badge.tsx";
import type { RuleField } from "./rule-fields.ts";
import styles from "./rules.module.css";
import { useRuleTexts } from "./use-rule-texts.ts";

interface Props {
	readonly field: RuleField;
	readonly value: string;
	readonly stored: string;
	/** The preset's value; undefined for a rule that no preset has. */
	readonly preset: string | undefined;
	readonly error: string | undefined;
	readonly onChange: (value: string) => void;
}

const AreaField = ({ field, value, error, onChange }: Props) => {
	const { getLabel, getHint } = useRuleTexts();
	const id = useId();
	return (
		<div className={fieldStyles.field} data-invalid={error !== undefined || undefined} data-field={field.path}>
			<label className={fieldStyles.label} htmlFor={id}>
				{getLabel(field)}
			</label>
			<textarea
				id={id}
				className={`${fieldStyles.input} ${styles.area}`}
				rows={Math.max(2, value.split("\n").length)}
				value={value}
				aria-invalid={error !== undefined}
				aria-describedby={`${id}-notes`}
				spellCheck={false}
				onChange={({ currentTarget }) => onChange(currentTarget.value)}
			/>
			<div id={`${id}-notes`}>
				<span className={fieldStyles.hint}>{getHint(field)}</span>
				{error === undefined ? null : (
					<span className={fieldStyles.error}>
						<Icon name="alert" size={14} />
						{error}
					</span>
				)}
			</div>
		</div>
	);
};

const Control = (props: Props) => {
	const { field, value, error, onChange } = props;
	const { t } = useTranslation("operator");
	const { getLabel, getHint } = useRuleTexts();
	const named = { name: field.path, label: getLabel(field), hint: getHint(field), error, value };
	if (field.kind === "switch")
		return (
			<CheckboxField
				name={field.path}
				isSelected={value === "true"}
				onChange={(isSelected) => onChange(String(isSelected))}
				error={error}
			>
				{named.label} <small>{named.hint}</small>
			</CheckboxField>
		);
	if (field.kind === "tradePeriod")
		return (
			<SelectField
				{...named}
				choices={(["season", "round"] as const).map((per) => ({ value: per, label: t(`rules.per.${per}`) }))}
				value={value === "round" ? "round" : "season"}
				onChange={onChange}
			/>
		);
	if (field.kind === "rows" || field.kind === "themes") return <AreaField {...props} />;
	return <TextField {...named} onChange={onChange} />;
};

/** A rule with its marks: changed here, and different from the preset. */
export const RuleInput = (props: Props) => {
	const { field, value, stored, preset, onChange } = props;
	const { t } = useTranslation("operator");
	const { getLabel, formatValue } = useRuleTexts();
	const label = getLabel(field);
	const isWide = field.kind === "rows" || field.kind === "themes";
	return (
		<div className={isWide ? `${styles.rule} ${styles.wide}` : styles.rule}>
			<Control {...props} />
			<div className={styles.marks}>
				{value === stored ? null : (
					<Badge tone="warn">{t("rules.changed", { value: formatValue(field, stored) })}</Badge>
				)}
				{preset === undefined || preset === value ? null : (
					<>
						<span>{t("rules.preset", { value: formatValue(field, preset) })}</span>
						<Button variant="quiet" onPress={() => onChange(preset)} aria-label={t("rules.usePresetFor", { label })}>
							{t("rules.usePreset")}
						</Button>
					</>
				)}
			</div>
		</div>
	);
};
