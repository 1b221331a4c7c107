import { GENDERS, STATES } from "@first-bounce/contract/constants";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useField } from "../fields/form.ts";
import { SelectField } from "../fields/select-field.tsx";
import { BirthdayField } from "./birthday-field.tsx";
import { buildCountryChoices, type Country } from "./country-choices.ts";
import { AUSTRALIA, type Person, requiresState } from "./person.ts";
import styles from "./person-fields.module.css";

/** State, unless another country than Australia is chosen, gender, country and birthday. Must be rendered inside a form. */
export const PersonFields = ({ countries }: { readonly countries: readonly Country[] }) => {
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
