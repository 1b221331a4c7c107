import { LOCALE } from "../../i18n/language.ts";
import { AUSTRALIA } from "./person.ts";

export interface Country {
	readonly code: string;
	readonly name: string;
}

/** Countries sorted by their names in the user's language, with Australia first because most users live there. */
export function buildCountryChoices(countries: readonly Country[], language = LOCALE) {
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
