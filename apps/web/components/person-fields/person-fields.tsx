import { GENDERS, STATES } from "@first-bounce/contract/constants";
import type { CountriesFile } from "@first-bounce/contract/stats/static-data";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { LOCALE } from "../../i18n/language.ts";
import { useField } from "../fields/form.ts";
import { SelectField } from "../fields/select-field.tsx";
import { BirthdayField } from "./birthday-field.tsx";
import { AUSTRALIA, type Person, requiresState } from "./person.ts";
import styles from "./person-fields.module.css";

/** Countries sorted by their names in the user's language, with Australia first because most users live there. */
export function buildCountryChoices(countries: CountriesFile, language = LOCALE) {
	const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
	const { compare } = new Intl.Collator(language);
	return countries
		.map(({ code, name }) => ({ value: code, label: names.of(code) ?? name }))
		.sort(
			(countryA, countryB) =>
				Number(countryB.value === AUSTRALIA) - Number(countryA.value === AUSTRALIA) ||
				compare(countryA.label, countryB.label),
		);
}

/** Fields for gender, country, birthday and, in Australia, state. Must be rendered inside a form. */
export const PersonFields = ({ countries }: { readonly countries: CountriesFile }) => {
	const { t } = useTranslation();
	const form = useFormContext<Person>();
	const birthday = useField(form, "birthday");
	const gender = useField(form, "gender");
	const country = useField(form, "country");
	const state = useField(form, "state");
	return (
		<div className={styles.pair}>
			{requiresState({ country: country.value }) ? (
				<SelectField
					{...state}
					label={t("person.state")}
					hint={country.value === null ? t("person.stateHint") : undefined}
					placeholder={t("form.choose")}
					choices={STATES.map((value) => ({ value, label: t(`australianState.${value}`) }))}
					autoComplete="address-level1"
				/>
			) : null}
			<SelectField
				{...gender}
				label={t("person.gender")}
				placeholder={t("form.choose")}
				choices={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
			/>
			<SelectField
				{...country}
				label={t("person.country")}
				placeholder={t("form.choose")}
				choices={buildCountryChoices(countries)}
				onChange={(newCountry) => {
					country.onChange(newCountry);
					if (newCountry !== AUSTRALIA) state.onChange(null);
				}}
				autoComplete="country"
			/>
			<BirthdayField {...birthday} />
		</div>
	);
};
