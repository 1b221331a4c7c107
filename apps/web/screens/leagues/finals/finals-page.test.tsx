import {
	type H2hRanking,
	type MatchUpTeam,
	type MatchUpView,
	showLeagueLadder,
	showMatchUps,
} from "@first-bounce/contract/leagues/league-ladder";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { LeagueContext } from "../league/use-league.ts";
import { FinalsPage } from "./finals-page.tsx";

const buildPerson = (id: number) => ({
	userId: id,
	teamId: id,
	teamName: `Team ${id}`,
	fullName: `Manager ${id}.`,
	avatarVersion: 0,
	supportedSquadId: null,
});
const buildRow = (id: number): H2hRanking => ({
	...buildPerson(id),
	rank: id,
	overallRank: id,
	WDL: { win: 0, draw: 0, lose: 0 },
	medianWDL: null,
	pointsFor: {},
	totalPointsFor: 0,
	totalPointsAgainst: 0,
	percentage: null,
	premiershipPoints: 0,
	played: 0,
	totalPoints: 0,
	averagePoints: 0,
	highestRoundPoints: 0,
	roundPoints: 0,
	teamValue: 0,
	isCurrentLeagueUser: false,
});
const buildSide = (id: number, points: number | null): MatchUpTeam => ({
	...buildPerson(id),
	rank: id,
	lineup: { DEF: [], MID: [], RUC: [], FWD: [] },
	bench: { DEF: [], MID: [], RUC: [], FWD: [] },
	utilityId: 0,
	captainId: 0,
	viceCaptainId: 0,
	emergency: [],
	scoreFlow: {},
	points,
	substitutions: {},
	isComplete: true,
	hidden: 0,
});
const buildSemiFinal = (index: number, home: number, away: number): MatchUpView => ({
	index,
	roundId: 4,
	isGrandFinal: false,
	isSemiFinal: true,
	isConsolation: false,
	isComplete: true,
	isLive: false,
	home: buildSide(home, 900),
	away: buildSide(away, 900),
	winnerTeamId: home,
});
const buildGrandFinal = (home: number, away: number): MatchUpView => ({
	...buildSemiFinal(0, home, away),
	roundId: 5,
	isGrandFinal: true,
	isSemiFinal: false,
	isConsolation: false,
	winnerTeamId: away,
});

beforeEach(() => setWindowWidth(1280));

interface Finals {
	readonly semi?: readonly MatchUpView[];
	readonly byes?: readonly number[];
	readonly grand?: readonly MatchUpView[];
	readonly teams?: number;
	readonly winnerTeamId?: number | null;
	readonly formerTeamId?: number;
	readonly isFailing?: boolean;
}

function open({
	semi = [],
	byes = [],
	grand = [],
	teams = 6,
	winnerTeamId = null,
	formerTeamId = 0,
	isFailing = false,
}: Finals) {
	fakeLeagues({
		"/fantasy/league/h2h-match-ups": (body) => {
			if (isFailing) return refusal(503, "busy", "The game is being updated");
			const isSemiFinal = (body as { roundId: number }).roundId === 4;
			return success(showMatchUps, {
				matchUps: [...(isSemiFinal ? semi : grand)],
				median: null,
				byes: isSemiFinal ? byes.map(buildPerson) : [],
				isSemiFinal,
				isGrandFinal: !isSemiFinal,
				draftRules: null,
			});
		},
		"/fantasy/ranks/h2h-league": () =>
			success(showLeagueLadder, {
				rankings: Array.from({ length: teams }, (_, index) => buildRow(index + 1)).map((team) =>
					team.teamId === formerTeamId ? { ...team, teamName: "" } : team,
				),
				currentUserRanking: null,
				roundId: 3,
				isLive: false,
				winnerTeamId,
			}),
	});
	return renderAt(
		"/leagues/5/finals",
		<LeagueContext value={buildLeague({ hasFixture: true, semiFinalId: 4, grandFinalId: 5 })}>
			<FinalsPage />
		</LeagueContext>,
	);
}
const findRound = (name: string) => screen.getByRole("heading", { level: 2, name }).closest("section") as HTMLElement;

