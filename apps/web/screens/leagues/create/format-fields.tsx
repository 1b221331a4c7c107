import { LEAGUE_FORMATS, MAX_DELISTS, MAX_KEEPER_YEARS, MAX_KEEPERS } from "@first-bounce/rules/draft/keepers";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useField } from "../../../components/fields/form.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import type { WithDraft } from "../model/draft-form.ts";
import { ChoiceField } from "./choice-field.tsx";

const ANY_YEARS = "any";
const listNumbers = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);

/** How many players a team keeps, and for how long. */
const KeeperFields = () => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const most = useField(form, "draft.maxKeepers");
	const years = useField(form, "draft.maxKeeperYears");
	return (
		<>
			<SelectField
				name={most.name}
				label={t("leagues.format.maxKeepers")}
				hint={t("leagues.format.maxKeepersHint")}
				placeholder=""
				value={String(most.value)}
				choices={listNumbers(MAX_KEEPERS).map((count) => ({
					value: String(count),
					label: t("leagues.format.players", { count }),
				}))}
				onChange={(text) => most.onChange(Number(text))}
			/>
			<SelectField
				name={years.name}
				label={t("leagues.format.maxYears")}
				hint={t("leagues.format.maxYearsHint")}
				placeholder=""
				value={years.value === null ? ANY_YEARS : String(years.value)}
				choices={[
					...listNumbers(MAX_KEEPER_YEARS).map((count) => ({
						value: String(count),
						label: t("leagues.format.years", { count }),
					})),
					{ value: ANY_YEARS, label: t("leagues.format.anyYears") },
				]}
				onChange={(text) => years.onChange(text === ANY_YEARS ? null : Number(text))}
			/>
		</>
	);
};

/** What happens to squads when the next season begins. */
export const FormatFields = () => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const format = useField(form, "draft.format");
	const delists = useField(form, "draft.minDelists");
	return (
		<>
			<ChoiceField
				label={t("leagues.format.label")}
				value={format.value}
				choices={LEAGUE_FORMATS.map((value) => ({ value, label: t(`leagues.format.${value}`) }))}
				onChange={format.onChange}
				hint={t(`leagues.format.text.${format.value}`)}
			/>
			{format.value === "keeper" ? <KeeperFields /> : null}
			{format.value === "dynasty" ? (
				<SelectField
					name={delists.name}
					label={t("leagues.format.minDelists")}
					hint={t("leagues.format.minDelistsHint")}
					placeholder=""
					value={String(delists.value)}
					choices={listNumbers(MAX_DELISTS).map((count) => ({
						value: String(count),
						label: t("leagues.format.players", { count }),
					}))}
					onChange={(text) => delists.onChange(Number(text))}
				/>
			) : null}
		</>
	);
};
