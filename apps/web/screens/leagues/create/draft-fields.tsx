import { DRAFT_KINDS } from "@first-bounce/rules/draft/draft-order";
import { getSquadPreset, getSquadSize, type SquadRules } from "@first-bounce/rules/draft/squad-rules";
import { LINES, type Line } from "@first-bounce/rules/player";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import fields from "../../../components/fields/fields.module.css";
import { useField } from "../../../components/fields/form.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { useDraftProblemText } from "../../../draft-league/use-draft-problem-text.ts";
import { LocalTimeField } from "../frame/local-time-form.tsx";
import {
	changeClock,
	type DraftForm,
	getSquad,
	HOUR_SECONDS,
	listPickTimes,
	listSquadProblems,
	listTimeZones,
	type WithDraft,
} from "../model/draft-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import styles from "./create.module.css";
import { NumberSelect } from "./number-select.tsx";
import { FormatFields } from "./season-fields.tsx";

interface Props {
	/** The number of teams. */
	readonly size: number;
}
interface SquadProps extends Props {
	readonly season: Season;
}

export const StartField = () => {
	const { t } = useTranslation();
	const start = useField(useFormContext<WithDraft>(), "draft.draftStart");
	return <LocalTimeField {...start} label={t("leagues.draft.start")} hint={t("leagues.draft.startHint")} />;
};

/** The hours of the night in which a slow clock is stopped. */
const NightFields = ({ hasZone }: { readonly hasZone: boolean }) => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const night = useField(form, "draft.nightPause");
	const zone = useField(form, "draft.timeZone");
	const { value } = night;
	return (
		<>
			<CheckboxField
				name={night.name}
				isSelected={value !== null}
				onChange={(isOn) => night.onChange(isOn ? changeClock("slow").nightPause : null)}
			>
				{t("leagues.draft.nightPause")}
			</CheckboxField>
			{value ? (
				<div className={styles.pair}>
					{(["from", "to"] as const).map((edge) => (
						<TextField
							key={edge}
							type="time"
							name={`${night.name}.${edge}`}
							label={t(`leagues.draft.night${edge === "from" ? "From" : "To"}`)}
							value={value[edge]}
							onChange={(time) => time !== "" && night.onChange({ ...value, [edge]: time })}
						/>
					))}
					{hasZone ? (
						<SelectField
							name={zone.name}
							label={t("leagues.draft.zone")}
							value={zone.value}
							choices={listTimeZones(zone.value).map((name) => ({ value: name, label: name.replaceAll("_", " ") }))}
							onChange={zone.onChange}
						/>
					) : null}
				</div>
			) : null}
		</>
	);
};

/** Live or slow, and the time for each pick. The time zone of the nights is fixed once the draft has started. */
export const ClockFields = ({ size, hasZone = true }: Props & { readonly hasZone?: boolean }) => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const draft = form.watch("draft");
	const pickTime = useField(form, "draft.pickTurnTime");
	const choose = (clock: DraftForm["clock"]) => {
		if (clock !== draft.clock) form.setValue("draft", { ...draft, ...changeClock(clock) }, { shouldDirty: true });
	};
	// As if all picks took half their time.
	const minutes = Math.round((size * getSquadSize(getSquad(draft, size)) * draft.pickTurnTime) / 120);
	return (
		<>
			<ChoiceField
				label={t("leagues.draft.clock")}
				value={draft.clock}
				choices={(["live", "slow"] as const).map((value) => ({ value, label: t(`leagues.draft.${value}`) }))}
				onChange={choose}
				hint={t(`leagues.draft.clockText.${draft.clock}`, { minutes })}
			/>
			<NumberSelect
				{...pickTime}
				label={t("leagues.draft.pickTime")}
				choices={listPickTimes(draft)}
				format={(seconds) =>
					draft.clock === "live"
						? t("leagues.draft.seconds", { count: seconds })
						: t("leagues.draft.hours", { count: seconds / HOUR_SECONDS })
				}
			/>
			{draft.clock === "slow" ? <NightFields hasZone={hasZone} /> : null}
		</>
	);
};

const PARTS = ["field", "bench", "limits"] as const;
type Part = (typeof PARTS)[number];
const MAX_PLACES = 12;

interface RowProps {
	readonly line: Line;
	readonly squad: SquadRules;
	readonly onChange: (part: Part, count: number) => void;
}

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
const SquadField = ({ size, season }: SquadProps) => {
	const { t } = useTranslation();
	const formatProblem = useDraftProblemText();
	const squadField = useField(useFormContext<WithDraft>(), "draft.squad");
	const squad = squadField.value ?? getSquadPreset(size);
	const problems = listSquadProblems(squad, size, season);
	return (
		<fieldset className={styles.squad} data-field={squadField.name}>
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
							onChange={(part, count) => squadField.onChange({ ...squad, [part]: { ...squad[part], [line]: count } })}
						/>
					))}
				</tbody>
			</table>
			<p className={fields.hint}>{t("leagues.draft.limitText")}</p>
			<p className={fields.hint}>{t("leagues.draft.utility")}</p>
			<CheckboxField
				name={`${squadField.name}.utilityScores`}
				isSelected={squad.utilityScores}
				onChange={(utilityScores) => squadField.onChange({ ...squad, utilityScores })}
			>
				{t("leagues.draft.utilityScores")}
			</CheckboxField>
			{problems.map((problem) => (
				<p key={formatProblem(problem)} className={fields.error} role="alert">
					{formatProblem(problem)}
				</p>
			))}
			{squadField.value ? (
				<Button onPress={() => squadField.onChange(null)}>{t("leagues.draft.preset", { count: size })}</Button>
			) : (
				<p className={fields.hint}>{t("leagues.draft.presetFollows", { count: size })}</p>
			)}
		</fieldset>
	);
};

/** Settings that most leagues do not change: kind of order, captain, squad. */
export const FurtherDraftFields = ({ size, season }: SquadProps) => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const kind = useField(form, "draft.draftType");
	const captain = useField(form, "draft.captainDoubled");
	return (
		<>
			<SelectField
				{...kind}
				label={t("leagues.draft.type")}
				choices={DRAFT_KINDS.map((value) => ({ value, label: t(`leagues.draft.types.${value}`) }))}
				hint={t(`leagues.draft.typeText.${kind.value}`)}
			/>
			<CheckboxField name={captain.name} isSelected={captain.value} onChange={captain.onChange}>
				{t("leagues.draft.captain")}
			</CheckboxField>
			<SquadField size={size} season={season} />
			<FormatFields />
		</>
	);
};
