import type { SuccessOf } from "@first-bounce/contract/call";
import type { League } from "@first-bounce/contract/leagues/league";
import {
	type EliminationRanking,
	type H2hRanking,
	showEliminationLadder,
	showLeagueLadder,
} from "@first-bounce/contract/leagues/league-ladder";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, buildRankingRow, fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { LeagueContext } from "../league/use-league.ts";
import { LadderPage } from "./ladder-page.tsx";

const OPEN = "/fantasy/ranks/open-league";
const H2H = "/fantasy/ranks/h2h-league";
const started = { status: "playing", startId: 1 } as const;

beforeEach(() => setWindowWidth(1280));
const show = (league: League, query = "") =>
	renderAt(
		`/leagues/5/ladder${query}`,
		<LeagueContext value={league}>
			<LadderPage />
			<ErrorModal />
		</LeagueContext>,
	);

const buildPerson = (rank: number) => ({
	userId: rank,
	teamId: rank,
	teamName: `Team ${rank}`,
	fullName: `Manager ${rank}.`,
	avatarVersion: 0,
	supportedSquadId: null,
	rank,
	isCurrentLeagueUser: rank === 2,
});
const buildRow = (rank: number) => buildRankingRow(rank, { isCurrentLeagueUser: rank === 2 });
const buildRanking = (rank: number, wins: number): H2hRanking => ({
	...buildPerson(rank),
	overallRank: rank,
	WDL: { win: wins, draw: 0, lose: 3 - wins },
	medianWDL: null,
	pointsFor: {},
	played: 3,
	totalPointsFor: 3_000,
	totalPointsAgainst: 2_400,
	percentage: 125,
	premiershipPoints: 4 * wins,
	totalPoints: 3_900,
	averagePoints: 1_300.25,
	highestRoundPoints: 1_410,
	roundPoints: 1_288,
	teamValue: 15_500_000,
});
const OPEN_COLUMNS = ["Rank", "Team", "Value", "Highest", "Average", "Last round", "Total"];
const buildPage = () =>
	success(showRankings, {
		rankings: [buildRow(1), buildRow(3)],
		nextPage: 2,
		currentUserRanking: buildRow(2),
		isLive: false,
		total: 12,
	});
const answerLadder = () =>
	success(showLeagueLadder, {
		rankings: [buildRanking(1, 3), buildRanking(2, 2), buildRanking(3, 0)],
		currentUserRanking: null,
		roundId: 1,
		isLive: true,
		winnerTeamId: null,
	});

