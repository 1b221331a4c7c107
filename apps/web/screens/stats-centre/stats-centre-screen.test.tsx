import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import type { PlayerTotalsFile } from "@first-bounce/contract/stats/static-data";
import { showFavourites } from "@first-bounce/contract/team/favourites";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { fakeApi, file, success } from "../../../../testing/web/fake-api.ts";
import { buildPlayer, buildSeasonFiles } from "../../../../testing/web/player-season.ts";
import { buildUser, renderAt } from "../../../../testing/web/render-at.tsx";
import { catchSavedFiles } from "../../../../testing/web/saved-files.ts";
import { StatsCentreScreen } from "./stats-centre-screen.tsx";

/** Three players in another order by each of average, total and round points. */
const PLAYERS = [
	buildPlayer(1, {
		lastName: "Average",
		cost_round_diff: 12_000,
		cost_season_diff: -40_000,
		stats: { avgPoints: 90, totalPoints: 180, roundPoints: 40 },
	}),
	buildPlayer(2, { lastName: "Total", stats: { avgPoints: 80, totalPoints: 400, roundPoints: 50 } }),
	buildPlayer(3, { lastName: "Round", stats: { avgPoints: 70, totalPoints: 210, roundPoints: 99 } }),
];

function open(path: string, all = PLAYERS, totals: PlayerTotalsFile = []) {
	const { season, squads, players, rounds } = buildSeasonFiles(all);
	fakeApi({
		"/user": () => success(getUser, { user: buildUser() }),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/fantasy/favourite-player/show-favourites": () => success(showFavourites, { favouritePlayers: [] }),
		"/json/fantasy/season.json": () => file(season),
		"/json/fantasy/squads.json": () => file(squads),
		"/json/fantasy/players.json": () => file(players),
		"/json/fantasy/rounds.json": () => file(rounds),
		"/json/fantasy/player_totals.json": () => file(totals),
	});
	const noop = () => undefined;
	// jsdom neither scrolls nor lays out, and the table renders only the rows that fit.
	HTMLElement.prototype.scrollTo = noop;
	vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
	vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_200);
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
	return renderAt(
		path,
		<Routes>
			<Route path="/stats-centre/*" element={<StatsCentreScreen />} />
		</Routes>,
	);
}

test("sorts by average, total or round points, highest first, as chosen (D1.9.21)", async () => {
	open("/stats-centre");
	const listNames = () =>
		[...document.querySelectorAll("tbody tr")].map((row) => /Average|Total|Round/.exec(row.textContent ?? "")?.[0]);
	const sort = await screen.findByLabelText<HTMLSelectElement>("Sort by");
	expect([...sort.options].map(({ text }) => text)).toEqual(["Average", "Total", "Round points"]);
	await waitFor(() => expect(listNames()).toEqual(["Average", "Total", "Round"]));
	for (const [label, order] of [
		["Total", ["Total", "Round", "Average"]],
		["Round points", ["Round", "Total", "Average"]],
		["Average", ["Average", "Total", "Round"]],
	] as const) {
		const option = [...sort.options].find(({ text }) => text === label);
		fireEvent.change(sort, { target: { value: option?.value } });
		await waitFor(() => expect(listNames()).toEqual(order));
	}
});

test.each(["", "/matches", "/matchups"])("shows no price changes: %s (D1.2.91)", async (page) => {
	open(`/stats-centre${page}`);
	await screen.findByRole("link", { name: "Pat Average: details" });
	expect(document.body.textContent).not.toMatch(/[+−-]\$?(12|40)K/);
});

test("players with one last name keep their first names in charts", async () => {
	const sisters = ["Ada", "Bea"].map((firstName, index) => buildPlayer(index + 1, { firstName, lastName: "Kerr" }));
	open("/stats-centre/compare?with=1,2,3", [...sisters, buildPlayer(3, { lastName: "Low" })]);
	const chart = await screen.findByRole("figure", { name: /^Scores by round of the players compared/ });
	expect([...chart.querySelectorAll("figcaption > span")].map(({ textContent }) => textContent?.trim())).toEqual([
		"Ada Kerr",
		"Bea Kerr",
		"Low",
	]);
});

test("letters typed while the list is updated are all kept", async () => {
	const { getAddress } = open("/stats-centre");
	const search = await screen.findByLabelText<HTMLInputElement>("Find a player");
	const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
	// Like a browser, which adds each letter to what the field shows. `fireEvent` would wait for the list.
	const type = (letter: string) => {
		setValue?.call(search, search.value + letter);
		search.dispatchEvent(new Event("input", { bubbles: true }));
	};
	act(() => [..."total"].forEach(type));
	expect(search.value).toBe("total");
	await waitFor(() => expect(getAddress()).toBe("/stats-centre?name=total"));
	expect(search.value).toBe("total");
});

test.each([
	["/matches", "10"],
	["/matches?measure=total", "20"],
	["/compare?with=1", "10"],
	["", "20"],
])("the CSV has match stats as the page shows them: %s", async (page, kicks) => {
	const saved = catchSavedFiles();
	open(`/stats-centre${page}`, PLAYERS, [{ id: 1, games: 2, stats: { ...EMPTY_STAT_LINE, K: 20, TOG: 160 } }]);
	await screen.findByRole("link", { name: /^Pat Average/ });
	const readKicks = async () => {
		fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
		const [head = "", first = ""] = (await saved.readLatest()).split("\r\n");
		return first.split(",")[head.split(",").indexOf("K")];
	};
	await expect.poll(readKicks).toBe(kicks);
});
