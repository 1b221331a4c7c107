import { LEAGUE_CLASSES, LEAGUE_TYPES } from "@first-bounce/rules/leagues/league";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useField } from "../../../components/fields/form.ts";
import { Tip } from "../../../components/tip/tip.tsx";
import {
	checkSeries,
	fitSize,
	getFirstSize,
	type LeagueDetails,
	type LeagueForm,
	listSizes,
} from "../model/league-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import styles from "./create.module.css";
import { ClockFields, FurtherDraftFields, StartField } from "./draft-fields.tsx";
import { NumberSelect } from "./number-select.tsx";
import { SeasonFields } from "./season-fields.tsx";

interface Props {
	readonly season: Season;
}

/** Chooses between a grand final and a series of the top four, in seasons that allow it. */
const FinalsFormatField = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const series = useField(form, "finalsSeries");
	const [startId, size] = form.watch(["startId", "size"]);
	const violation = checkSeries({ startId, size }, season);
	if (violation === "finals-series-not-allowed") return null;
	return (
		<ChoiceField
			label={t("leagues.form.finalsFormat")}
			value={series.value && violation === null ? "series" : "grand"}
			choices={(["grand", "series"] as const).map((value) => ({ value, label: t(`leagues.form.${value}`) }))}
			onChange={(chosen) => series.onChange(chosen === "series")}
			isDisabled={violation !== null}
			{...(violation ? { hint: t(`leagues.form.seriesHint.${violation}`) } : {})}
			tip={<Tip about={t("leagues.form.finalsFormat")} text={t("leagues.form.tip.finalsFormat")} />}
		/>
	);
};

interface SizeProps {
	readonly sizes: readonly number[];
	/** The size to show, by default that of the form. */
	readonly value?: number;
	readonly label?: string;
	readonly hint?: string;
}

export const SizeField = ({ sizes, value, label, hint }: SizeProps) => {
	const { t } = useTranslation();
	const size = useField(useFormContext<LeagueDetails>(), "size");
	return (
		<NumberSelect
			{...size}
			label={label ?? t("leagues.form.size")}
			value={value ?? size.value}
			choices={sizes}
			format={(count) => t("leagues.form.sizeOf", { count })}
			placeholder={t("leagues.form.choosePlaceholder")}
			{...(hint ? { hint } : {})}
		/>
	);
};

/** The size of a new league. Its type decides which sizes are offered. */
const NewSizeField = ({ season }: Props) => {
	const { t } = useTranslation();
	const values = useFormContext<LeagueForm>().watch();
	const common = { sizes: listSizes(values, season), value: fitSize(values, season) };
	if (values.class === "draft")
		return <SizeField {...common} label={t("leagues.draft.size")} hint={t("leagues.draft.sizeHint")} />;
	return <SizeField {...common} {...(values.type === "elimination" ? { hint: t("leagues.form.sizeHint") } : {})} />;
};

interface OptionFieldProps {
	readonly name: "finals" | "consolationGames" | "medianGame";
	readonly tip: string;
}

/** Switches an option of a head-to-head league on or off. */
export const OptionField = ({ name, tip }: OptionFieldProps) => {
	const { t } = useTranslation();
	const option = useField(useFormContext<LeagueForm>(), name);
	const label = t(`leagues.form.${name}`);
	return (
		<ChoiceField
			label={label}
			value={option.value ? "on" : "off"}
			choices={(["on", "off"] as const).map((value) => ({ value, label: t(`leagues.form.${value}`) }))}
			onChange={(chosen) => option.onChange(chosen === "on")}
			tip={<Tip about={label} text={tip} />}
		/>
	);
};

/** What the team without an opponent gets in a draft league with an odd number of teams. */
export const AverageField = () => {
	const { t } = useTranslation();
	const option = useField(useFormContext<LeagueForm>(), "averageGame");
	return (
		<ChoiceField
			label={t("leagues.form.averageGame")}
			value={option.value ? "average" : "bye"}
			choices={(["average", "bye"] as const).map((value) => ({ value, label: t(`leagues.form.oddOpponent.${value}`) }))}
			onChange={(chosen) => option.onChange(chosen === "average")}
			tip={<Tip about={t("leagues.form.averageGame")} text={t("leagues.form.tip.averageGame")} />}
		/>
	);
};