describe("an open league's ladder", () => {
	test("loads the latest round, ten teams per page, highest total points first (D2.2.08, D2.4.19, D2.9.02, D2.9.03)", async () => {
		const { queries } = fakeLeagues({ [OPEN]: buildPage });
		show(buildLeague({ type: "open", ...started }));
		await screen.findByText("Team 1");
		expect(queries.find(({ path }) => path === OPEN)?.query).toEqual({
			leagueId: "5",
			page: "1",
			limit: "10",
			order: "totalPoints",
			direction: "desc",
			roundId: "0",
		});
	});

	test("has an open league's columns, and the user's row below (D2.9.22)", async () => {
		fakeLeagues({ [OPEN]: buildPage });
		show(buildLeague({ type: "open", ...started }));
		await screen.findByText("Team 1");
		const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
		expect(heads).toEqual(OPEN_COLUMNS);
		expect(screen.getAllByRole("row").at(-1)?.textContent).toContain("Team 2");
	});

	test("sorts by average, total or round points in both directions (D2.3.52, D2.9.23)", async () => {
		const { queries } = fakeLeagues({ [OPEN]: buildPage });
		show(buildLeague({ type: "open", ...started }));
		await screen.findByText("Team 1");
		const order = screen.getByRole("combobox", { name: "Order by" });
		expect([...order.querySelectorAll("option")].map(({ value }) => value)).toEqual([
			"totalPoints",
			"avgPoints",
			"roundPoints",
		]);
		fireEvent.change(order, { target: { value: "avgPoints" } });
		await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ order: "avgPoints", direction: "desc" }));
		fireEvent.click(screen.getByRole("button", { name: /Average/ }));
		await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ order: "avgPoints", direction: "asc" }));
	});

	test("shows another round, and another page (D2.4.19)", async () => {
		const { queries } = fakeLeagues({ [OPEN]: buildPage });
		const { getAddress } = show(buildLeague({ type: "open", ...started }));
		await screen.findByText("Team 1");
		fireEvent.click(screen.getByRole("button", { name: "Next page" }));
		await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ page: "2", roundId: "0" }));
		await waitFor(() => expect(screen.getByRole("option", { name: "Round 1" })).toBeDefined());
		fireEvent.change(screen.getByRole("combobox", { name: "Round" }), { target: { value: "1" } });
		await waitFor(() => expect(getAddress()).toBe("/leagues/5/ladder?round=1"));
		// Another round may have fewer teams.
		await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ page: "1", roundId: "1" }));
	});

	test("links to each team in the shown round, after the start", async () => {
		fakeLeagues({ [OPEN]: buildPage });
		const latest = show(buildLeague({ type: "open", ...started }));
		expect((await screen.findByRole("link", { name: "Team 3" })).getAttribute("href")).toBe("/user/team/1/3");
		latest.unmount();
		fakeLeagues({ [H2H]: answerLadder });
		const h2h = show(buildLeague(started), "?round=1");
		expect((await screen.findByRole("link", { name: "Team 3" })).getAttribute("href")).toBe("/user/team/1/3");
		h2h.unmount();
		fakeLeagues({ [H2H]: answerLadder });
		show(buildLeague({ startId: 3 }));
		await screen.findByText("Team 3");
		expect(screen.queryByRole("link")).toBeNull();
	});

	test.each(["?round=4", "?round=99", "?round=1.0", "?round=x"])("shows the latest round for %s", async (query) => {
		const { queries } = fakeLeagues({ [OPEN]: buildPage });
		show(buildLeague({ type: "open", ...started }), query);
		await screen.findByText("Team 1");
		expect(queries.filter(({ path }) => path === OPEN).map(({ query }) => query.roundId)).toEqual(["0"]);
		expect(screen.getByRole("combobox", { name: "Round" })).toHaveProperty("value", "0");
	});

	test("shows a failure in the error modal (D2.8.05)", async () => {
		fakeLeagues({ [OPEN]: () => refusal(403, "league-members-only", "Only members see this.") });
		show(buildLeague({ type: "open", ...started }));
		expect((await screen.findByRole("alertdialog")).textContent).toContain("Only members see this.");
	});
});

