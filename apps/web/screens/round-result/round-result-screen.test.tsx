import { type RoundResult, showRoundResult } from "@first-bounce/contract/stats/round-result";
import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { fakeApi, file, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildPlayer } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { paths } from "../../app/paths.ts";
import { RoundResultScreen } from "./round-result-screen.tsx";

const NAMES = ["", "Tarrant", "Callinan", "Haddad", "Sexton"];
const RESULT: RoundResult = {
	roundId: 2,
	teamId: 5,
	teamName: "Kit Bag",
	isCorrected: false,
	points: 1842,
	totalPoints: 3500,
	roundRank: 45,
	overallRank: 1204,
	previousRoundRank: 40,
	previousOverallRank: 1514,
	teams: 20_000,
	averagePoints: 1800.4,
	projectedPoints: 1850,
	captain: { playerId: 1, added: 90, best: { playerId: 2, points: 120 }, missed: 30 },
	bench: {
		left: [{ playerId: 4, points: 61 }],
		leftPoints: 61,
		covers: [{ inId: 3, outId: 2, points: 44 }],
		missedSwap: { inId: 4, outId: 3, points: 17 },
	},
	trades: [{ id: 9, roundId: 1, playerInId: 1, playerOutId: 4, gain: -12, roundPoints: 29 }],
	best: { kind: "cover", playerId: 3, otherId: 2, points: 44 },
	worst: { kind: "captain", playerId: 2, otherId: 1, points: -30 },
	matchUps: [
		{
			leagueId: 6,
			leagueName: "The Huddle",
			index: 1,
			isGrandFinal: false,
			isSemiFinal: false,
			isConsolation: false,
			outcome: "won",
			points: 1842,
			opponent: { userId: 8, teamName: "Late Mail", points: 1700 },
		},
		{
			leagueId: 7,
			leagueName: "Bye Bye",
			index: null,
			isGrandFinal: false,
			isSemiFinal: false,
			isConsolation: false,
			outcome: "bye",
			points: 0,
			opponent: null,
		},
	],
	eliminations: [
		{ leagueId: 8, leagueName: "Last Legs", outcome: "survived", teamsLeft: 7 },
		{ leagueId: 9, leagueName: "Sudden Death", outcome: "out", teamsLeft: 1 },
	],
	records: [
		{ kind: "best-score", value: 1842, before: 1658, leagueName: null },
		{ kind: "winning-streak", value: 3, before: null, leagueName: "The Huddle" },
	],
};

type Response = Parameters<typeof success<typeof showRoundResult>>[1];
function open(response: Partial<Response> | null, path = "/results/2") {
	const round = (id: number, status: string) => ({ id, status, tournaments: [], byeSquads: [] });
	fakeApi({
		"/json/fantasy/season.json": () => file({ id: 1, name: "2026", isDemo: false, rules: {} }),
		"/json/fantasy/squads.json": () => file([{ id: 1, name: "Club 1", abbreviation: "C1" }]),
		"/json/fantasy/rounds.json": () => file([round(1, "complete"), round(2, "complete"), round(3, "scheduled")]),
		"/json/fantasy/players.json": () => file([1, 2, 3, 4].map((id) => buildPlayer(id, { lastName: NAMES[id] ?? "" }))),
		...Object.fromEntries(
			[1, 2, 3].map((id) => [
				`/fantasy/team/round-result/${id}`,
				() =>
					response
						? success(showRoundResult, { result: RESULT, reason: null, startRoundId: 1, ...response })
						: refusal(500, "server-error", "Something went wrong"),
			]),
		),
	});
	return renderAt(
		path,
		<Routes>
			<Route path={paths.results.pattern} element={<RoundResultScreen />} />
		</Routes>,
	);
}
const readText = (element: HTMLElement) => (element.textContent ?? "").replaceAll("\u00a0", " ");
const findRegion = async (name: string) => screen.findByRole("region", { name });