/** The options of a head-to-head league. */
export const HeadToHeadFields = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const [hasFinals, startId, isSeries, leagueClass] = form.watch(["finals", "startId", "finalsSeries", "class"]);
	const size = fitSize(form.watch(), season);
	const hasSemiFinals = isSeries && checkSeries({ startId, size }, season) === null;
	const tiebreaker = useField(form, "h2hTiebreaker");
	return (
		<>
			<OptionField name="finals" tip={t("leagues.form.tip.finals")} />
			{hasFinals ? (
				<>
					<FinalsFormatField season={season} />
					<OptionField
						name="consolationGames"
						tip={t(`leagues.form.tip.consolationGames.${hasSemiFinals ? "series" : "grand"}`)}
					/>
				</>
			) : null}
			<OptionField name="medianGame" tip={t("leagues.form.tip.medianGame")} />
			{leagueClass === "draft" && size % 2 === 1 ? <AverageField /> : null}
			<ChoiceField
				{...tiebreaker}
				label={t("leagues.form.tiebreaker")}
				choices={(["percentage", "points_for"] as const).map((value) => ({
					value,
					label: t(`leagues.form.${value}`),
				}))}
				tip={<Tip about={t("leagues.form.tiebreaker")} text={t("leagues.form.tip.tiebreaker")} />}
			/>
		</>
	);
};

/** The settings of a draft league. Those that most leagues do not change are folded. */
export const DraftLeagueFields = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const size = fitSize(form.watch(), season);
	return (
		<>
			<div className={styles.typeOptions}>
				<NewSizeField season={season} />
				<StartField />
				<ClockFields size={size} />
				<p className={styles.fixed}>
					{t("leagues.draft.startRound")} {t("leagues.draft.fixed")}
				</p>
			</div>
			<details className={styles.further}>
				<summary>{t("leagues.draft.more")}</summary>
				<p className={styles.fixed}>{t("leagues.draft.moreText")}</p>
				<div className={styles.typeOptions}>
					<FurtherDraftFields size={size} season={season} />
					<HeadToHeadFields season={season} />
				</div>
			</details>
			<SeasonFields season={season} />
		</>
	);
};

export const TypeFields = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const type = useField(form, "type");
	const label = t("leagues.form.type");
	const choose = (next: LeagueForm["type"]) => {
		// Elimination leagues have sizes of their own.
		if (next === "elimination" || type.value === "elimination")
			form.setValue("size", getFirstSize({ ...form.getValues(), type: next }, season));
		type.onChange(next);
	};
	return (
		<>
			<ChoiceField
				{...type}
				onChange={choose}
				label={label}
				hint={t(`leagues.form.tip.${type.value}`)}
				choices={LEAGUE_TYPES.map((value) => ({ value, label: t(`leagues.${value}`) }))}
				tip={
					<Tip
						about={label}
						text={LEAGUE_TYPES.map((kind) => `${t(`leagues.${kind}`)}: ${t(`leagues.form.tip.${kind}`)}`).join("\n")}
					/>
				}
			/>
			{type.value === "open" ? null : (
				<div className={styles.typeOptions}>
					<NewSizeField season={season} />
					<p className={styles.fixed}>{t(type.value === "h2h" ? "leagues.form.fixedOptions" : "leagues.form.fixed")}</p>
				</div>
			)}
		</>
	);
};

/** Chooses between a classic and a draft league; each says what it is and for how many managers. */
export const ClassField = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const leagueClass = useField(form, "class");
	return (
		<ChoiceField
			{...leagueClass}
			onChange={(next) => {
				form.setValue("size", getFirstSize({ ...form.getValues(), class: next }, season));
				leagueClass.onChange(next);
			}}
			label={t("leagues.form.class.label")}
			choices={LEAGUE_CLASSES.map((value) => ({
				value,
				label: t(`leagues.form.class.${value}`),
				text: t(`leagues.form.class.text.${value}`),
			}))}
		/>
	);
};
