import { previewSeasonRules } from "@first-bounce/contract/operator/season/season-rules";
import {
	getPresetRules,
	RULES_PRESET_NAMES,
	RULES_PRESETS,
	type RulesPresetName,
} from "@first-bounce/rules/season-rules/presets";
import { computeSeasonLength } from "@first-bounce/rules/season-rules/season-length";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { ErrorNotice } from "../../../../components/states/states.tsx";
import { Panel } from "../../parts/panel.tsx";
import { listRuleGroups, type RuleField } from "./rule-fields.ts";
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
function useRulePreset(fields: readonly RuleField[], stored: SeasonRules) {
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

function listChanges(fields: readonly RuleField[], before: RuleTexts, texts: RuleTexts) {
	return fields.flatMap((field) => {
		const [from = "", after = ""] = [before[field.path], texts[field.path]];
		return from === after ? [] : [{ field, before: from, after }];
	});
}

type RulePreset = ReturnType<typeof useRulePreset>;

/** A group of rules that can no longer be changed, with the preset's values where they differ. */
const RuleValues = ({
	fields,
	values,
	presetTexts,
}: {
	readonly fields: readonly RuleField[];
	readonly values: RuleTexts;
	readonly presetTexts: RuleTexts;
}) => {
	const { t } = useTranslation("operator");
	const { getLabel, getHint, formatValue } = useRuleTexts();
	return (
		<dl className={styles.values}>
			{fields.map((field) => {
				const [value, preset] = [values[field.path], presetTexts[field.path]];
				return (
					<div key={field.path}>
						<dt>{getLabel(field)}</dt>
						<dd className={styles.value}>{formatValue(field, value ?? "")}</dd>
						{preset !== undefined && preset !== value ? (
							<dd className={styles.marks}>{t("rules.preset", { value: formatValue(field, preset) })}</dd>
						) : null}
						<dd className={styles.hint}>{getHint(field)}</dd>
					</div>
				);
			})}
		</dl>
	);
};

/** The preset that the rules are compared with, and that is chosen while they can be changed. */
const PresetPanel = ({
	preset,
	texts,
	isLocked,
	onChoose,
}: {
	readonly preset: RulePreset;
	readonly texts: RuleTexts;
	readonly isLocked: boolean;
	readonly onChoose: (name: RulesPresetName) => void;
}) => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("rules.presets")} text={t("rules.presetsText")}>
			<div className={styles.tools}>
				<SelectField
					name="preset"
					label={t(isLocked ? "rules.comparePreset" : "rules.choosePreset")}
					value={preset.name}
					choices={RULES_PRESET_NAMES.map((name) => ({
						value: name,
						label: t(`rules.presetName.${name}`, { year: RULES_PRESETS[name].year }),
					}))}
					onChange={onChoose}
				/>
				<p className={styles.summary}>
					{t("rules.differences", { count: preset.listDifferences(preset.name, texts).length })}
				</p>
			</div>
		</Panel>
	);
};

/** The settings that depend on the number of rounds. */
const SeasonLengthTexts = ({ rules }: { readonly rules: SeasonRules }) => {
	const { t } = useTranslation("operator");
	const { rounds, finals, eliminationTeams, cupTeams, trades } = computeSeasonLength(rules);
	return (
		<ul className={styles.hint}>
			<li>{t("rules.length.trades", { count: trades, rounds })}</li>
			{finals.grandFinalId ? <li>{t("rules.length.grandFinal", { round: finals.grandFinalId })}</li> : null}
			{finals.semiFinalId ? <li>{t("rules.length.semiFinals", { round: finals.semiFinalId })}</li> : null}
			<li>{t("rules.length.elimination", { count: eliminationTeams })}</li>
			{cupTeams ? <li>{t("rules.length.cup", { teams: cupTeams.toLocaleString("en-AU") })}</li> : null}
		</ul>
	);
};

/** All rules of a season: editable before the first lock, read-only afterwards. */
export const RulesForm = ({ seasonId, stored, lock }: Props) => {
	const { t } = useTranslation("operator");
	const groups = listRuleGroups(stored);
	const fields = groups.flatMap((group) => group.fields);
	const before = formatRules(fields, stored);
	const [texts, setTexts] = useState(before);
	const preset = useRulePreset(fields, stored);
	const presetTexts = preset.getTexts(preset.name);
	const preview = useCallMutation(previewSeasonRules, { meta: { hasInlineError: true } });
	/** What the preview is about, which stays the same if a field is changed while it is loading. */
	const [reviewed, setReviewed] = useState<Pick<ComponentProps<typeof RulesReview>, "rules" | "changes"> | null>(null);
	const { rules, unreadable, problems } = readRules(fields, texts, stored);
	const problemCount = new Set([...unreadable, ...problems.keys()]).size;
	const changes = listChanges(fields, before, texts);
	const getError = (path: string) => {
		const must = problems.get(path);
		return unreadable.has(path) ? t("rules.unreadable") : must && t("rules.must", { must });
	};
	const choosePreset = (name: RulesPresetName) => {
		preset.setName(name);
		if (!lock) setTexts({ ...texts, ...formatRules(fields, RULES_PRESETS[name].rules) });
	};
	return (
		<>
			<PresetPanel preset={preset} texts={texts} isLocked={lock !== null} onChoose={choosePreset} />
			{groups.map((group) => (
				<Panel key={group.name} title={t(`rules.group.${group.name}`)} text={t(`rules.groupText.${group.name}`)}>
					{group.name === "rounds" && problemCount === 0 ? <SeasonLengthTexts rules={rules} /> : null}
					{lock ? (
						<RuleValues fields={group.fields} values={before} presetTexts={presetTexts} />
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
			<ErrorNotice error={preview.error} />
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
						onPress={() => {
							setReviewed({ rules, changes });
							preview.mutate({ params: { id: seasonId }, body: { rules: { ...rules } } });
						}}
					>
						{t("rules.review")}
					</Button>
					<Button variant="quiet" onPress={() => setTexts(before)}>
						{t("rules.discard")}
					</Button>
				</div>
			) : null}
			{preview.data && reviewed ? (
				<RulesReview {...reviewed} seasonId={seasonId} shown={stored} preview={preview.data} onClose={preview.reset} />
			) : null}
		</>
	);
};
