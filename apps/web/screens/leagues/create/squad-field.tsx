import { getSquadPreset, getSquadSize, type SquadRules } from "@first-bounce/rules/draft/squad-rules";
import { LINES, type Line } from "@first-bounce/rules/player";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import fields from "../../../components/fields/fields.module.css";
import { useField } from "../../../components/fields/form.ts";
import { useDraftProblemText } from "../../../draft-league/use-draft-problem-text.ts";
import { listSquadProblems, type WithDraft } from "../model/draft-form.ts";
import styles from "./create.module.css";

interface Props {
	/** The number of teams. */
	readonly size: number;
	readonly season: Season;
}

const PARTS = ["field", "bench", "limits"] as const;
type Part = (typeof PARTS)[number];
const MAX_PLACES = 12;

interface RowProps {
	readonly line: Line;
	readonly squad: SquadRules;
	readonly onChange: (part: Part, count: number) => void;
}

/** The places and the limit of a position. */
const LineRow = ({ line, squad, onChange }: RowProps) => {
	const { t } = useTranslation();
	return (
		<tr>
			<th scope="row">{t(`lineName.${line}`)}</th>
			{PARTS.map((part) => (
				<td key={part}>
					<input
						className={fields.input}
						type="number"
						inputMode="numeric"
						aria-label={t(`leagues.draft.cell.${part}`, { line: t(`lineName.${line}`) })}
						min={0}
						max={MAX_PLACES}
						value={squad[part][line]}
						onChange={({ currentTarget: { value } }) =>
							onChange(part, Math.max(0, Math.min(MAX_PLACES, Math.trunc(Number(value)))))
						}
					/>
				</td>
			))}
		</tr>
	);
};

/** The squad of every team. Until it is changed, it is the preset of the league's size. */
export const SquadField = ({ size, season }: Props) => {
	const { t } = useTranslation();
	const formatProblem = useDraftProblemText();
	const chosen = useField(useFormContext<WithDraft>(), "draft.squad");
	const squad = chosen.value ?? getSquadPreset(size);
	const problems = listSquadProblems(squad, size, season);
	return (
		<fieldset className={styles.squad} data-field={chosen.name}>
			<legend className={fields.label}>{t("leagues.draft.squad")}</legend>
			<p className={fields.hint} aria-live="polite">
				{t("leagues.draft.squadOf", { count: getSquadSize(squad) })}
			</p>
			<table>
				<caption className="spoken">{t("leagues.draft.squadCaption")}</caption>
				<thead>
					<tr>
						<th scope="col">{t("leagues.draft.position")}</th>
						<th scope="col">{t("leagues.draft.field")}</th>
						<th scope="col">{t("leagues.draft.bench")}</th>
						<th scope="col">{t("leagues.draft.limit")}</th>
					</tr>
				</thead>
				<tbody>
					{LINES.map((line) => (
						<LineRow
							key={line}
							line={line}
							squad={squad}
							onChange={(part, count) => chosen.onChange({ ...squad, [part]: { ...squad[part], [line]: count } })}
						/>
					))}
				</tbody>
			</table>
			<p className={fields.hint}>{t("leagues.draft.limitText")}</p>
			<p className={fields.hint}>{t("leagues.draft.utility")}</p>
			<CheckboxField
				name={`${chosen.name}.utilityScores`}
				isSelected={squad.utilityScores}
				onChange={(utilityScores) => chosen.onChange({ ...squad, utilityScores })}
			>
				{t("leagues.draft.utilityScores")}
			</CheckboxField>
			{problems.map((problem) => (
				<p key={formatProblem(problem)} className={fields.error} role="alert">
					{formatProblem(problem)}
				</p>
			))}
			{chosen.value ? (
				<Button onPress={() => chosen.onChange(null)}>{t("leagues.draft.preset", { count: size })}</Button>
			) : (
				<p className={fields.hint}>{t("leagues.draft.presetFollows", { count: size })}</p>
			)}
		</fieldset>
	);
};
