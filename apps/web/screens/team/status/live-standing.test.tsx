import type { SuccessOf } from "@first-bounce/contract/call";
import { showClock } from "@first-bounce/contract/clock";
import { showEliminationLadder } from "@first-bounce/contract/leagues/league-ladder";
import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import { showProjectedTotals, showTeamRank } from "@first-bounce/contract/team/team";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLineup, buildSeason, buildSquad, DAY, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { computeProjectedScore } from "../model/round-score.ts";
import { LiveStanding } from "./live-standing.tsx";

type Statuses = Parameters<typeof buildSeason>[2];

const empty = { DEF: [0, 0, 0, 0, 0], MID: [0, 0, 0, 0, 0], RUC: [0], FWD: [0, 0, 0, 0, 0] };
const noBench = { DEF: [0], MID: [0], RUC: [0], FWD: [0] };
const rival = { lineup: empty, bench: noBench, utilityId: 0, captainId: 0, viceCaptainId: 0, emergency: [] };

type Ladder = SuccessOf<typeof showEliminationLadder>;

/** The live ladder of three teams in the order of their scores, of which "Ours" is the manager's. */
function buildLadder(names: readonly string[], inDanger = 1): Ladder {
	const rankings = names.map((teamName, index) => ({
		userId: index + 1,
		teamId: index + 1,
		teamName,
		fullName: "",
		avatarVersion: 0,
		supportedSquadId: null,
		rank: index + 1,
		roundPoints: 500 - 100 * index,
		totalPoints: 1_000,
		out: null,
		isCurrentLeagueUser: teamName === "Ours",
	}));
	return {
		rankings,
		currentUserRanking: rankings.find(({ teamName }) => teamName === "Ours") ?? null,
		roundId: 2,
		isLive: true,
		winnerTeamId: null,
		inDanger,
		lineups: inDanger === 1 ? rankings.map(({ teamId }) => ({ ...rival, teamId, hidden: 21 })) : [],
	};
}

/** Players 1 to 8 play in the first match and the others in the second; those of a match that is over scored 60. */
function open(
	matches: Statuses,
	{
		hidden = 21,
		failing = false,
		isOpponentKnown = true,
		ladder = buildLadder(["Ours", "Second", "Third"]),
	}: {
		readonly hidden?: number;
		readonly failing?: boolean;
		readonly isOpponentKnown?: boolean;
		readonly ladder?: Ladder;
	} = {},
) {
	const isFirst = (id: number) => id <= 8;
	const season = buildSeason(
		buildSquad((id) => {
			const isOver = matches?.[isFirst(id) ? 0 : 1] === "complete";
			return { squadId: isFirst(id) ? 1 : 3, stats: { scores: isOver ? { 1: 80, 2: 60 } : { 1: 80 } } };
		}),
		"playing",
		matches,
	);
	const { current: round } = season;
	if (!round) throw new Error("no round");
	const ranks: Record<string, number> = { "0": 40, "1": 52 };
	const seasonTime = new Date(SATURDAY + DAY / 2).toISOString();
	const api = fakeApi({
		"/season/clock": () =>
			success(showClock, { seasonTime, wallTime: seasonTime, speed: 0, isDemo: false, playingRoundId: 2 }),
		"/fantasy/team/overall-rank": () =>
			success(showTeamRank, {
				overallRank: ranks[api.queries.at(-1)?.query.roundId ?? ""] ?? null,
				roundRank: 9,
				roundPoints: 540,
				overallPoints: 1_540,
			}),
		"/fantasy/team/projected-totals": () =>
			failing
				? refusal(503, "unavailable", "Please try again later")
				: success(showProjectedTotals, {
						roundId: 2,
						groups: [
							{ total: 2_500, teams: 20 },
							{ total: 2_200, teams: 1 },
							{ total: 2_000, teams: 79 },
						],
						own: 2_200,
					}),
		"/fantasy/match-centre/2": () =>
			success(showRoundPlayers, {
				own: null,
				opponents: [
					{
						fieldIds: [],
						benchIds: [],
						captainId: 0,
						viceCaptainId: 0,
						leagueId: 5,
						leagueName: "Café Ruck",
						index: 1,
						teamName: "Blue Streaks",
						team: isOpponentKnown ? { ...rival, hidden } : null,
					},
				],
				eliminationLeagues: [{ leagueId: 7, leagueName: "Last One Standing" }],
				leaguePlayerIds: [],
			}),
		"/fantasy/ranks/elimination-league": () => success(showEliminationLadder, ladder),
	});
	const board = { team: buildTeam(1, buildLineup()), season, lineup: buildLineup() };
	renderAt("/team", <LiveStanding board={board} round={round} />);
	return { season, round };
}

