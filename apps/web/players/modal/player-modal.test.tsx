import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { showFavourites } from "@first-bounce/contract/team/favourites";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { file, success } from "../../../../testing/web/fake-api.ts";
import { fakeLeagues, setWindowWidth } from "../../../../testing/web/league-fakes.ts";
import { buildPlayer } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { PlayerModal } from "./player-modal.tsx";

beforeEach(() => {
	setWindowWidth(1280);
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-09-19T04:00:00Z") });
});

/** Opens a player's details on 19 September 2026, an hour before squad 1 plays squad 2 in round 2. */
async function open(
	player: PlayerEntry,
	rounds: Parameters<typeof fakeLeagues>[1] = {
		rounds: ["complete", "scheduled", "scheduled", "scheduled", "scheduled"],
	},
	loadMatches = async () => file([]),
) {
	const { requests } = fakeLeagues(
		{
			"/json/fantasy/squads.json": () =>
				file([1, 2, 5].map((id) => ({ id, name: `Club ${id}`, abbreviation: `C${id}` }))),
			"/json/fantasy/players.json": () => file([player]),
			[`/json/fantasy/player_stats/${player.id}.json`]: loadMatches,
			"/json/fantasy/player_totals.json": () => file([]),
			"/fantasy/favourite-player/show-favourites": () => success(showFavourites, { favouritePlayers: [] }),
		},
		rounds,
	);
	const modal = <PlayerModal id={player.id} />;
	const { getAddress, queryClient, unmount } = renderAt(`/stats-centre?player=${player.id}`, modal);
	const waitForName = () => screen.findByRole("heading", { name: `Pat ${player.lastName}` });
	await waitForName();
	const reopen = async () => {
		unmount();
		renderAt(`/stats-centre?player=${player.id}`, modal, queryClient);
		await waitForName();
	};
	const readFacts = () => [...document.querySelectorAll("header dd")].map((fact) => fact.textContent);
	const readHeader = () => document.querySelector("header")?.textContent ?? "";
	return { getAddress, requests, readFacts, readHeader, reopen };
}

describe("the projection in a player's details", () => {
	const readFacts = () => [...document.querySelectorAll("dl")].map((list) => list.textContent).join(" ");
	const stats = { projectedPoints: 72.4, estimate: 72.4, estimateLow: 45.2, estimateHigh: 99.6, chanceToPlay: 0.9 };

	test("has the range of four in five scores, and her chance", async () => {
		await open(buildPlayer(1, { stats }));
		expect(readFacts()).toContain("Projected, Round 272 (45–100)Chance to play90%");
		expect(screen.getByRole("link", { name: "How good are our projections?" }).getAttribute("href")).toBe(
			"/projections",
		);
	});

	test("is 0 without a range for a player not playing", async () => {
		await open(buildPlayer(1, { status: "injured", stats: { ...stats, projectedPoints: 0, chanceToPlay: 0 } }));
		expect(readFacts()).toContain("Projected, Round 20Chance to play0%");
	});

	test("is absent once the season is over", async () => {
		await open(buildPlayer(1, { stats }), { rounds: ["complete", "complete", "complete", "complete", "complete"] });
		expect(readFacts()).not.toContain("Chance to play");
	});
});

