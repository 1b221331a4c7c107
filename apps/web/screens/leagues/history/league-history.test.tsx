import type { SuccessOf } from "@first-bounce/contract/call";
import {
	type HistorySeasonView,
	setHistoryPage,
	showLeagueHistory,
	showLeagueRivalry,
	showTrophies,
} from "@first-bounce/contract/leagues/league-history";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { fakeLeagues } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { getProblem } from "../../../components/error-modal/problem-store.ts";
import { Trophies } from "../../../trophies/trophies.tsx";
import { LeagueHistory } from "./league-history.tsx";

type History = SuccessOf<typeof showLeagueHistory>;
const LONG_NAME = "The Unstoppable Wonthaggi Wombats";

const buildManager = (userId: number, teamName: string) => ({
	userId,
	teamId: userId,
	teamName,
	fullName: "Kit O.",
	avatarVersion: 0,
	supportedSquadId: null,
});
const buildSeason = (seasonId: number, change: Partial<HistorySeasonView> = {}): HistorySeasonView => ({
	seasonId,
	seasonName: String(2020 + seasonId),
	leagueId: 10 + seasonId,
	leagueName: "Café Ruck",
	type: "h2h",
	numTeams: 4,
	isClosed: true,
	isReadable: true,
	isCounted: true,
	lastRound: 5,
	grandFinal: false,
	championId: null,
	runnerUpId: null,
	...change,
});
const buildRow = (rank: number, userId: number, change: Partial<History["ladder"][number]> = {}) => ({
	rank,
	userId,
	seasons: 2,
	titles: 0,
	runnerUps: 0,
	rounds: 10,
	points: 12_000,
	played: 9,
	won: 5,
	drawn: 1,
	lost: 3,
	pointsFor: 10_000,
	pointsAgainst: 9_000,
	percentage: 111.11,
	...change,
});
const NO_RECORDS: History["records"] = {
	highest: [],
	lowest: [],
	largestMargin: [],
	smallestMargin: [],
	winningRun: [],
	losingRun: [],
};
const EMPTY: History = {
	seasons: [buildSeason(2, { isClosed: false })],
	managers: [],
	ladder: [],
	records: NO_RECORDS,
	page: null,
};
const at = (seasonId: number, roundId: number) => ({ seasonId, roundId });
const match = {
	isFinal: false,
	isGrandFinal: false,
	isConsolation: false,
	home: 1,
	away: 2,
	homePoints: 1300,
	awayPoints: 1100,
};
const FULL: History = {
	seasons: [
		buildSeason(2, { isClosed: false, leagueId: 5 }),
		buildSeason(1, { championId: 2, runnerUpId: 1 }),
		buildSeason(0, { leagueName: "Old Ruck", isReadable: false, isCounted: false, championId: 3, runnerUpId: 2 }),
	],
	managers: [buildManager(1, LONG_NAME), buildManager(2, "Bean Counters"), buildManager(3, "")],
	ladder: [buildRow(1, 2, { titles: 1 }), buildRow(2, 1), buildRow(3, 3, { percentage: null, titles: 1 })],
	records: {
		highest: [{ ...at(1, 3), userId: 1, points: 1407, opponentId: 2 }],
		lowest: [{ ...at(1, 4), userId: 3, points: 0, opponentId: null }],
		largestMargin: [{ ...match, isConsolation: true, ...at(1, 3), margin: 200, winnerId: 1 }],
		smallestMargin: [1, 2, 3, 4, 5].map((roundId) => ({
			...match,
			...at(1, roundId),
			awayPoints: 1300,
			margin: 0,
			winnerId: null,
		})),
		winningRun: [{ userId: 2, length: 4, from: at(1, 5), to: at(2, 3), isCurrent: true }],
		losingRun: [{ userId: 1, length: 2, from: at(1, 1), to: at(1, 2), isCurrent: false }],
	},
	page: null,
};
const RIVALRY: SuccessOf<typeof showLeagueRivalry> = {
	won: 1,
	drawn: 1,
	lost: 0,
	pointsFor: 2600,
	pointsAgainst: 2400,
	meetings: [
		{ ...at(2, 1), isFinal: false, isConsolation: false, own: 1300, other: 1300, outcome: "drawn" },
		{ ...at(1, 5), isFinal: true, isConsolation: false, own: 1300, other: 1100, outcome: "won" },
	],
};

