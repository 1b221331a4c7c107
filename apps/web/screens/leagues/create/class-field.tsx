import { LEAGUE_CLASSES } from "@first-bounce/rules/leagues/league";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useField } from "../../../components/fields/form.ts";
import { getFirstSize, type LeagueForm } from "../model/league-form.ts";
import { ChoiceField } from "./choice-field.tsx";

/** Chooses between a classic and a draft league; each says what it is and for how many managers. */
export const ClassField = ({ season }: { readonly season: Season }) => {
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
