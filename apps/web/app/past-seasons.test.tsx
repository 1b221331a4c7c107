import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import type { SuccessOf } from "@first-bounce/contract/call";
import { showLeagueHistory, showTrophies } from "@first-bounce/contract/leagues/league-history";
import {
	listPastLeagues,
	type PastLadderRow,
	type PastLeague,
	showPastLeague,
} from "@first-bounce/contract/leagues/past-leagues";
import {
	listPastSeasons,
	type PastPlayer,
	type PastSeasonSummary,
	showPastRankings,
	showPastSeason,
	showPastTeam,
} from "@first-bounce/contract/stats/past-seasons";
import type { RankingRow } from "@first-bounce/contract/stats/rankings";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { fakeApi, file, refusal, success } from "../../../testing/web/fake-api.ts";
import { buildRankingRow, setWindowWidth } from "../../../testing/web/league-fakes.ts";
import { buildUser, renderAt } from "../../../testing/web/render-at.tsx";
import { ErrorModal } from "../components/error-modal/error-modal.tsx";
import { LazyScreen } from "./lazy-screen.tsx";
import { paths } from "./paths.ts";
import { SCREENS } from "./screens.ts";

const LONG_NAME = "Wagga Wagga Wonders of Yesterday";
const SEASON: PastSeasonSummary = { id: 1, name: "Season 2026", teams: 203, own: { rank: 12, totalPoints: 18_230 } };
const RULES = { lastRound: 3, grandFinal: true };
const ROUNDS = [1, 2, 3].map((roundId) => ({
	roundId,
	points: 1_000 + roundId,
	totalPoints: 1_000 * roundId,
	roundRank: 40 + roundId,
	overallRank: 20 - roundId,
}));

const buildManager = (userId: number, change: Partial<RankingRow> = {}): RankingRow =>
	buildRankingRow(userId, {
		teamId: userId + 100,
		totalPoints: 20_000 - userId,
		highestRoundPoints: 1_500,
		isCurrentLeagueUser: userId === 7,
		...change,
	});
const own = buildManager(7, { teamName: "Kit Bag", rank: 12, totalPoints: 18_230 });

const buildLeague = (change: Partial<PastLeague> = {}): PastLeague => ({
	id: 5,
	name: "The Rucks",
	type: "h2h",
	class: "regular",
	privacy: "private",
	numTeams: 3,
	avatar: null,
	colour: "coral",
	rank: 2,
	...change,
});

const buildPastPlayer = (playerId: number, change: Partial<PastPlayer> = {}): PastPlayer => ({
	playerId,
	firstName: "Pat",
	lastName: `Player${playerId}`,
	squad: "HAR",
	area: "field",
	line: "MID",
	role: null,
	hasPlayed: true,
	points: 20,
	factor: 1,
	counted: 20,
	covers: null,
	coveredBy: null,
	...change,
});

type Handlers = Parameters<typeof fakeApi>[0];
const fakePast = (handlers: Handlers = {}) =>
	fakeApi({
		"/user": () => success(getUser, { user: buildUser() }),
		"/fantasy/user-profile/show-my": () => success(showMyProfile, { userProfile: { teamName: "Kit Bag" } }),
		"/fantasy/past-seasons": () => success(listPastSeasons, { seasons: [SEASON] }),
		"/fantasy/past-seasons/1": () => success(showPastSeason, { season: { ...SEASON, ...RULES }, rounds: ROUNDS }),
		"/fantasy/past-seasons/1/leagues": () => success(listPastLeagues, { leagues: [buildLeague()], nextPage: null }),
		"/fantasy/past-seasons/1/rankings": () =>
			success(showPastRankings, {
				rankings: [buildManager(1), buildManager(2, { teamName: "", fullName: "" })],
				nextPage: 2,
				currentUserRanking: own,
				isLive: false,
				total: 203,
			}),
		"/fantasy/trophies/7": () => success(showTrophies, { trophies: [] }),
		"/json/fantasy/squads.json": () => file([]),
		...handlers,
	});