const open = (history: History, handlers: Parameters<typeof fakeLeagues>[0] = {}) => {
	const api = fakeLeagues({
		"/fantasy/league/5/history": () => success(showLeagueHistory, history),
		"/fantasy/league/5/history/2/1": () => success(showLeagueRivalry, RIVALRY),
		...handlers,
	});
	return { api, ...renderAt("/leagues/5/history", <LeagueHistory leagueId={5} leagueName="Café Ruck" />) };
};
const findSection = async (name: string) => within(await screen.findByRole("region", { name }));

describe("a league's history", () => {
	test("says what will appear before anything is played [D2.9.266]", async () => {
		open(EMPTY);
		expect(await screen.findByRole("heading", { name: "Nothing to remember yet" })).toBeDefined();
		expect(screen.queryByRole("table")).toBeNull();
	});

	test("of a first season says that its champion is to come [D2.9.266]", async () => {
		open({ ...FULL, seasons: [buildSeason(2, { isClosed: false })] });
		expect(await screen.findByText(/^This is the first season\./)).toBeDefined();
		expect(screen.queryByRole("heading", { name: "Champions" })).toBeNull();
		expect(screen.getByRole("table", { name: "All-time ladder" })).toBeDefined();
	});

	test("lists champions by season, with links to those one may open [D2.9.266]", async () => {
		open(FULL);
		const items = (await findSection("Champions")).getAllByRole("listitem");
		expect(items.map(({ textContent }) => textContent)).toEqual([
			"2022Head-to-head · 4 teamsUnder way",
			`2021Head-to-head · 4 teamsBean CountersRunner-up: ${LONG_NAME}`,
			"2020Old Ruck · Head-to-head · 4 teamsFormer teamRunner-up: Bean Counters",
		]);
		const links = items.map((item) => within(item).queryByRole("link")?.getAttribute("href") ?? null);
		expect(links).toEqual(["/leagues/5/ladder", "/past-seasons/1/leagues/11", null]);
	});

	test("has the all-time ladder of match-ups or, without any, of points [D2.9.267]", async () => {
		const { unmount } = open(FULL);
		const ladder = within(await screen.findByRole("table", { name: "All-time ladder" }));
		expect(ladder.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
			"RankTeamTitlesPWLDForAgst%",
			"1Bean Counters2 seasons1953110,0009,000111.1",
			`2${LONG_NAME}2 seasons0953110,0009,000111.1`,
			"3Former team2 seasons1953110,0009,000–",
		]);
		expect(screen.getByText(/only champion and runner-up are kept/)).toBeDefined();
		unmount();
		const played = { played: 0, won: 0, drawn: 0, lost: 0, pointsFor: 0, pointsAgainst: 0, percentage: null };
		open({ ...FULL, ladder: FULL.ladder.map((row) => ({ ...row, ...played })), records: NO_RECORDS });
		const points = within(await screen.findByRole("table", { name: "All-time ladder" }));
		expect(points.getAllByRole("row")[0]?.textContent).toBe("RankTeamTitlesRoundsAverageTotal");
		expect(screen.queryByRole("heading", { name: "Head-to-head" })).toBeNull();
		expect(screen.queryByRole("heading", { name: "Records" })).toBeNull();
	});

	test("has a card for each record, with ties [D2.9.268]", async () => {
		open(FULL);
		const section = await findSection("Records");
		const cards = section.getAllByRole("heading", { level: 3 }).map((heading) => heading.closest("li")?.textContent);
		expect(cards).toEqual([
			`Highest score1,407${LONG_NAME} v Bean Counters Round 3, 2021`,
			"Lowest score0Former team Round 4, 2021",
			`Biggest win200 points${LONG_NAME} beat Bean Counters 1,300–1,100 Round 3, 2021 (consolation game)`,
			`Closest result0 points${[1, 2, 3]
				.map((round) => `${LONG_NAME} and Bean Counters drew 1,300–1,300 Round ${round}, 2021`)
				.join("")}and 2 more`,
			"Longest winning run4 winsBean Counters Since Round 5, 2021, still going",
			`Longest losing run2 losses${LONG_NAME} Round 1 to Round 2, 2021`,
		]);
	});

	test("compares any two managers [D2.9.269]", async () => {
		open(FULL, {
			"/fantasy/league/5/history/2/3": () =>
				success(showLeagueRivalry, { ...RIVALRY, won: 0, drawn: 0, pointsFor: 0, pointsAgainst: 0, meetings: [] }),
		});
		const section = await findSection("Head-to-head");
		expect(await section.findByText("1–0")).toBeDefined();
		expect(section.getByText("1 draw · Points: 2,600–2,400")).toBeDefined();
		expect(section.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
			"RoundScoreWinner",
			"Round 1, 20221,300–1,300Draw",
			"Round 5, 2021 (final)1,300–1,100Bean Counters",
		]);
		fireEvent.change(section.getByRole("combobox", { name: "Second team" }), { target: { value: "3" } });
		expect(await section.findByText("Bean Counters and Former team have not met yet.")).toBeDefined();
	});

	test("shows why it cannot be loaded, and loads it again", async () => {
		let isDown = true;
		open(FULL, {
			"/fantasy/league/5/history": () =>
				isDown ? refusal(403, "league-members-only", "Only members can see this") : success(showLeagueHistory, FULL),
		});
		expect(await screen.findByText("Only members can see this")).toBeDefined();
		isDown = false;
		fireEvent.click(screen.getByRole("button", { name: "Try again" }));
		expect(await screen.findByRole("heading", { name: "Champions" })).toBeDefined();
	});
});

