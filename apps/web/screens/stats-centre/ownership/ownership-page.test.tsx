import type { OwnershipFile } from "@first-bounce/contract/stats/static-data";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { fakeApi, file } from "../../../../../testing/web/fake-api.ts";
import { buildPlayer, buildSeasonFiles } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { StatsCentreScreen } from "../stats-centre-screen.tsx";

const PLAYERS = [
	buildPlayer(1, { lastName: "Ash" }),
	buildPlayer(2, { lastName: "Birch", squadId: 2, position: ["RUC"] }),
	buildPlayer(3, { lastName: "Cedar" }),
];
const NONE = { captain: 0, doubled: 0, tradedIn: 0, tradedOut: 0 };
const NO_PERCENT = { captainPercent: 0, doubledPercent: 0, tradedInPercent: 0, tradedOutPercent: 0 };
const build = (id: number, owned: number, teams: number, captain = 0) => ({
	id,
	owned,
	...NONE,
	ownedPercent: (100 * owned) / teams,
	...NO_PERCENT,
	captain,
	captainPercent: (100 * captain) / teams,
});
const FILE: OwnershipFile = {
	roundId: 1,
	groups: [
		{ top: 100, teams: 100, players: [build(1, 80, 100, 5), build(2, 90, 100, 60)] },
		{ top: null, teams: 500, players: [build(1, 450, 500, 300), build(2, 100, 500, 40), build(3, 50, 500)] },
	],
};

function open(
	path: string,
	ownership: () => ReturnType<typeof file> | Promise<never> = () => file(FILE),
	isSmall = false,
	/** The status of round 2. */
	status: "scheduled" | "complete" = "scheduled",
) {
	const { season, squads, players, rounds } = buildSeasonFiles(PLAYERS, status);
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: isSmall, addEventListener: noop, removeEventListener: noop }));
	const api = fakeApi({
		"/json/fantasy/season.json": () => file(season),
		"/json/fantasy/squads.json": () => file(squads),
		"/json/fantasy/players.json": () => file(players),
		"/json/fantasy/rounds.json": () => file(rounds),
		[`/json/fantasy/${season.id}/ownership/1.json`]: ownership,
		[`/json/fantasy/${season.id}/ownership/2.json`]: () => file({ ...FILE, roundId: 2 }),
	});
	renderAt(
		path,
		<Routes>
			<Route path="/stats-centre/*" element={<StatsCentreScreen />} />
		</Routes>,
	);
	return { ...api, seasonId: season.id };
}
const listRows = () =>
	[...document.querySelectorAll("tbody tr")].map((row) =>
		[...row.children].map((cell) => (cell.textContent ?? "").replace(/^Pat /, "").replace(/(DEF|MID|RUC|FWD).*$/, "")),
	);
afterEach(cleanup);

test("groups are compared side by side and sorted by their headings (D2.9.282)", async () => {
	open("/stats-centre/ownership");
	await screen.findByRole("button", { name: "Top 100" });
	expect(listRows()).toEqual([
		["Birch", "90%90 teams", "20%100 teams"],
		["Ash", "80%80 teams", "90%450 teams"],
		["Cedar", "–", "10%50 teams"],
	]);
	fireEvent.click(screen.getByRole("button", { name: "All teams" }));
	await waitFor(() => expect(listRows().map(([name]) => name)).toEqual(["Ash", "Birch", "Cedar"]));
	fireEvent.click(screen.getByRole("button", { name: "All teams" }));
	await waitFor(() => expect(listRows().map(([name]) => name)).toEqual(["Cedar", "Birch", "Ash"]));
	fireEvent.click(screen.getByRole("button", { name: "Player" }));
	await waitFor(() => expect(listRows().map(([name]) => name)).toEqual(["Ash", "Birch", "Cedar"]));
	fireEvent.change(screen.getByLabelText("Show"), { target: { value: "captain" } });
	// Still within all teams.
	await waitFor(() => expect(listRows()[0]).toEqual(["Ash", "5%5 teams", "60%300 teams"]));
	expect(screen.getByText(/A larger group appears once that many teams are ranked/)).toBeDefined();
});

test("phones show the figures of one group at a time (D2.9.282)", async () => {
	open("/stats-centre/ownership", undefined, true);
	const teams = await screen.findByLabelText<HTMLSelectElement>("Teams");
	expect([...teams.options].map(({ text }) => text)).toEqual(["Top 100", "All teams"]);
	expect(listRows()[0]).toEqual(["Birch", "90%", "60%", "–", "–", "–"]);
	fireEvent.change(teams, { target: { value: "all" } });
	await waitFor(() => expect(listRows()[0]).toEqual(["Ash", "90%", "60%", "–", "–", "–"]));
});

test("filters by position and club, and links to the files (D2.9.282)", async () => {
	const { seasonId } = open("/stats-centre/ownership?position=RUC");
	await screen.findByRole("button", { name: "Top 100" });
	expect(listRows().map(([name]) => name)).toEqual(["Birch"]);
	fireEvent.change(screen.getByLabelText("Position"), { target: { value: "" } });
	fireEvent.change(screen.getByLabelText("Club"), { target: { value: "1" } });
	await waitFor(() => expect(listRows().map(([name]) => name)).toEqual(["Ash", "Cedar"]));
	expect(
		["Round as CSV", "Season as CSV", "Round as JSON"].map((name) =>
			screen.getByRole("link", { name }).getAttribute("href"),
		),
	).toEqual([
		`/json/fantasy/${seasonId}/ownership/1.csv`,
		`/json/fantasy/${seasonId}/ownership.csv`,
		`/json/fantasy/${seasonId}/ownership/1.json`,
	]);
});

test("says that a round is being counted or had too few teams (D2.9.282)", async () => {
	open("/stats-centre/ownership", () => ({ status: 404, body: {} }));
	expect(await screen.findByText("Counting the teams")).toBeDefined();
	// Another round can be chosen.
	expect(screen.getByLabelText("Round")).toBeDefined();
	cleanup();
	open("/stats-centre/ownership", () => file({ roundId: 1, groups: [] }));
	expect(await screen.findByText(/at least 100 teams/)).toBeDefined();
	expect(screen.getByLabelText("Round")).toBeDefined();
});

test("the choice of a round keeps the focus while another round loads", async () => {
	open("/stats-centre/ownership", () => new Promise<never>(() => undefined), false, "complete");
	await screen.findByRole("button", { name: "Top 100" });
	const choice = screen.getByLabelText<HTMLSelectElement>("Round");
	choice.focus();
	fireEvent.change(choice, { target: { value: "1" } });
	await waitFor(() => expect(screen.queryByRole("button", { name: "Top 100" })).toBeNull());
	expect(document.activeElement).toBe(choice);
	expect(choice.value).toBe("1");
});