const open = (path: string) =>
	renderAt(
		path,
		<>
			<Routes>
				{(["pastSeasons", "pastLeague", "pastTeam"] as const).map((name) => (
					<Route key={name} path={paths[name].pattern} element={<LazyScreen chunk={SCREENS[name]} />} />
				))}
			</Routes>
			<ErrorModal />
		</>,
	);
const getRows = (name: string) =>
	within(screen.getByRole("table", { name }))
		.getAllByRole("row")
		.slice(1)
		.map(({ textContent }) => textContent ?? "");

beforeEach(() => setWindowWidth(1280));

describe("the list of past seasons", () => {
	test("links to each season and shows where the user finished (D1.9.92)", async () => {
		fakePast();
		open("/past-seasons");
		expect((await screen.findByRole("link", { name: "Season 2026" })).getAttribute("href")).toBe("/past-seasons/1");
		expect(screen.getByText("203 teams")).toBeDefined();
		expect(screen.getByRole("listitem").textContent).toContain("Your rank12 of 203");
	});

	test("says if there are no past seasons or own team (D1.9.92)", async () => {
		fakePast({ "/fantasy/past-seasons": () => success(listPastSeasons, { seasons: [] }) });
		const empty = open("/past-seasons");
		expect(await screen.findByRole("heading", { name: "No past seasons yet" })).toBeDefined();
		empty.unmount();
		fakePast({ "/fantasy/past-seasons": () => success(listPastSeasons, { seasons: [{ ...SEASON, own: null }] }) });
		const newcomer = open("/past-seasons");
		expect(await screen.findByText("You had no ranked team in this season.")).toBeDefined();
		newcomer.unmount();
		fakePast({ "/fantasy/past-seasons": () => refusal(503, "busy", "The game is being updated") });
		open("/past-seasons");
		expect((await screen.findByRole("alert")).textContent).toContain("The game is being updated");
		expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
		expect(screen.queryByRole("alertdialog")).toBeNull();
	});
});

describe("a past season", () => {
	test("shows the user's rounds, her leagues and the final rankings (D1.9.92)", async () => {
		fakePast();
		open("/past-seasons/1");
		expect(await screen.findByRole("heading", { level: 1, name: "Season 2026" })).toBeDefined();
		expect(getRows("Your rounds")).toEqual([
			"Grand Final1,003433,00017",
			"Round 21,002422,00018",
			"Round 11,001411,00019",
		]);
		expect((await screen.findByRole("link", { name: "Round 2" })).getAttribute("href")).toBe(
			"/past-seasons/1/team/2/7",
		);
		const league = await screen.findByRole("link", { name: "The Rucks" });
		expect(league.getAttribute("href")).toBe("/past-seasons/1/leagues/5");
		expect(league.closest("li")?.textContent).toMatch(/Your rank 2$/);
		await screen.findByText("Team 1");
		expect(getRows("Teams by rank")).toEqual([
			"1Team 1Manager 1.$15.5M1,5001,30090019,999",
			"2Former teamNo longer plays$15.5M1,5001,30090019,998",
			"12Kit BagManager 7.You$15.5M1,5001,30090018,230",
		]);
		expect(screen.getByRole("link", { name: "Team 1" }).getAttribute("href")).toBe("/past-seasons/1/team/3/1");
		expect(screen.queryByRole("link", { name: "Former team" })).toBeNull();
	});

	test("shows other pages of the rankings, kept in the address (D1.9.92)", async () => {
		const { queries } = fakePast();
		const { getAddress } = open("/past-seasons/1");
		fireEvent.click(await screen.findByRole("button", { name: "Next page" }));
		await waitFor(() => expect(getAddress()).toBe("/past-seasons/1?page=2"));
		await waitFor(() =>
			expect(queries.filter(({ path }) => path.endsWith("/rankings")).map(({ query }) => query)).toEqual([
				{ page: "1", limit: "10" },
				{ page: "2", limit: "10" },
			]),
		);
	});

	test("an address beyond the last page shows the last (D1.9.92)", async () => {
		fakePast();
		const { getAddress } = open("/past-seasons/1?page=999");
		await waitFor(() => expect(getAddress()).toBe("/past-seasons/1?page=21"));
		expect(await screen.findByText(/201–203 of 203/)).toBeDefined();
	});

	test("says if the user had no team, league or ranks (D1.9.92)", async () => {
		const season = { ...SEASON, ...RULES, teams: 0, own: null };
		fakePast({
			"/fantasy/past-seasons/1": () => success(showPastSeason, { season, rounds: [] }),
			"/fantasy/past-seasons/1/leagues": () => success(listPastLeagues, { leagues: [], nextPage: null }),
			"/fantasy/past-seasons/1/rankings": () =>
				success(showPastRankings, { rankings: [], nextPage: null, currentUserRanking: null, isLive: false, total: 0 }),
		});
		open("/past-seasons/1");
		expect(await screen.findByText("You had no ranked team in this season.")).toBeDefined();
		expect(await screen.findByText("You weren't in a league in this season.")).toBeDefined();
		expect(await screen.findByText("No team was ranked in this season.")).toBeDefined();
		expect(screen.queryByRole("table")).toBeNull();
	});

	test("an unknown season shows the server's message (D1.9.92)", async () => {
		fakePast({ "/fantasy/past-seasons/1": () => refusal(404, "season-unknown", "There is no such season") });
		const unknown = open("/past-seasons/1");
		expect((await screen.findByRole("alert")).textContent).toContain("There is no such season");
		expect(document.title).toMatch(/^Past season/);
		unknown.unmount();
		fakePast({ "/fantasy/past-seasons/1": () => refusal(503, "busy", "The game is being updated") });
		const busy = open("/past-seasons/1");
		expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
		expect(screen.getByRole("heading", { level: 1, name: "Past season" })).toBeDefined();
		busy.unmount();
		open("/past-seasons/x");
		expect(screen.getByText("This page doesn't exist.")).toBeDefined();
	});
});

