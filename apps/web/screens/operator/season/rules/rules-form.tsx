import { previewSeasonRules } from "@first-bounce/contract/operator/season/season-rules";
import {
	getPresetRules,
	RULES_PRESET_NAMES,
	RULES_PRESETS,
	type RulesPresetName,
} from "@first-bounce/rules/season-rules/presets";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { Notice } from "../../../../components/states/states.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import { Panel } from "../../parts/panel.tsx";
import { listRuleGroups } from "./rule-fields.ts";
import { RuleInput } from "./rule-input.tsx";
import { formatRules, type RuleTexts, readRules } from "./rule-values.ts";
import styles from "./rules.module.css";
import { RulesReview } from "./rules-review.tsx";
import { useRuleTexts } from "./use-rule-texts.ts";

interface Props {
	readonly seasonId: number;
	readonly stored: SeasonRules;
	/** Null while the rules can be changed. */
	readonly lock: "first-lock" | "closed" | null;
}

/** A preset's values as texts. The last round is the fixture's in every preset. */
function useRulePreset(fields: ReturnType<typeof listRuleGroups>[number]["fields"], stored: SeasonRules) {
	const getTexts = (name: RulesPresetName) =>
		formatRules(fields, { ...getPresetRules(name), lastRound: stored.lastRound });
	const listDifferences = (name: RulesPresetName, texts: RuleTexts) => {
		const preset = getTexts(name);
		return fields.filter(({ path }) => preset[path] !== undefined && preset[path] !== texts[path]);
	};
	const [closest] = RULES_PRESET_NAMES.toSorted(
		(a, b) =>
			listDifferences(a, formatRules(fields, stored)).length - listDifferences(b, formatRules(fields, stored)).length,
	);
	const [name, setName] = useState<RulesPresetName>(closest ?? "official");
	return { name, setName, getTexts, listDifferences };
}

/** All rules of a season: editable before the first lock, read-only afterwards. */
export const RulesForm = ({ seasonId, stored, lock }: Props) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const { getLabel, getHint, formatValue } = useRuleTexts();
	const groups = listRuleGroups(stored);
	const fields = groups.flatMap((group) => group.fields);
	const before = formatRules(fields, stored);
	const [texts, setTexts] = useState(before);
	const preset = useRulePreset(fields, stored);
	const presetTexts = preset.getTexts(preset.name);
	const preview = useCallMutation(previewSeasonRules, { meta: { hasInlineError: true } });
	const { rules, unreadable, problems } = readRules(fields, texts, stored);
	const changes = fields.flatMap((field) => {
		const [from = "", after = ""] = [before[field.path], texts[field.path]];
		return from === after ? [] : [{ field, before: from, after }];
	});
	const problemCount = new Set([...unreadable, ...problems.keys()]).size;
	const getError = (path: string) => {
		if (unreadable.has(path)) return t("rules.unreadable");
		const must = problems.get(path);
		return must === undefined ? undefined : t("rules.must", { must });
	};
	const choosePreset = (name: RulesPresetName) => {
		preset.setName(name);
		if (!lock) setTexts({ ...texts, ...formatRules(fields, RULES_PRESETS[name].rules) });
	};
	return (
		<>
			<Panel title={t("rules.presets")} text={t("rules.presetsText")}>
				<div className={styles.tools}>
					<SelectField
						name="preset"
						label={t(lock ? "rules.comparePreset" : "rules.choosePreset")}
						placeholder=""
						value={preset.name}
						choices={RULES_PRESET_NAMES.map((name) => ({ value: name, label: t(`rules.presetName.${name}`) }))}
						onChange={choosePreset}
					/>
					<p className={styles.summary}>
						{t("rules.differences", { count: preset.listDifferences(preset.name, texts).length })}
					</p>
				</div>
			</Panel>
			{groups.map((group) => (
				<Panel key={group.name} title={t(`rules.group.${group.name}`)} text={t(`rules.groupText.${group.name}`)}>
					{lock ? (
						<dl className={styles.values}>
							{group.fields.map((field) => {
								const { path } = field;
								const differs = presetTexts[path] !== undefined && presetTexts[path] !== before[path];
								return (
									<div key={path}>
										<dt>{getLabel(field)}</dt>
										<dd className={styles.value}>{formatValue(field, before[path] ?? "")}</dd>
										{differs ? (
											<dd className={styles.marks}>
												{t("rules.preset", { value: formatValue(field, presetTexts[path] ?? "") })}
											</dd>
										) : null}
										<dd className={styles.hint}>{getHint(field)}</dd>
									</div>
								);
							})}
						</dl>
					) : (
						<div className={styles.fields}>
							{group.fields.map((field) => (
								<RuleInput
									key={field.path}
									field={field}
									value={texts[field.path] ?? ""}
									stored={before[field.path] ?? ""}
									preset={presetTexts[field.path]}
									error={getError(field.path)}
									onChange={(text) => setTexts({ ...texts, [field.path]: text })}
								/>
							))}
						</div>
					)}
				</Panel>
			))}
			{preview.error ? <Notice tone="bad">{getErrorMessage(preview.error, tCommon)}</Notice> : null}
			{changes.length > 0 ? (
				<div className={styles.bar}>
					<p role="status">
						{problemCount > 0
							? t("rules.problems", { count: problemCount })
							: t("rules.changes", { count: changes.length })}
					</p>
					<Button
						variant="main"
						isDisabled={problemCount > 0}
						isPending={preview.isPending}
						onPress={() => preview.mutate({ params: { id: seasonId }, body: { rules: { ...rules } } })}
					>
						{t("rules.review")}
					</Button>
					<Button variant="quiet" onPress={() => setTexts(before)}>
						{t("rules.discard")}
					</Button>
				</div>
			) : null}
			{preview.data ? (
				<RulesReview
					seasonId={seasonId}
					rules={rules}
					shown={stored}
					changes={changes}
					preview={preview.data}
					onClose={preview.reset}
				/>
			) : null}
		</>
	);
};
