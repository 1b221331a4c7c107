import type { DraftOwnershipFile, DraftPositionsFile } from "@first-bounce/contract/stats/draft-figures";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, expect, test } from "vitest";
import { fakeApi, file } from "../../../../../testing/web/fake-api.ts";
import { buildPlayer, buildSeasonFiles } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { StatsCentreScreen } from "../stats-centre-screen.tsx";

const PLAYERS = [
	buildPlayer(1, { lastName: "Ash" }),
	buildPlayer(2, { lastName: "Birch", squadId: 2, position: ["RUC"] }),
	buildPlayer(3, { lastName: "Cedar" }),
	buildPlayer(4, { lastName: "Deal" }),
];
const OWNERSHIP: DraftOwnershipFile = {
	roundId: 1,
	leagues: 40,
	teams: 400,
	players: [
		{ id: 1, ownedPercent: 88, startedPercent: 71, addedPercent: 2, droppedPercent: 0 },
		{ id: 2, ownedPercent: 97, startedPercent: 9, addedPercent: 0, droppedPercent: 12 },
	],
};
const POSITIONS: DraftPositionsFile = {
	drafts: 31,
	players: [
		{ id: 2, averagePick: 1, draftedPercent: 100 },
		{ id: 3, averagePick: 44, draftedPercent: 60 },
	],
};

function open(
	path: string,
	ownership: () => ReturnType<typeof file> | Promise<never>,
	positions = POSITIONS,
	/** The status of round 2. */
	status: "scheduled" | "complete" = "scheduled",
) {
	const { season, squads, players, rounds } = buildSeasonFiles(PLAYERS, status);
	fakeApi({
		"/json/fantasy/season.json": () => file(season),
		"/json/fantasy/squads.json": () => file(squads),
		"/json/fantasy/players.json": () => file(players),
		"/json/fantasy/rounds.json": () => file(rounds),
		[`/json/fantasy/${season.id}/draft_ownership/1.json`]: ownership,
		[`/json/fantasy/${season.id}/draft_ownership/2.json`]: () => file({ ...OWNERSHIP, roundId: 2 }),
		[`/json/fantasy/${season.id}/draft_positions.json`]: () => file(positions),
	});
	renderAt(
		path,
		<Routes>
			<Route path="/stats-centre/*" element={<StatsCentreScreen />} />
		</Routes>,
	);
	return season.id;
}
const listRows = () =>
	[...document.querySelectorAll("tbody tr")].map((row) =>
		[...row.children].map((cell) => (cell.textContent ?? "").replace(/^Pat /, "").replace(/(DEF|MID|RUC|FWD).*$/, "")),
	);
afterEach(cleanup);

test("draft leagues are listed by ownership, and sorted by each column [D2.9.577]", async () => {
	const seasonId = open("/stats-centre/drafts", () => file(OWNERSHIP));
	await screen.findByRole("button", { name: "ADP" });
	expect(listRows()).toEqual([
		["Birch", "97%", "9%", "–", "12%", "1"],
		["Ash", "88%", "71%", "2%", "–", "–"],
		["Cedar", "–", "–", "–", "–", "44"],
	]);
	fireEvent.click(screen.getByRole("button", { name: "Started" }));
	await waitFor(() => expect(listRows()[0]?.[0]).toBe("Ash"));
	fireEvent.click(screen.getByRole("button", { name: "ADP" }));
	await waitFor(() => expect(listRows().map(([name]) => name)).toEqual(["Birch", "Cedar", "Ash"]));
	fireEvent.click(screen.getByRole("button", { name: "ADP" }));
	await waitFor(() => expect(listRows().map(([name]) => name)).toEqual(["Cedar", "Birch", "Ash"]));
	expect(screen.getByText(/400 teams in 40 draft leagues, without mock drafts.*in 31 drafts\./)).toBeDefined();
	expect(screen.getByRole("link", { name: "Round as CSV" }).getAttribute("href")).toBe(
		`/json/fantasy/${seasonId}/draft_ownership/1.csv`,
	);
});

test("a round with too few draft teams shows average picks only [D2.9.577]", async () => {
	open("/stats-centre/drafts?position=RUC", () => file({ ...OWNERSHIP, leagues: 2, teams: 20, players: [] }));
	await screen.findByRole("button", { name: "ADP" });
	expect(listRows()).toEqual([["Birch", "1"]]);
	expect(screen.getByText(/Fewer than 100 draft teams played this round/)).toBeDefined();
	cleanup();
	open("/stats-centre/drafts", () => file({ ...OWNERSHIP, players: [] }), { drafts: 0, players: [] });
	expect(await screen.findByText("Too few draft leagues yet")).toBeDefined();
});

test("a round that is being counted says so [D2.9.577]", async () => {
	open("/stats-centre/drafts", () => ({ status: 404, body: {} }));
	expect(await screen.findByText(/Counting this round’s leagues/)).toBeDefined();
	expect(listRows().map(([name]) => name)).toEqual(["Birch", "Cedar"]);
});

test("the filters stay while another round's figures load", async () => {
	open("/stats-centre/drafts", () => new Promise<never>(() => undefined), POSITIONS, "complete");
	await screen.findByRole("button", { name: "Started" });
	const choice = screen.getByLabelText<HTMLSelectElement>("Round");
	choice.focus();
	fireEvent.change(choice, { target: { value: "1" } });
	await waitFor(() => expect(screen.queryByRole("button", { name: "Started" })).toBeNull());
	expect(document.activeElement).toBe(choice);
});