describe("a team of a past season", () => {
	const buildPastTeam = (roundId: number): SuccessOf<typeof showPastTeam> => ({
		team: {
			...buildManager(7, { teamName: LONG_NAME }),
			season: { id: 1, name: "Season 2026", ...RULES },
			rounds: ROUNDS,
			roundId,
			points: 1_000 + roundId,
			players: [
				buildPastPlayer(1, { role: "captain", factor: 2, counted: 40 }),
				buildPastPlayer(2, { hasPlayed: false, points: 0, factor: 0, counted: 0, coveredBy: 3 }),
				buildPastPlayer(3, { area: "bench", line: "RUC", role: "emergency", covers: 2 }),
				buildPastPlayer(4, { area: "utility", line: null, factor: 0, counted: 0 }),
			],
		},
	});

	test("shows line-up, roles, points and substitutions as they were (D1.7.58)", async () => {
		fakePast({ "/fantasy/past-seasons/1/teams/7/2": () => success(showPastTeam, buildPastTeam(2)) });
		open("/past-seasons/1/team/2/7");
		expect(await screen.findByRole("heading", { level: 1, name: LONG_NAME })).toBeDefined();
		expect(screen.getByText("Manager 7.")).toBeDefined();
		expect(document.title).toMatch(new RegExp(`^${LONG_NAME}, Round 2`));
		expect(getRows("On field")).toEqual([
			"Pat Player1MID · HARCcaptain20240",
			"Pat Player2MID · HARPat Player3 came in for herDNP00",
		]);
		expect(getRows("Bench & utility")).toEqual([
			"Pat Player3RUC · HAREemergencyCame in for Pat Player220120",
			"Pat Player4UTL · HAR2000",
		]);
		expect(screen.getByRole("link", { name: "Season 2026" }).getAttribute("href")).toBe("/past-seasons/1");
	});

	test("another round can be chosen (D1.7.58)", async () => {
		fakePast({
			"/fantasy/past-seasons/1/teams/7/2": () => success(showPastTeam, buildPastTeam(2)),
			"/fantasy/past-seasons/1/teams/7/1": () => success(showPastTeam, buildPastTeam(1)),
		});
		const { getAddress } = open("/past-seasons/1/team/2/7");
		fireEvent.change(await screen.findByRole("combobox", { name: "Round" }), { target: { value: "1" } });
		expect(await screen.findByText("1,001")).toBeDefined();
		expect(getAddress()).toBe("/past-seasons/1/team/1/7");
	});

	test("a team not in the round shows the server's message (D1.7.58)", async () => {
		fakePast({
			"/fantasy/past-seasons/1/teams/7/1": () => refusal(404, "team-not-in-round", "This team was not in round 1"),
		});
		open("/past-seasons/1/team/1/7");
		expect((await screen.findByRole("alert")).textContent).toContain("This team was not in round 1");
	});
});

