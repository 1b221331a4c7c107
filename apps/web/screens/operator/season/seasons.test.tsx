import { listSeasons } from "@first-bounce/contract/operator/season";
import { showSeasonFetch } from "@first-bounce/contract/operator/season/season-fetch";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { SeasonsSection } from "./seasons.tsx";

const Page = () => {
	useOperatorTexts();
	return <SeasonsSection />;
};

test("without a season, nothing about one is requested (D2.9.891)", async () => {
	const { requests } = fakeApi({
		"/operator/seasons": () => success(listSeasons, { seasons: [] }),
		"/operator/season-fetch": () => success(showSeasonFetch, { isAvailable: true, fetch: null }),
	});
	renderAt("/operator/seasons", <Page />);
	expect(await screen.findByText("Import one from its files.")).toBeDefined();
	expect(await screen.findByRole("button", { name: "Fetch the season" })).toBeDefined();
	expect(screen.queryByRole("heading", { name: "Imports" })).toBeNull();
	expect(requests.filter((path) => /season-changes|season-imports/.test(path))).toEqual([]);
});
