import type { SuccessOf } from "@first-bounce/contract/call";
import { showSeasonFetch, showSeasonFetchFiles } from "@first-bounce/contract/season-fetch-calls";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../testing/fake-api.ts";
import { renderAt } from "../../../../testing/render-at.tsx";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { NewSeason } from "./new-season.tsx";

const FETCHED: SuccessOf<typeof showSeasonFetch> = {
	isAvailable: true,
	fetch: {
		season: 2027,
		competition: 3,
		rules: "official",
		state: "done",
		progress: [],
		summary: ["players.csv 540 players"],
		questions: [],
		problem: null,
		startedAt: "2026-11-23T09:00:00.000Z",
	},
};

const Page = () => {
	useOperatorTexts();
	return <NewSeason />;
};

test("a fetched season whose files cannot be loaded says why, and can be tried again (D1.9.89)", async () => {
	let isFailing = true;
	fakeApi({
		"/operator/season-fetch": () => success(showSeasonFetch, FETCHED),
		"/operator/season-fetch/2027/files": () =>
			isFailing
				? refusal(404, "season-fetch-unknown", "This season has not been fetched")
				: success(showSeasonFetchFiles, { files: [{ name: "season.json", text: "{}" }] }),
	});
	renderAt("/operator/seasons", <Page />);
	fireEvent.click(await screen.findByRole("button", { name: "Preview the import" }));
	expect(await screen.findByText("This season has not been fetched")).toBeDefined();
	isFailing = false;
	fireEvent.click(screen.getByRole("button", { name: "Preview the import" }));
	expect(await screen.findByText("Files as fetched: season.json")).toBeDefined();
	expect(screen.queryByText("This season has not been fetched")).toBeNull();
});
