import { fireEvent, screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { EMPTY_PERSON, type Person } from "./person.ts";
import { buildCountryChoices, PersonFields } from "./person-fields.tsx";

const countries = [
	{ code: "AU", name: "Australia" },
	{ code: "NZ", name: "New Zealand" },
];
const Form = ({ country }: { readonly country: string }) => (
	<FormProvider {...useForm<Person>({ defaultValues: { ...EMPTY_PERSON, country } })}>
		<PersonFields countries={countries} />
	</FormProvider>
);
const show = (country: string) => renderAt("/my-account", <Form country={country} />);

test("only Australians are asked for a state, with eight choices (D1.3.65)", async () => {
	const { unmount } = show("NZ");
	expect(screen.queryByRole("button", { name: /State/ })).toBeNull();
	unmount();
	show("AU");
	fireEvent.click(screen.getByRole("button", { name: /State/ }));
	const choices = await screen.findAllByRole("option");
	expect(choices.map((choice) => choice.getAttribute("data-key"))).toEqual([
		"ACT",
		"NSW",
		"NT",
		"QLD",
		"SA",
		"TAS",
		"VIC",
		"WA",
	]);
});

test("countries are named and sorted in the user's language, Australia first", () => {
	const moreCountries = [...countries, { code: "DE", name: "Germany" }, { code: "AX", name: "Åland Islands" }];
	const listLabels = (language: string) => buildCountryChoices(moreCountries, language).map(({ label }) => label);
	expect(listLabels("en-US")).toEqual(["Australia", "Åland Islands", "Germany", "New Zealand"]);
	expect(listLabels("fr-FR")).toEqual(["Australie", "Allemagne", "Îles Åland", "Nouvelle-Zélande"]);
});
