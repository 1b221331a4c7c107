import type { SuccessOf } from "@first-bounce/contract/call";
import { showLeagueRivalry } from "@first-bounce/contract/leagues/league-history";
import { type MatchUpTeam, type MatchUpView, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import type { LeagueStatus } from "@first-bounce/rules/leagues/league";
import { fireEvent, screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { file, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { buildPlayer } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { LeagueContext } from "../league/use-league.ts";
import { MatchUpPage } from "./matchup-page.tsx";

const PLAYERS = [
	buildPlayer(1, { lastName: "Tarrant", position: ["MID"], status: "uncertain", stats: { scores: { 2: 70 } } }),
	buildPlayer(2, { lastName: "Callinan", position: ["MID"], stats: { scores: { 2: 50 } } }),
	buildPlayer(3, { lastName: "Haddad", position: ["MID"], status: "emergency", stats: { scores: {} } }),
	buildPlayer(4, { lastName: "Sexton", position: ["MID"], status: "not-playing", stats: { scores: {} } }),
	buildPlayer(5, { lastName: "Waqanika", position: ["MID"], status: "injured", stats: { scores: {} } }),
];
const EMPTY_FIELD = { DEF: [0, 0, 0, 0, 0], MID: [0, 0, 0, 0, 0], RUC: [0], FWD: [0, 0, 0, 0, 0] };
const EMPTY_BENCH = { DEF: [0], MID: [0], RUC: [0], FWD: [0] };

const buildTeam = (teamId: number, mids: readonly number[], change: Partial<MatchUpTeam> = {}): MatchUpTeam => ({
	userId: teamId,
	teamId,
	teamName: `Team ${teamId}`,
	fullName: "Kit O.",
	avatarVersion: 0,
	supportedSquadId: null,
	rank: teamId,
	bench: EMPTY_BENCH,
	utilityId: 0,
	captainId: 0,
	viceCaptainId: 0,
	emergency: [],
	scoreFlow: {},
	points: 100,
	substitutions: {},
	isComplete: true,
	hidden: 0,
	lineup: { ...EMPTY_FIELD, MID: [...mids, 0, 0, 0, 0, 0].slice(0, 5) },
	...change,
});
const buildMatchUp = (change: Partial<MatchUpView> = {}): MatchUpView => ({
	index: 0,
	roundId: 2,
	isGrandFinal: false,
	isSemiFinal: false,
	isConsolation: false,
	isComplete: false,
	isLive: true,
	winnerTeamId: null,
	home: buildTeam(1, [1, 2], { captainId: 2, points: 170 }),
	away: buildTeam(2, [1, 3, 4, 5], { points: 70 }),
	...change,
});

beforeEach(() => setWindowWidth(1280));
interface Extras {
	readonly rivalry?: Partial<SuccessOf<typeof showLeagueRivalry>>;
	readonly median?: number | null;
	readonly draftRules?: SuccessOf<typeof showMatchUps>["draftRules"];
	readonly leagueStatus?: LeagueStatus;
}

function open(
	shown: MatchUpView,
	path = "/leagues/5/matchup/2/0",
	roundStatus: "playing" | "scheduled" | "complete" = "playing",
	matchStatus: "playing" | "scheduled" | "complete" = roundStatus,
	{ rivalry, median = null, draftRules = null, leagueStatus = "playing" }: Extras = {},
) {
	const noMatchUps = { won: 0, drawn: 0, lost: 0, pointsFor: 0, pointsAgainst: 0, meetings: [] };
	fakeLeagues(
		{
			"/json/fantasy/players.json": () => file(PLAYERS),
			"/fantasy/league/5/history/1/2": () => success(showLeagueRivalry, { ...noMatchUps, ...rivalry }),
			"/fantasy/league/5/history/1/7": () => success(showLeagueRivalry, noMatchUps),
			"/fantasy/league/5/history/7/1": () => success(showLeagueRivalry, noMatchUps),
			"/fantasy/league/h2h-match-ups": () =>
				success(showMatchUps, {
					matchUps: [shown],
					median,
					byes: [],
					isGrandFinal: false,
					isSemiFinal: false,
					draftRules,
				}),
		},
		{
			rounds: ["complete", roundStatus, "scheduled", "scheduled", "scheduled"],
			matches: ["complete", matchStatus, "scheduled", "scheduled", "scheduled"],
		},
	);
	return renderAt(
		path,
		<LeagueContext value={buildLeague({ hasFixture: true, startId: 1, status: leagueStatus })}>
			<Routes>
				<Route path="/leagues/5/matchup/:roundId/:index" element={<MatchUpPage />} />
			</Routes>
		</LeagueContext>,
	);
}
const listRows = () => screen.getAllByRole("row").map(({ textContent }) => textContent ?? "");

describe("a match-up's page", () => {
	test("says who leads over all seasons [D2.9.269]", async () => {
		const meeting = {
			seasonId: 1,
			roundId: 1,
			isFinal: false,
			isConsolation: false,
			own: 90,
			other: 80,
			outcome: "won",
		} as const;
		const openWith = (won: number, lost: number, drawn = 0) =>
			open(buildMatchUp(), undefined, undefined, undefined, { rivalry: { won, lost, drawn, meetings: [meeting] } });
		const others = openWith(2, 3, 1);
		expect(await screen.findByText("All-time: Team 2 leads 3–2 (1 draw)")).toBeDefined();
		others.unmount();
		openWith(2, 2);
		expect(await screen.findByText("All-time: level 2–2")).toBeDefined();
	});

	test("shows score, leader, and both teams with each player's availability", async () => {
		open(buildMatchUp());
		expect(await screen.findByText("Team 1 leads by 100")).toBeDefined();
		expect(listRows().find((text) => text.includes("Callinan"))).toContain("100");
		expect(listRows().find((text) => text.includes("Haddad"))).toContain("yet to play");
		expect(screen.getAllByText("Not named yet")).toHaveLength(2);
	});

	test("shows how both teams stand against the median [D2.9.276]", async () => {
		open(buildMatchUp(), undefined, undefined, undefined, { median: 102.5 });
		expect(
			await screen.findByText("Team 1: above the median of 102.5 · Team 2: below the median of 102.5"),
		).toBeDefined();
	});

	test("shows each player's availability: uncertain, emergency, not playing, playing, injured (D2.4.24)", async () => {
		open(buildMatchUp());
		await screen.findByText("Team 1 leads by 100");
		const findStatus = (name: string) =>
			screen
				.getAllByText(new RegExp(`^${name}|${name}$`))
				.map((element) => element.closest("td, th, div")?.querySelector("[data-status]")?.getAttribute("data-status"));
		expect(findStatus("Tarrant")).toEqual(["uncertain", "uncertain"]);
		expect(["Callinan", "Haddad", "Sexton", "Waqanika"].map((name) => findStatus(name)[0])).toEqual([
			"playing",
			"emergency",
			"not-playing",
			"injured",
		]);
	});

	test("shows no current availability after the round", async () => {
		open(buildMatchUp({ isComplete: true, isLive: false, winnerTeamId: 1 }), undefined, "complete");
		const callinan = await screen.findByText("Callinan");
		const table = callinan.closest("table") as HTMLElement;
		expect(table.querySelectorAll("[data-status]")).toHaveLength(0);
		expect(table.textContent).not.toMatch(/Not named yet|Not playing|Injured/);
	});

	const readOutlook = async () => {
		const outlook = await screen.findByRole("region", { name: "Live standing" });
		return within(outlook)
			.getAllByRole("row")
			.map((row) => [...row.children].map(({ textContent }) => textContent));
	};

	test("shows its outlook while played: chance, projected scores, players left (D1.2.142)", async () => {
		open(buildMatchUp());
		expect(await readOutlook()).toEqual([
			["Team 1", "", "Team 2"],
			[">99%", "Chance to win", "<1%"],
			["240", "Projected final", "80"],
			["189–291", "Likely range", "28–148"],
			["2 playing", "Players left", "1 playing"],
		]);
		expect(screen.queryByText(/hidden players count/)).toBeNull();
	});

	test("has the user's own team first, whichever side it has [D2.9.930]", async () => {
		open(buildMatchUp({ away: buildTeam(7, [1, 3, 4, 5], { teamName: "Kit Bag", points: 70 }) }));
		await screen.findByText("Team 1 leads by 100");
		expect((await readOutlook()).slice(0, 3)).toEqual([
			["Kit Bag", "", "Team 1"],
			["<1%", "Chance to win", ">99%"],
			["80", "Projected final", "240"],
		]);
		const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
		expect(heads.filter((text) => text === "Kit Bag" || text === "Team 1").slice(-2)).toEqual(["Kit Bag", "Team 1"]);
		expect(document.querySelector("[data-side=home]")?.textContent).toContain("Kit Bag");
	});

	test("counts hidden players as average, and chances never as certain (D1.2.143)", async () => {
		open(buildMatchUp({ away: buildTeam(2, [1], { points: 70, hidden: 20 }) }));
		const [, chances, projected, , left] = await readOutlook();
		expect(chances).toEqual(["<1%", "Chance to win", ">99%"]);
		// Tarrant's 80, fourteen average players at 68.33 each, and a hidden captain whose 68.33 count twice.
		expect(projected).toEqual(["240", "Projected final", "1,173"]);
		expect(left).toEqual(["2 playing", "Players left", "15 to play, 1 playing"]);
		expect(screen.getByText(/hidden players count as average/)).toBeDefined();
	});

	test("shows a certain outcome once finished, none for complete rounds (D1.2.142)", async () => {
		const { unmount } = open(buildMatchUp(), undefined, "playing", "complete");
		expect(await readOutlook()).toEqual([
			["Team 1", "", "Team 2"],
			["100%", "Chance to win", "0%"],
			["170", "Projected final", "70"],
			["All finished", "Players left", "All finished"],
		]);
		unmount();
		open(buildMatchUp({ isComplete: true, isLive: false, winnerTeamId: 1 }), undefined, "complete");
		await screen.findByText("Callinan");
		expect(screen.queryByRole("region", { name: "Live standing" })).toBeNull();
	});

	test("compares head-to-head or by unique scorers (D2.3.37)", async () => {
		open(buildMatchUp());
		await screen.findByText("Team 1 leads by 100");
		expect(listRows().filter((text) => text.includes("Tarrant"))).toHaveLength(1);
		fireEvent.click(screen.getByRole("radio", { name: "Unique scorers" }));
		expect(await screen.findByText(/Players only one of you has/)).toBeDefined();
		expect(listRows().some((text) => text.includes("Tarrant"))).toBe(false);
		expect(listRows().at(-1)).toContain("100");
	});

	test("has the places of its draft league, where the utility may score [D2.9.302]", async () => {
		const none = { DEF: 0, MID: 0, RUC: 0, FWD: 0 };
		const squad = { field: { ...none, MID: 1 }, bench: { ...none, MID: 1 }, utilityScores: true, limits: none };
		const byLine = (MID: number[]) => ({ DEF: [], MID, RUC: [], FWD: [] });
		const change = { lineup: byLine([1]), bench: byLine([3]), captainId: 1, utilityId: 2, points: 120 };
		const robot = buildTeam(2, [], { ...change, userId: 0, lineup: byLine([4]), utilityId: 5, points: 0 });
		const match = buildMatchUp({ home: buildTeam(1, [], change), away: robot });
		open(match, undefined, undefined, undefined, { draftRules: { squad, captainDoubled: false } });
		await screen.findByText("Team 1 leads by 120");
		const rows = listRows().filter((text) => /Tarrant|Callinan|Haddad/.test(text));
		// The captain is not doubled, and the utility comes before the bench.
		expect(rows.map((text) => text.match(/Tarrant|Callinan|Haddad|70|50|MID|UTL/g))).toEqual([
			["Tarrant", "70", "MID"],
			["Callinan", "50", "UTL"],
			["Haddad", "MID", "Haddad"],
		]);
	});

	test("hides a rival's players until they lock, and shows how many", async () => {
		open(buildMatchUp({ away: buildTeam(2, [3], { hidden: 20, points: 0 }) }));
		await screen.findByText("20 players revealed at lockout");
		expect(screen.getAllByText(/^Hidden/)).toHaveLength(20);
		fireEvent.click(screen.getByRole("radio", { name: "Unique scorers" }));
		await screen.findByText(/Players only one of you has/);
		expect(screen.getByText("20 players revealed at lockout")).toBeDefined();
	});

	test("gives a drawn grand final to the higher-placed team", async () => {
		const drawn = { isGrandFinal: true, isComplete: true, isLive: false, winnerTeamId: 1 };
		open(
			buildMatchUp({
				...drawn,
				home: buildTeam(1, [1], { points: 70 }),
				away: buildTeam(2, [1], { points: 70, rank: 0 }),
			}),
		);
		expect(await screen.findByText("Draw: Team 1 won as the higher-placed team")).toBeDefined();
		expect(screen.getAllByText(/on the ladder$/).map(({ textContent }) => textContent)).toEqual(["1st on the ladder"]);
	});

	test("shows the outlook, but no line-ups, before the round begins [D2.9.506]", async () => {
		const unstarted = { points: null };
		open(
			buildMatchUp({ isLive: false, home: buildTeam(1, [], unstarted), away: buildTeam(2, [], unstarted) }),
			undefined,
			"scheduled",
			"scheduled",
			{ leagueStatus: "scheduled" },
		);
		expect(await screen.findByText("Line-ups appear when Round 2 begins.")).toBeDefined();
		expect(screen.queryByText(/on the ladder$/)).toBeNull();
		expect(screen.getByRole("heading", { name: "Before the bounce" })).toBeDefined();
		expect(within(screen.getByRole("table")).getByText("Chance to win")).toBeDefined();
	});

	test("shows an error for an unknown match-up", async () => {
		open(buildMatchUp(), "/leagues/5/matchup/2/7");
		expect(await screen.findByText("There is no such match-up.")).toBeDefined();
	});
});