const readFacts = async (text: string) => {
	const standing = within(await screen.findByRole("region", { name: "Live standing" }));
	await standing.findByText(text);
	return [...document.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
};

test("the live standing has rank, score, range and players left (D1.2.140, D1.2.141)", async () => {
	const { season, round } = open(["complete", "scheduled"]);
	// The first eight scored 60 each and the captain 60 again; the other eight are projected to score 80.
	expect(computeProjectedScore(buildLineup(), round, season)).toBe(9 * 60 + 8 * 80);
	expect(await readFacts("21–27")).toEqual([
		"Rank now40 up 1212",
		"Projected rank21 21–27",
		"Projected final1,180 1,089–1,271",
		"Players left8 8 to play",
	]);
});

test("the live standing lists each match-up with its chance (D1.2.145)", async () => {
	open(["complete", "scheduled"]);
	await readFacts("21–27");
	const link = await screen.findByRole("link", { name: /Blue Streaks/ });
	expect(link.getAttribute("href")).toBe("/leagues/5/matchup/2/1");
	expect(link.textContent).toBe("v Blue StreaksCafé Ruck: 1,180 to 1,18548% to win16 to play");
});

test("once finished, rank and score are certain and won match-ups 100% (D1.2.141, D1.2.145)", async () => {
	open(["complete", "complete"], { hidden: 0 });
	await screen.findByText("100% to win");
	expect(await readFacts("Rank now")).toEqual([
		"Rank now40 up 1212",
		"Projected rank40 ",
		"Projected final1,020 ",
		"Players left0 All finished",
	]);
});

test("if the rank cannot be projected, a dash shows", async () => {
	open(["complete", "scheduled"], { failing: true });
	expect(await readFacts("8 to play")).toContain("Projected rank– ");
});

test("there is no heading for match-ups whose opponents are not known yet", async () => {
	open(["complete", "scheduled"], { isOpponentKnown: false });
	await readFacts("21–27");
	expect(screen.queryByRole("heading", { name: "Your match-ups" })).toBeNull();
});

test("the live standing lists places in elimination leagues with chances [D2.1.79]", async () => {
	open(["complete", "scheduled"]);
	const link = await screen.findByRole("link", { name: /Last One Standing/ });
	expect(screen.getByRole("heading", { level: 3, name: "Elimination leagues" })).toBeDefined();
	expect(link.getAttribute("href")).toBe("/leagues/7/ladder");
	expect(link.textContent).toBe("Last One Standing1st of 3 left, 500 pts67% to surviveSafe if it ended now");
});

test("the lowest team is told it would go out [D2.1.79]", async () => {
	open(["complete", "scheduled"], { ladder: buildLadder(["First", "Second", "Ours"]) });
	const link = await screen.findByRole("link", { name: /Last One Standing/ });
	expect(link.textContent).toBe("Last One Standing3rd of 3 left, 300 pts67% to surviveOut if it ended now");
});

test("after a member has left, nobody else is said to go out [D2.1.79]", async () => {
	open(["complete", "scheduled"], { ladder: buildLadder(["First", "Ours"], 0) });
	const link = await screen.findByRole("link", { name: /Last One Standing/ });
	expect(link.textContent).toBe("Last One Standing2nd of 2 left, 400 ptsNo other team goes out");
});

test("an elimination league that put the team out is not listed [D2.1.79]", async () => {
	const ladder = buildLadder(["First", "Second", "Ours"]);
	const out = { roundId: 1, reason: "lowest" as const };
	const own = ladder.currentUserRanking;
	open(["complete", "scheduled"], { ladder: { ...ladder, currentUserRanking: own && { ...own, out } } });
	await screen.findByRole("link", { name: /Blue Streaks/ });
	expect(screen.queryByText("Last One Standing")).toBeNull();
	expect(screen.getAllByRole("list")).toHaveLength(1);
	expect(screen.queryByRole("heading", { name: "Elimination leagues" })).toBeNull();
});
