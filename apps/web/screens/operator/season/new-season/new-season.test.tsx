import type { SuccessOf } from "@first-bounce/contract/call";
import {
	showSeasonFetch,
	showSeasonFetchFiles,
	startSeasonFetch,
} from "@first-bounce/contract/operator/season/season-fetch";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeApi, refusal, success } from "../../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
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
		positions: [{ word: "MIDFIELDER_FORWARD", position: "MID/FWD" }],
		draft: [],
		problem: null,
		startedAt: "2026-11-23T09:00:00.000Z",
	},
};

const Page = () => {
	useOperatorTexts();
	return <NewSeason />;
};

test("if fetched files cannot be loaded, another press retries (D1.9.89)", async () => {
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

test("entered text stays when the first fetch starts and ends (D2.9.116)", async () => {
	let answer: SuccessOf<typeof showSeasonFetch> = { isAvailable: true, fetch: null };
	const running = { ...FETCHED, fetch: FETCHED.fetch && { ...FETCHED.fetch, state: "running" as const } };
	fakeApi({
		"/operator/season-fetch": (body) => {
			if (!body) return success(showSeasonFetch, answer);
			answer = running;
			if (!running.fetch) throw new Error("There is no fetch");
			return success(startSeasonFetch, { fetch: running.fetch });
		},
	});
	renderAt("/operator/seasons", <Page />);
	const year = await screen.findByRole("textbox", { name: "Season" });
	fireEvent.change(year, { target: { value: "2027" } });
	fireEvent.change(screen.getByRole("textbox", { name: /^Reason/ }), { target: { value: "the fixture is out" } });
	fireEvent.click(screen.getByRole("button", { name: "Fetch the season" }));
	expect(await screen.findByText("Season 2027 is being fetched.")).toBeDefined();
	expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Reason/ }).value).toBe("the fixture is out");
	answer = FETCHED;
	expect(await screen.findByText("Season 2027 has been fetched.", {}, { timeout: 5_000 })).toBeDefined();
	expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Reason/ }).value).toBe("the fixture is out");
});

test("positions and picks are edited in tables and sent along (D2.9.115)", async () => {
	const sent: unknown[] = [];
	fakeApi({
		"/operator/season-fetch": (body) => {
			if (!body) return success(showSeasonFetch, FETCHED);
			sent.push(body);
			if (!FETCHED.fetch) throw new Error("There is no fetch");
			return success(startSeasonFetch, { fetch: FETCHED.fetch });
		},
	});
	renderAt("/operator/seasons", <Page />);
	const find = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name, hidden: true });
	const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));
	await screen.findByText("What the provider's positions mean", { selector: "summary" });
	fireEvent.change(screen.getByRole("textbox", { name: /^Reason/ }), { target: { value: "the draft is over" } });
	const fetchAgain = screen.getByRole<HTMLButtonElement>("button", { name: "Fetch again with these decisions" });
	fireEvent.change(find("Positions, row 1"), { target: { value: "mid" } });
	press("Add a word");
	expect(screen.getByText("Fill in the first cell, or remove the row.")).toBeDefined();
	expect(fetchAgain.disabled).toBe(true);
	fireEvent.change(find("Provider's word, row 2"), { target: { value: "TALL_FORWARD" } });
	fireEvent.change(find("Positions, row 2"), { target: { value: "goals" } });
	expect(screen.getByText("Use positions such as MID/FWD.")).toBeDefined();
	fireEvent.change(find("Positions, row 2"), { target: { value: "fwd" } });
	press("Add a pick");
	fireEvent.change(find("Player id (CD_I… or its number), row 1"), { target: { value: "CD_I7" } });
	fireEvent.change(find("Pick, row 1"), { target: { value: "0" } });
	expect(screen.getByText("Enter a whole number from 1.")).toBeDefined();
	fireEvent.change(find("Pick, row 1"), { target: { value: "3" } });
	press("Add a pick");
	press("Remove 2");
	expect(fetchAgain.disabled).toBe(false);
	fireEvent.click(fetchAgain);
	await vi.waitFor(() => expect(sent).toHaveLength(1));
	expect(sent[0]).toMatchObject({
		positions: [
			{ word: "MIDFIELDER_FORWARD", position: "MID" },
			{ word: "TALL_FORWARD", position: "FWD" },
		],
		draft: [{ pick: "3", playerId: "CD_I7" }],
		reason: "the draft is over",
	});
});