describe("the public page of a history", () => {
	const withPage = (isOn: boolean, mayManage: boolean, token: string | null = null): History => ({
		...FULL,
		page: { isOn, mayManage, token },
	});

	test("is not offered to members while it is off [D2.9.272]", async () => {
		open(withPage(false, false));
		await screen.findByRole("heading", { name: "Champions" });
		expect(screen.queryByRole("heading", { name: "Public page" })).toBeNull();
	});

	test("is turned on by the commissioner, who gets its link [D2.9.272]", async () => {
		const token = "abcdefghijklmnop";
		const { api } = open(withPage(false, true), {
			"/fantasy/league/5/history/page": () => success(setHistoryPage, { page: { isOn: true, mayManage: true, token } }),
		});
		fireEvent.click(await screen.findByRole("button", { name: "Turn on and share" }));
		const address = await screen.findByRole<HTMLInputElement>("textbox");
		await waitFor(() => expect(address.value).toContain("/share/history/"));
		expect(api.posted).toEqual([{ path: "/fantasy/league/5/history/page", body: { isOn: true } }]);
	});

	test("is turned off after a confirmation [D2.9.272]", async () => {
		const { api } = open(withPage(true, true, "abcdefghijklmnop"), {
			"/fantasy/league/5/history/page": () =>
				success(setHistoryPage, { page: { isOn: false, mayManage: true, token: null } }),
		});
		fireEvent.click(await screen.findByRole("button", { name: "Turn off the page" }));
		const dialog = within(await screen.findByRole("dialog", { name: "Turn off the page" }));
		fireEvent.click(dialog.getByRole("button", { name: "Turn off the page" }));
		await waitFor(() =>
			expect(api.posted).toEqual([{ path: "/fantasy/league/5/history/page", body: { isOn: false } }]),
		);
	});
});

test.each([
	["Turn on and share", false, null],
	["Turn off the page", true, "abcdefghijklmnop"],
] as const)("%s says why it failed in its dialog", async (name, isOn, token) => {
	open(
		{ ...FULL, page: { isOn, mayManage: true, token } },
		{ "/fantasy/league/5/history/page": () => refusal(500, "internal", "The page is away") },
	);
	fireEvent.click(await screen.findByRole("button", { name }));
	const dialog = within(await screen.findByRole("dialog"));
	if (isOn) fireEvent.click(dialog.getByRole("button", { name }));
	expect((await dialog.findByRole("alert")).textContent).toBe("The page is away");
	expect(getProblem()).toBeNull();
});

test("trophies say what was won, in which season [D2.9.271]", async () => {
	const trophy = { seasonId: 1, seasonName: "2021", leagueId: 11, leagueName: "Café Ruck" };
	fakeApi({
		"/fantasy/trophies/7": () =>
			success(showTrophies, {
				trophies: [
					{ ...trophy, kind: "champion" },
					{ ...trophy, kind: "runner-up", leagueId: 12, leagueName: LONG_NAME },
					{ ...trophy, kind: "cup", leagueId: null, leagueName: null },
				],
			}),
		"/fantasy/trophies/8": () => success(showTrophies, { trophies: [] }),
	});
	const { unmount } = renderAt("/", <Trophies userId={7} />);
	const items = (await findSection("Trophies")).getAllByRole("listitem");
	expect(items.map(({ textContent }) => textContent)).toEqual([
		"★Café RuckChampion · 2021",
		`2${LONG_NAME}Runner-up · 2021`,
		"★The CupCup winner · 2021",
	]);
	unmount();
	renderAt("/", <Trophies userId={8} />);
	await waitFor(() => expect(screen.queryByRole("heading", { name: "Trophies" })).toBeNull());
});