describe("a head-to-head ladder", () => {
	test("has an h2h league's columns, and highlights the user's row (D2.9.22)", async () => {
		fakeLeagues({ [H2H]: answerLadder });
		show(buildLeague({ ...started, grandFinalId: 5 }));
		await screen.findByText("Team 1");
		const cells = screen
			.getAllByRole("row")
			.map((tableRow) => [...tableRow.querySelectorAll("td")].map((cell) => cell.textContent));
		const scores = ["$15.5M", "1,410", "1,300", "1,288", "3,900"];
		expect(cells[1]).toEqual(["1", "3", "3", "0", "0", "3,000", "2,400", "125.0", ...scores, "12"]);
		expect(screen.getByText("Team 2").closest("tr")?.dataset).toMatchObject({ own: "true", cut: "true" });
		expect(screen.getByText("Live")).toBeDefined();
	});

	test("has a column for games against the median, which it explains [D2.9.273]", async () => {
		const answer = (medianWDL: H2hRanking["medianWDL"]) => () =>
			success(showLeagueLadder, {
				rankings: [{ ...buildRanking(1, 3), medianWDL }],
				currentUserRanking: null,
				roundId: 1,
				isLive: false,
				winnerTeamId: null,
			});
		fakeLeagues({ [H2H]: answer({ win: 2, draw: 1, lose: 0 }) });
		const page = show(buildLeague({ ...started, medianGame: true }));
		await screen.findByText("Team 1");
		const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
		expect(heads.indexOf("Med")).toBe(heads.indexOf("D") + 1);
		expect(screen.getByRole("cell", { name: "2–0–1" })).toBeDefined();
		expect(
			screen.getByText(/Med: wins, losses and draws against the league median\. They are part of W, L and D\./),
		).toBeDefined();
		page.unmount();
		fakeLeagues({ [H2H]: answer(null) });
		show(buildLeague(started));
		await screen.findByText("Team 1");
		expect(screen.queryByText(/Med/)).toBeNull();
	});

	test("separates the top four in a league with a series (D2.1.45)", async () => {
		const response = answerLadder();
		const { success: content } = response.body as { success: { rankings: { rank: number; teamId: number }[] } };
		const [first] = content.rankings;
		const rankings = [1, 2, 3, 4, 5].map((rank) => ({
			...first,
			rank,
			teamId: rank,
			userId: rank,
			teamName: `Team ${rank}`,
		}));
		fakeLeagues({ [H2H]: () => ({ ...response, body: { success: { ...content, rankings }, errors: [] } }) });
		show(buildLeague({ ...started, semiFinalId: 4, grandFinalId: 5 }));
		await screen.findByText("Team 5");
		const cuts = screen.getAllByRole("row").filter(({ dataset }) => dataset.cut === "true");
		expect(cuts.map((row) => row.querySelector("td")?.textContent)).toEqual(["4"]);
		expect(
			screen.getByText(
				/The top four play semi-finals in Round 4, and the winners meet in the grand final of Round 5\./,
			),
		).toBeDefined();
	});

	test("has score columns, which the Columns filter shows when narrow (D2.9.22)", async () => {
		fakeLeagues({ [H2H]: answerLadder });
		show(buildLeague(started));
		await screen.findByRole("table");
		const listHidden = () => {
			const hidden = screen.getAllByRole("columnheader").filter(({ className }) => className.includes("otherGroup"));
			return hidden.map(({ textContent }) => textContent);
		};
		const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
		expect(heads.slice(9, 14)).toEqual(["Value", "Highest", "Average", "Last round", "Total"]);
		expect(listHidden()).toEqual(["Value", "Highest", "Average", "Last round", "Total"]);
		fireEvent.change(screen.getByRole("combobox", { name: "Columns" }), { target: { value: "scores" } });
		expect(listHidden()).toEqual(heads.slice(2, 9));
	});

	test.each([
		["a classic league", {}, "It is drawn when the league is full, or when Round 3 begins."],
		["a draft league", { class: "draft", draftStatus: "live" }, "It is drawn once the draft is complete."],
		["a mock draft", { class: "draft", draftStatus: "complete" }, "A mock draft counts nowhere"],
	] as const)("explains when the fixture of %s will be drawn [D2.9.492]", async (_, league, text) => {
		fakeLeagues({
			[H2H]: () =>
				success(showLeagueLadder, {
					rankings: [],
					currentUserRanking: null,
					roundId: null,
					isLive: false,
					winnerTeamId: null,
				}),
		});
		show(buildLeague(league));
		expect(await screen.findByText(text, { exact: false })).toBeDefined();
	});

	test("says that the team of a robot has no manager [D2.9.493]", async () => {
		const ranking = { ...buildRanking(1, 3), userId: 0, teamName: "Robot 1", fullName: "" };
		const response = answerLadder();
		const { success: ladder } = response.body as { success: object };
		fakeLeagues({ [H2H]: () => ({ ...response, body: { success: { ...ladder, rankings: [ranking] }, errors: [] } }) });
		show(buildLeague({ ...started, class: "draft", draftStatus: "complete", hasFixture: true }));
		expect((await screen.findByRole("rowheader", { name: /Robot 1/ })).textContent).toContain("No manager");
	});

	test("lists the placings after finals and consolation games [D2.9.277]", async () => {
		const response = answerLadder();
		const body = response.body as { success: object };
		fakeLeagues({ [H2H]: () => ({ ...response, body: { ...body, success: { ...body.success, placings: [2, 1] } } }) });
		show(buildLeague({ ...started, status: "complete", grandFinalId: 5 }));
		const heading = await screen.findByRole("heading", { name: "Final placings" });
		const rows = within(heading.parentElement as HTMLElement).getAllByRole("listitem");
		expect(rows.map(({ textContent }) => textContent)).toEqual(["Team 2", "Team 1"]);
	});

	test("names the premiers after the grand final", async () => {
		const response = answerLadder();
		const body = response.body as { success: object };
		fakeLeagues({ [H2H]: () => ({ ...response, body: { ...body, success: { ...body.success, winnerTeamId: 2 } } }) });
		show(buildLeague({ ...started, status: "complete", grandFinalId: 5 }));
		expect(await screen.findByText("Premiers: Team 2")).toBeDefined();
	});
});