describe("a league of a past season", () => {
	const buildLadderRow = (userId: number, h2h: PastLadderRow["h2h"]): PastLadderRow => ({
		...buildManager(userId),
		h2h,
		out: null,
	});
	const buildH2h = (wins: number) => ({
		played: 2,
		wins,
		draws: 0,
		losses: 2 - wins,
		pointsFor: 2_100,
		pointsAgainst: 2_000,
		percentage: 105,
		premiershipPoints: 4 * wins,
		median: null,
	});
	const buildLeagueData = (
		change: Partial<SuccessOf<typeof showPastLeague>> = {},
	): SuccessOf<typeof showPastLeague> => ({
		season: { id: 1, name: "Season 2026", ...RULES },
		league: { ...buildLeague(), startId: 1, h2hTiebreaker: "percentage" },
		ladder: [buildLadderRow(1, buildH2h(2)), buildLadderRow(7, buildH2h(1)), buildLadderRow(3, buildH2h(0))],
		nextPage: null,
		currentUserRanking: buildLadderRow(7, buildH2h(1)),
		winnerTeamId: 107,
		winnerTeamName: "Team 7",
		rounds: [
			{
				roundId: 2,
				isSemiFinal: false,
				isGrandFinal: false,
				matchUps: [
					{
						home: { ...buildManager(1), points: 1_050 },
						away: { ...buildManager(7), points: 1_050 },
						winnerTeamId: null,
						isConsolation: false,
					},
				],
				byes: [buildManager(3)],
			},
			{
				roundId: 3,
				isSemiFinal: false,
				isGrandFinal: true,
				matchUps: [
					{
						home: { ...buildManager(1), points: 990 },
						away: { ...buildManager(7), points: 1_003 },
						winnerTeamId: 107,
						isConsolation: false,
					},
				],
				byes: [],
			},
		],
		...change,
	});
	const PATH = "/fantasy/past-seasons/1/leagues/5";

	test("shows its final ladder and who won the grand final (D2.7.68)", async () => {
		fakePast({ [PATH]: () => success(showPastLeague, buildLeagueData()) });
		open("/past-seasons/1/leagues/5");
		expect(await screen.findByRole("heading", { level: 1, name: "The Rucks" })).toBeDefined();
		expect(screen.getByText("Premiers: Team 7")).toBeDefined();
		expect(getRows("Ladder of The Rucks")).toEqual([
			"1Team 1Manager 1.22002,1002,000105.0$15.5M1,5001,30090019,9998",
			"7Team 7Manager 7.You★Premiers21102,1002,000105.0$15.5M1,5001,30090019,9934",
			"3Team 3Manager 3.20202,1002,000105.0$15.5M1,5001,30090019,9970",
		]);
		expect(screen.queryByRole("button", { name: "Show more teams" })).toBeNull();
	});

	test("leads to the history of all its seasons [D2.9.270]", async () => {
		const records = {
			highest: [],
			lowest: [],
			largestMargin: [],
			smallestMargin: [],
			winningRun: [],
			losingRun: [],
		};
		fakePast({
			[PATH]: () => success(showPastLeague, buildLeagueData()),
			"/fantasy/league/5/history": () =>
				success(showLeagueHistory, { seasons: [], managers: [], ladder: [], records, page: null }),
		});
		open("/past-seasons/1/leagues/5");
		fireEvent.click(await screen.findByRole("radio", { name: "History" }));
		expect(await screen.findByRole("heading", { name: "Nothing to remember yet" })).toBeDefined();
		expect(screen.queryByRole("heading", { name: "Final ladder" })).toBeNull();
	});

	test("shows the match-ups of any round with their results (D2.7.68) [D2.9.930]", async () => {
		fakePast({ [PATH]: () => success(showPastLeague, buildLeagueData()) });
		open("/past-seasons/1/leagues/5");
		const list = await screen.findByRole("list", { name: "Match-ups" });
		// The user, whose team comes first, may load after the match-ups.
		const final = "Grand Final · Full timeTeam 7Manager 7.1,003wonTeam 1Manager 1.990";
		await waitFor(() => expect(list.textContent).toBe(final));
		fireEvent.change(screen.getByRole("combobox", { name: "Round" }), { target: { value: "2" } });
		await screen.findByText(/Your match-up/);
		expect(screen.getByRole("list", { name: "Match-ups" }).textContent).toBe(
			"Your match-up · DrawTeam 7Manager 7.1,050Team 1Manager 1.1,050",
		);
		expect(screen.getByRole("heading", { name: "Byes" }).parentElement?.textContent).toBe("ByesTeam 3");
		expect(within(list).getByRole("link", { name: "Team 7" }).getAttribute("href")).toBe("/past-seasons/1/team/2/7");
	});

	test("a draft league does not lead to its managers' classic teams", async () => {
		const data = buildLeagueData();
		fakePast({
			[PATH]: () => success(showPastLeague, { ...data, league: { ...data.league, class: "draft" } }),
		});
		open("/past-seasons/1/leagues/5");
		const list = await screen.findByRole("list", { name: "Match-ups" });
		expect(list.textContent).toContain("Team 7Manager 7.1,003");
		expect(within(list).queryByRole("link")).toBeNull();
		expect(within(screen.getByRole("table", { name: "Ladder of The Rucks" })).queryByRole("link")).toBeNull();
	});

	test("names the premiers before their page of the ladder is loaded (D2.7.68)", async () => {
		fakePast({
			[PATH]: () =>
				success(
					showPastLeague,
					buildLeagueData({ ladder: [buildLadderRow(1, buildH2h(2))], winnerTeamName: "Far Down", nextPage: 2 }),
				),
		});
		open("/past-seasons/1/leagues/5");
		expect(await screen.findByText("Premiers: Far Down")).toBeDefined();
	});

	test("an open league loads more teams, and shows the user's row below (D2.7.68)", async () => {
		const openLeague = { ...buildLeague({ type: "open", numTeams: 30 }), startId: 2, h2hTiebreaker: null };
		const buildPage = (row: number, nextPage: number | null) =>
			buildLeagueData({
				league: openLeague,
				ladder: [buildLadderRow(row, null)],
				currentUserRanking: buildLadderRow(7, null),
				winnerTeamId: null,
				winnerTeamName: null,
				rounds: [],
				nextPage,
			});
		const { queries } = fakePast({
			[PATH]: () => success(showPastLeague, queries.at(-1)?.query.page === "1" ? buildPage(1, 2) : buildPage(2, null)),
		});
		open("/past-seasons/1/leagues/5");
		fireEvent.click(await screen.findByRole("button", { name: "Show more teams" }));
		await screen.findByText("Team 2");
		expect(getRows("Teams by rank")).toEqual([
			"1Team 1Manager 1.$15.5M1,5001,30090019,999",
			"2Team 2Manager 2.$15.5M1,5001,30090019,998",
			"7Team 7Manager 7.You$15.5M1,5001,30090019,993",
		]);
		expect(screen.queryByRole("list", { name: "Match-ups" })).toBeNull();
	});

	test("a private league shows the server's message to non-members (D2.7.69)", async () => {
		fakePast({ [PATH]: () => refusal(403, "league-members-only", "Only its members see this") });
		open("/past-seasons/1/leagues/5");
		expect((await screen.findByRole("alert")).textContent).toContain("Only its members see this");
		expect(screen.getByRole("heading", { level: 1, name: "League of a past season" })).toBeDefined();
		expect(screen.getByRole("link", { name: "Past seasons" }).getAttribute("href")).toBe("/past-seasons");
		expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
	});
});