describe("a player's details", () => {
	test("have the tabs Overview, which is shown first, and Match Stats (D1.2.117)", async () => {
		await open(buildPlayer(1));
		const tabs = screen.getAllByRole("tab");
		expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("aria-selected")])).toEqual([
			["Overview", "true"],
			["Match Stats", "false"],
		]);
	});

	test("show fifteen tiles in the specified order (D1.9.50)", async () => {
		await open(buildPlayer(1));
		const labels = [...document.querySelectorAll("[role=tabpanel] dt")].map((label) => label.textContent);
		const first = labels.indexOf("ROUND PTS");
		expect(labels.slice(first, first + 15)).toEqual([
			"ROUND PTS",
			"AVERAGE PTS",
			"TOTAL PTS",
			"% OWNED",
			"LAST 3 AVG",
			"PRICE",
			"HIGHEST PTS",
			"LOWEST PTS",
			"LAST ROUND",
			"ROUND RANK",
			"SEASON RANK",
			"GAMES PLAYED",
			"$ PER POINT",
			"RD $ CHANGE",
			"SEA. $ CHANGE",
		]);
	});

	test("are fetched each time they open (D1.2.120)", async () => {
		const STATS = "GET /json/fantasy/player_stats/1.json";
		const { requests, reopen } = await open(buildPlayer(1));
		const countFetches = () => requests.filter((call) => call === STATS).length;
		await waitFor(() => expect(countFetches()).toBe(1));
		await reopen();
		await waitFor(() => expect(countFetches()).toBe(2));
	});

	test("show in Match Stats that her matches are loading (D1.2.118)", async () => {
		const loaded = Promise.withResolvers<ReturnType<typeof file>>();
		await open(buildPlayer(1), undefined, () => loaded.promise);
		fireEvent.click(screen.getByRole("tab", { name: "Match Stats" }));
		expect(within(screen.getByRole("tabpanel")).getByRole("status", { name: "Loading" })).toBeDefined();
		loaded.resolve(file([]));
		await screen.findByText("She has not played a match yet.");
		expect(screen.queryByRole("status", { name: "Loading" })).toBeNull();
	});
});

describe("the header of a player's details", () => {
	test("shows name, status, positions, club, age and price, and closes (D1.2.109, D1.2.110, D1.2.111, D1.2.112, D1.2.114)", async () => {
		const { readHeader, readFacts, getAddress } = await open(
			buildPlayer(1, { birthday: "2000-09-20", position: ["DEF", "MID"], status: "injured", cost: 612_000 }),
		);
		expect(readHeader()).toMatch(/Pat Player1.*Injured.*DEF\/MID.*Club 1.*Age 25/);
		expect(readFacts()[0]).toBe("$612K");
		fireEvent.click(within(document.querySelector("header") as HTMLElement).getByRole("button", { name: "Close" }));
		expect(getAddress()).toBe("/stats-centre");
	});

	test("has the injury and the expected return after the status (D2.9.110)", async () => {
		const { readHeader } = await open({ ...buildPlayer(1, { status: "injured" }), statusNote: "Knee · 2 weeks" });
		expect(readHeader()).toContain("Injured · Knee · 2 weeks");
	});

	test("says that an age is unavailable (D1.2.113)", async () => {
		for (const birthday of [null, "0"]) {
			const { readHeader } = await open(buildPlayer(1, { birthday }));
			expect(readHeader()).toContain("Age Unavailable");
			cleanup();
		}
	});

	test("shows the price changes of the season and the last round (D1.2.115)", async () => {
		const { readFacts } = await open(buildPlayer(1, { cost_season_diff: 130_000, cost_round_diff: -8_000 }));
		expect(readFacts().slice(1, 3)).toEqual(["+130K", "−8K"]);
	});

	test("shows the match to come as the next opponent (D1.2.116)", async () => {
		const { readFacts } = await open(buildPlayer(1));
		expect(readFacts()[3]).toMatch(/^C1 v C2 · /);
	});

	test("shows BYE as the next opponent of a squad with a bye (D1.2.116)", async () => {
		const { readFacts } = await open(buildPlayer(1, { squadId: 5 }));
		expect(readFacts()[3]).toBe("BYE");
	});

	test("shows no next opponent after the last round (D1.2.116)", async () => {
		const rounds = ["complete", "complete", "complete", "complete", "complete"] as const;
		const { readFacts } = await open(buildPlayer(1), { rounds });
		expect(readFacts()[3]).toBe("-");
	});

	test("has the club's guernsey as a watermark, the strongest for club 8096 (D1.2.121)", async () => {
		const getOpacity = async (squadId: number) => {
			await open({ ...buildPlayer(1), squadId });
			const watermark = document.querySelector<HTMLElement>("header [data-watermark]");
			expect(watermark?.querySelector("svg")).not.toBeNull();
			const opacity = Number(watermark?.style.opacity);
			cleanup();
			return opacity;
		};
		const [strong, other] = [await getOpacity(8096), await getOpacity(8097)];
		expect(strong).toBeGreaterThan(other);
		expect(other).toBeGreaterThan(0);
	});
});
