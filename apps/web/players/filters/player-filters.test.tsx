import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { DEFAULT_POOL_FILTER } from "./player-filter.ts";
import { PlayerFilters } from "./player-filters.tsx";

test("the price filter offers every band by its bounds (D1.5.44, D1.5.50, D1.5.53)", () => {
	renderAt("/team", <PlayerFilters filter={DEFAULT_POOL_FILTER} onChange={() => undefined} squads={new Map()} />);
	const options = within(screen.getByRole("combobox", { name: "Price" })).getAllByRole<HTMLOptionElement>("option");
	expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
		["all", "Any price"],
		["affordable", "Affordable"],
		["300000", "$300K–399K"],
		["400000", "$400K–499K"],
		["500000", "$500K–599K"],
		["600000", "$600K–699K"],
		["700000", "$700K–799K"],
		["800000", "$800K–899K"],
		["900000", "$900K–999K"],
		["1000000", "$1M–3M"],
	]);
});