describe("the result of a round", () => {
	test("shows score, ranks with movement, average and projection (D2.9.30)", async () => {
		open({});
		const score = readText(await findRegion("Your score"));
		expect(score).toContain("1,842 points");
		expect(score).toContain("Round rank45thof 20,000down 5");
		expect(score).toContain("Overall rank1,204thof 20,000up 310");
		expect(score).toContain("Average1,800+42");
		expect(score).toContain("Projected1,850−8");
		expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Round 2: how you went");
	});

	test("shows a score just below the average as equal to it", async () => {
		open({ result: { ...RESULT, points: 1800, averagePoints: 1800.4, projectedPoints: 1800 } });
		expect(readText(await findRegion("Your score"))).toContain("Average1,8000Projected1,8000");
	});

	test("shows captain, emergencies, bench, trades, and the extreme calls (D2.9.31)", async () => {
		open({});
		const decisions = await findRegion("Your calls");
		expect(readText(decisions)).toContain("Best callHaddad came in for Callinan and scored 44. +44");
		expect(readText(decisions)).toContain("Worst callCaptain Callinan instead of Tarrant would have added 30. −30");
		const rows = within(decisions).getAllByRole("listitem").map(readText);
		expect(rows).toEqual([
			"CaptainTarrant30 more with Callinan+90",
			"EmergencyHaddad for Callinan+44",
			"Bench61 left on the benchSexton 61",
			"Trade, Round 1Tarrant for Sexton+29 this round−12",
		]);
	});

	test("lists match-ups and records, and links to related pages (D2.9.32, D2.9.33)", async () => {
		open({});
		const rows = within(await findRegion("Your match-ups"))
			.getAllByRole("listitem")
			.map(readText);
		expect(rows).toEqual(["Wonv Late MailThe Huddle1,842–1,700", "ByeNo match-up this roundBye Bye"]);
		const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
		expect(links).toEqual(
			expect.arrayContaining([
				"/leagues/6/matchup/2/1",
				"/team?round=2",
				"/team/score/2/5",
				"/rankings?round=2",
				"/team/season",
				"/results/2?player=1",
			]),
		);
		const records = within(await findRegion("Records"))
			.getAllByRole("listitem")
			.map(readText);
		expect(records).toEqual([
			"Your best score this season: 1,842Previous best: 1,658.",
			"3 wins in a row in The Huddle, your longest streak",
		]);
	});

	test("lists games against the median and consolation games [D2.9.278]", async () => {
		const [won] = RESULT.matchUps;
		if (!won) throw new Error("no match-up");
		const median = { points: 1850.5, outcome: "lost" as const };
		const matchUps = [
			{ ...won, median },
			{ ...won, leagueId: 7, leagueName: "Bye Bye", isConsolation: true },
		];
		open({ result: { ...RESULT, matchUps } });
		const rows = within(await findRegion("Your match-ups"))
			.getAllByRole("listitem")
			.map(readText);
		expect(rows).toEqual([
			"Wonv Late MailThe Huddle1,842–1,700",
			"Lostv the league medianThe Huddle1,842–1,850.5",
			"Wonv Late MailBye Bye · Consolation game1,842–1,700",
		]);
	});

	test("lists the elimination leagues in which the team was alive [D2.1.77]", async () => {
		open({});
		const rows = within(await findRegion("Elimination leagues"))
			.getAllByRole("listitem")
			.map(readText);
		expect(rows).toEqual(["SurvivedLast Legs7 left", "OutSudden Death1 left"]);
		expect(screen.getByRole("link", { name: "Last Legs" }).getAttribute("href")).toBe("/leagues/8/ladder");
	});

	test("says that its figures were corrected (D2.9.34)", async () => {
		open({ result: { ...RESULT, isCorrected: true } });
		expect(await screen.findByText(/Stats were corrected after this round was published/)).toBeDefined();
	});

	test("shows no movement in round one, and no empty lists (D2.9.35)", async () => {
		open({
			result: {
				...RESULT,
				previousRoundRank: null,
				previousOverallRank: null,
				projectedPoints: null,
				matchUps: [],
				eliminations: [],
				records: [],
				best: null,
				worst: null,
				captain: { playerId: null, added: 0, best: null, missed: 0 },
			},
		});
		const score = readText(await findRegion("Your score"));
		expect(score).not.toMatch(/up \d|down \d|no change|Projected/);
		expect(screen.queryByRole("region", { name: "Your match-ups" })).toBeNull();
		expect(screen.queryByRole("region", { name: "Records" })).toBeNull();
		expect(readText(await findRegion("Your calls"))).toContain("CaptainNeither captain nor vice captain");
	});
});

describe("the page of a result", () => {
	test.each([
		["not-published", "No result yet", 1],
		["no-team", "No team in this round", null],
		["not-started", "Your team was not in this round", 3],
	] as const)("says why there is none: %s (D2.9.35)", async (reason, title, startRoundId) => {
		open({ result: null, reason, startRoundId });
		expect(await screen.findByRole("heading", { name: title })).toBeDefined();
		if (reason === "not-started") expect(screen.getByText("Your first round is Round 3.")).toBeDefined();
	});

	test("shows the newest published round if the address has no round (D2.9.36)", async () => {
		open({}, "/results");
		expect(await screen.findByRole("heading", { name: "Round 2: how you went" })).toBeDefined();
	});

	test("is not found for an unknown round", async () => {
		for (const path of ["/results/9", "/results/0", "/results/x"]) {
			const { unmount } = open({}, path);
			expect(await screen.findByText("Out on the full")).toBeDefined();
			unmount();
		}
	});

	test("offers a retry, or says that it is not offline", async () => {
		const { unmount } = open(null);
		expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
		unmount();
		vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
		open(null);
		expect(await screen.findByText("Not available offline")).toBeDefined();
		vi.restoreAllMocks();
	});
});
