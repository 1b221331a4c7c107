import { GENDERS, STATES } from "@first-bounce/contract/constants";
import { useTranslation } from "react-i18next";
import { SelectField } from "../fields/select-field.tsx";
import { BirthdayField } from "./birthday-field.tsx";
import { type Country, countryChoices } from "./country-choices.ts";
import { AUSTRALIA, asksState, type Person } from "./person.ts";
import styles from "./person-fields.module.css";

interface Props {
	readonly person: Person;
	readonly onChange: (change: Partial<Person>) => void;
	/** What is wrong, by field. */
	readonly errors: ReadonlyMap<string, string>;
	readonly countries: readonly Country[];
}

/** Birthday, gender, country and, for Australia, the state. */
export const PersonFields = ({ person, onChange, errors, countries }: Props) => {
	const { t } = useTranslation();
	return (
		<>
			<div className={styles.pair}>
				<BirthdayField
					value={person.birthday}
					onChange={(birthday) => onChange({ birthday })}
					error={errors.get("birthday")}
				/>
				<SelectField
					name="gender"
					label={t("person.gender")}
					placeholder={t("form.choose")}
					value={person.gender}
					choices={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
					onChange={(gender) => onChange({ gender })}
					error={errors.get("gender")}
				/>
			</div>
			<div className={styles.pair}>
				<SelectField
					name="country"
					label={t("person.country")}
					placeholder={t("form.choose")}
					value={person.country}
					choices={countryChoices(countries)}
					onChange={(country) => onChange({ country, ...(country === AUSTRALIA ? {} : { state: null }) })}
					error={errors.get("country")}
					autoComplete="country"
				/>
				{asksState(person) ? (
					<SelectField
						name="state"
						label={t("person.state")}
						placeholder={t("form.choose")}
						value={person.state}
						choices={STATES.map((value) => ({ value, label: t(`australianState.${value}`) }))}
						onChange={(state) => onChange({ state })}
						error={errors.get("state")}
						autoComplete="address-level1"
					/>
				) : null}
			</div>
		</>
	);
};