describe("the finals of a league", () => {
	test("show the current top four until the ladder is complete (D2.1.45)", async () => {
		open({});
		expect(await screen.findByText("If the ladder finished today.")).toBeDefined();
		expect(screen.getByText(/The top four are known once Round 3 is complete\./)).toBeDefined();
		const pairs = within(findRound("Semi-finals")).getAllByRole("listitem");
		expect(pairs.map(({ textContent }) => textContent?.match(/Team \d/g))).toEqual([
			["Team 1", "Team 4"],
			["Team 2", "Team 3"],
		]);
		expect(findRound("Grand Final").textContent).toContain("Winner of semi-final 1");
		expect(findRound("Grand Final").textContent).toContain("Winner of semi-final 2");
	});

	test("list consolation games below the finals of their round [D2.9.274]", async () => {
		const consolation = { ...buildSemiFinal(2, 5, 6), isSemiFinal: false, isConsolation: true };
		open({ semi: [buildSemiFinal(0, 1, 4), buildSemiFinal(1, 2, 3), consolation] });
		expect(await screen.findByRole("heading", { level: 3, name: "Consolation games" })).toBeDefined();
		const [semiFinals, others] = within(findRound("Semi-finals")).getAllByRole("list");
		const listTeams = (list: HTMLElement | undefined) => list?.textContent?.match(/Team \d/g);
		expect(listTeams(semiFinals)).toEqual(["Team 1", "Team 4", "Team 2", "Team 3"]);
		expect(listTeams(others)).toEqual(["Team 5", "Team 6"]);
		expect(others?.textContent).toContain("Consolation game");
		expect(findRound("Grand Final").textContent).toContain("Winner of semi-final 2");
	});

	test("give the ninth team a bye, not a grand final [D2.9.274]", async () => {
		const consolation = { ...buildSemiFinal(2, 5, 6), isSemiFinal: false, isConsolation: true };
		open({ semi: [buildSemiFinal(0, 1, 4), buildSemiFinal(1, 2, 3), consolation], byes: [9], teams: 9 });
		const byes = await screen.findByRole("heading", { level: 3, name: "Byes" });
		expect(byes.parentElement?.textContent).toBe("Byes9thTeam 9");
		expect(screen.queryByText("Straight to the grand final")).toBeNull();
		expect(findRound("Grand Final").textContent).not.toContain("Team 9");
	});

	test("link to both semi-finals and the grand final, and name the premiers (D2.1.45)", async () => {
		open({ semi: [buildSemiFinal(0, 1, 4), buildSemiFinal(1, 2, 3)], grand: [buildGrandFinal(1, 2)], winnerTeamId: 2 });
		expect(await screen.findByText("Premiers: Team 2")).toBeDefined();
		expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
			"/leagues/5/matchup/4/0",
			"/leagues/5/matchup/4/1",
			"/leagues/5/matchup/5/0",
		]);
		expect(within(findRound("Semi-finals")).getAllByText(/^Semi-final · Full time$/)).toHaveLength(2);
		expect(screen.getByText("If scores are level, the higher-placed team wins.")).toBeDefined();
	});

	test("show premiers whose account is deactivated as a former team (D2.1.45)", async () => {
		open({ semi: [buildSemiFinal(0, 1, 4)], grand: [buildGrandFinal(1, 2)], winnerTeamId: 2, formerTeamId: 2 });
		expect(await screen.findByText("Premiers: Former team")).toBeDefined();
	});

	test("of three teams send the first straight to the grand final (D2.1.45)", async () => {
		open({ semi: [buildSemiFinal(1, 2, 3)], byes: [1], teams: 3 });
		expect(await screen.findByRole("heading", { name: "Straight to the grand final" })).toBeDefined();
		expect(findRound("Grand Final").textContent).toMatch(/Team 1.*Winner of the semi-final$/);
	});

	test("of two teams have no semi-finals", async () => {
		open({ teams: 2 });
		expect(await screen.findByText("There are no semi-finals with fewer than three teams.")).toBeDefined();
		expect(findRound("Grand Final").textContent).toMatch(/Team 1.*Team 2/);
	});

	test("show the error if they cannot be loaded, with a retry button", async () => {
		open({ isFailing: true });
		expect(await screen.findByText("The game is being updated")).toBeDefined();
		expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
	});
});