describe("an elimination ladder", () => {
	const ELIMINATION = "/fantasy/ranks/elimination-league";
	type Ladder = SuccessOf<typeof showEliminationLadder>;
	const buildTeam = (rank: number, change: Partial<EliminationRanking> = {}): EliminationRanking => ({
		...buildPerson(rank),
		roundPoints: 1_000 - rank,
		totalPoints: 2_000,
		out: null,
		...change,
	});
	const out = { roundId: 1, reason: "lowest" as const };
	const lineup = {
		lineup: { DEF: [0, 0, 0, 0, 0], MID: [0, 0, 0, 0, 0], RUC: [0], FWD: [0, 0, 0, 0, 0] },
		bench: { DEF: [0], MID: [0], RUC: [0], FWD: [0] },
		utilityId: 0,
		captainId: 0,
		viceCaptainId: 0,
		emergency: [],
		hidden: 0,
	};
	const open = (ladder: Partial<Ladder>) => {
		const rankings = ladder.rankings ?? [buildTeam(1), buildTeam(3), buildTeam(4), buildTeam(5, { out })];
		const answer = () =>
			success(showEliminationLadder, {
				currentUserRanking: null,
				roundId: 1,
				isLive: false,
				winnerTeamId: null,
				inDanger: 0,
				lineups: [],
				...ladder,
				rankings,
			});
		fakeLeagues({ [ELIMINATION]: answer });
		show(buildLeague({ type: "elimination", ...started }));
	};
	const listRows = () => screen.getAllByRole("row").map((row) => row.textContent);

	test("lists those left, then those out with their round [D2.1.75]", async () => {
		open({});
		await screen.findByText("Team 1");
		expect(listRows()).toEqual([
			"Rank3 teams leftRoundTotal",
			"1Team 1Manager 1.9992,000",
			"3Team 3Manager 3.9972,000",
			"4Team 4Manager 4.9962,000",
			"1 team out",
			"5Team 5Out in Round 19952,000",
		]);
	});

	test("has a danger line above the lowest, and chances to survive [D2.1.75]", async () => {
		const lineups = [1, 3, 4].map((teamId) => ({ teamId, ...lineup }));
		open({ isLive: true, inDanger: 1, lineups });
		await screen.findByText("To survive");
		const cut = screen.getAllByRole("row").filter((row) => row.getAttribute("data-cut"));
		expect(cut.map((row) => row.textContent)).toEqual(["3Team 3Manager 3.100%9972,000"]);
		expect(listRows()[3]).toBe("4Team 4Out if it ended now0%9962,000");
	});

	test("tells a manager who is out that she may stay [D2.1.74]", async () => {
		open({ currentUserRanking: buildTeam(2, { out }) });
		expect((await screen.findByText("You went out in Round 1.")).parentElement?.textContent).toContain("chat");
	});

	test("says why nobody is in danger after a member has left [D2.1.73]", async () => {
		const left = { roundId: 1, reason: "left" as const };
		open({ isLive: true, rankings: [buildTeam(1), buildTeam(3), buildTeam(4, { out: left })] });
		expect(await screen.findByText(/A member left in Round 1, so no other team goes out/)).toBeDefined();
		expect(screen.getByText("Left in Round 1")).toBeDefined();
		expect(screen.queryByText("To survive")).toBeNull();
	});

	test("names the winner", async () => {
		const own = buildTeam(1, { isCurrentLeagueUser: true });
		open({ rankings: [own, buildTeam(2, { out })], winnerTeamId: 1, currentUserRanking: own });
		expect(await screen.findByText("Team 1 wins the league")).toBeDefined();
		expect(screen.getByText("You're the last team standing. You won the league!")).toBeDefined();
	});
});
