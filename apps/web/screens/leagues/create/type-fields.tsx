import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useField } from "../../../components/fields/form.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { Tip } from "../../../components/tip/tip.tsx";
import { checkSeries, type LeagueForm } from "../model/league-form.ts";
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

/** The league type and the options of head-to-head leagues. */
export const TypeFields = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<LeagueForm>();
	const type = useField(form, "type");
	const size = useField(form, "size");
	const finals = useField(form, "finals");
	const tiebreaker = useField(form, "h2hTiebreaker");
	const label = t("leagues.form.type");
	return (
		<>
			<ChoiceField
				{...type}
				label={label}
				hint={t(`leagues.form.tip.${type.value}`)}
				choices={(["open", "h2h"] as const).map((value) => ({ value, label: t(`leagues.${value}`) }))}
				tip={
					<Tip
						about={label}
						text={(["open", "h2h"] as const)
							.map((kind) => `${t(`leagues.${kind}`)}: ${t(`leagues.form.tip.${kind}`)}`)
							.join("\n")}
					/>
				}
			/>
			{type.value === "h2h" ? (
				<div className={styles.headToHead}>
					<SelectField
						name="size"
						label={t("leagues.form.size")}
						value={String(size.value)}
						choices={season.rules.leagues.h2hSizes.map((count) => ({
							value: String(count),
							label: t("leagues.form.sizeOf", { count }),
						}))}
						onChange={(count) => size.onChange(Number(count))}
						placeholder={t("leagues.form.choosePlaceholder")}
					/>
					<ChoiceField
						label={t("leagues.form.finals")}
						value={finals.value ? "on" : "off"}
						choices={(["on", "off"] as const).map((value) => ({ value, label: t(`leagues.form.${value}`) }))}
						onChange={(chosen) => finals.onChange(chosen === "on")}
						tip={<Tip about={t("leagues.form.finals")} text={t("leagues.form.tip.finals")} />}
					/>
					{finals.value ? <FinalsFormatField season={season} /> : null}
					<ChoiceField
						{...tiebreaker}
						label={t("leagues.form.tiebreaker")}
						choices={(["percentage", "points_for"] as const).map((value) => ({
							value,
							label: t(`leagues.form.${value}`),
						}))}
						tip={<Tip about={t("leagues.form.tiebreaker")} text={t("leagues.form.tip.tiebreaker")} />}
					/>
				</div>
			) : null}
		</>
	);
};
