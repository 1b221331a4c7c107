import { LEAGUE_TYPES } from "@first-bounce/rules/leagues/league";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useField } from "../../../components/fields/form.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { Tip } from "../../../components/tip/tip.tsx";
import { checkSeries, fitSize, type LeagueForm, listSizes } from "../model/league-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import styles from "./create.module.css";

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

/** The number of places, of those that the type allows. */
const SizeField = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const size = useField(form, "size");
	const values = form.watch();
	return (
		<SelectField
			name="size"
			label={t("leagues.form.size")}
			value={String(fitSize(values, season))}
			choices={listSizes(values, season).map((count) => ({
				value: String(count),
				label: t("leagues.form.sizeOf", { count }),
			}))}
			onChange={(count) => size.onChange(Number(count))}
			placeholder={t("leagues.form.choosePlaceholder")}
			{...(values.type === "elimination" ? { hint: t("leagues.form.sizeHint") } : {})}
		/>
	);
};

/** Switches an option of a head-to-head league on or off. */
export const OptionField = ({
	name,
	tip,
}: {
	readonly name: "finals" | "consolationGames" | "medianGame";
	readonly tip: string;
}) => {
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

/** Finals, median game and tiebreaker of a head-to-head league. */
const HeadToHeadFields = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const [hasFinals, startId, size, isSeries] = form.watch(["finals", "startId", "size", "finalsSeries"]);
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

/** The league type and the options that it has. */
export const TypeFields = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const type = useField(form, "type");
	const label = t("leagues.form.type");
	const choose = (next: LeagueForm["type"]) => {
		// An elimination league has room for as many as the rounds allow, because its size cannot be changed later.
		const sizes = listSizes({ type: next, startId: form.getValues("startId") }, season);
		if (next === "elimination") form.setValue("size", sizes.at(-1) ?? 0);
		else if (type.value === "elimination") form.setValue("size", sizes[0] ?? 0);
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
					<SizeField season={season} />
					{type.value === "h2h" ? <HeadToHeadFields season={season} /> : null}
					<p className={styles.fixed}>{t(type.value === "h2h" ? "leagues.form.fixedOptions" : "leagues.form.fixed")}</p>
				</div>
			)}
		</>
	);
};
