import { type Cup, enterCup, showCup, showCupDraw, withdrawFromCup } from "@first-bounce/contract/leagues/cup";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { LeaguesScreen } from "../list/leagues-screen.tsx";
import { CupScreen } from "./cup-screen.tsx";

const buildTeam = (id: number, teamName = `Team ${id}`) => ({
	userId: id,
	teamId: id,
	teamName,
	fullName: "",
	avatarVersion: 0,
	supportedSquadId: null,
});
const OPEN: Cup = {
	startId: 3,
	status: "open",
	entrants: 11,
	qualifiers: null,
	isEntered: false,
	rounds: [],
	path: [],
	winner: null,
	draw: { seedHash: "ab".repeat(32), seed: null, moment: null },
};
const PLAYING: Cup = {
	...OPEN,
	status: "playing",
	isEntered: true,
	rounds: [
		{ roundId: 2, stage: "quarter-final", matches: 4, isDecided: true },
		{ roundId: 3, stage: "semi-final", matches: 2, isDecided: false },
	],
	path: [
		{
			roundId: 2,
			stage: "quarter-final",
			points: 1_234,
			opponent: buildTeam(8),
			opponentPoints: 1_111,
			isBye: false,
			outcome: "through",
		},
		{
			roundId: 3,
			stage: "semi-final",
			points: null,
			opponent: buildTeam(9, ""),
			opponentPoints: null,
			isBye: false,
			outcome: null,
		},
	],
};

beforeEach(() => setWindowWidth(1280));

function open(cup: Cup | null, isVisitor = false) {
	const handlers: Parameters<typeof fakeLeagues>[0] = {
		"/fantasy/cup": () => success(showCup, { cup }),
		"/fantasy/cup/draw": () =>
			success(showCupDraw, {
				matches: [
					{ place: 0, home: buildTeam(1), away: null, homePoints: null, awayPoints: null, winnerTeamId: null },
					{ place: 1, home: buildTeam(2), away: buildTeam(3), homePoints: 900, awayPoints: 901, winnerTeamId: 3 },
				],
				nextPage: null,
				total: 2,
			}),
		"/fantasy/cup/enter": () => success(enterCup, { cup: { ...OPEN, isEntered: true, entrants: 12 } }),
		"/fantasy/cup/withdraw": () => success(withdrawFromCup, { cup: OPEN }),
	};
	const { posted, queries } = fakeLeagues(handlers, { isVisitor });
	renderAt(
		"/leagues/cup",
		<>
			<CupScreen />
			<Toasts />
		</>,
	);
	return { posted, queries };
}

describe("the cup", () => {
	test("can be entered and left until it starts (D2.1.50)", async () => {
		const { posted } = open(OPEN);
		expect(await screen.findByText("Open until Round 3 starts")).toBeDefined();
		expect(screen.getByText("11 teams have entered")).toBeDefined();
		fireEvent.click(await screen.findByRole("button", { name: "Enter the cup" }));
		expect(await screen.findByText("You're in. The cup starts in Round 3.")).toBeDefined();
		expect(screen.getByText("12 teams have entered")).toBeDefined();
		fireEvent.click(screen.getByRole("button", { name: "Withdraw" }));
		await waitFor(() =>
			expect(posted.map(({ path }) => path)).toEqual(["/fantasy/cup/enter", "/fantasy/cup/withdraw"]),
		);
		expect(await screen.findByText("Open until Round 3 starts")).toBeDefined();
	});

	test("shows the seed's hash before the draw and all values afterwards (D2.1.52)", async () => {
		open(OPEN);
		expect(await screen.findByText("ab".repeat(32))).toBeDefined();
		expect(screen.getByText(/a random number that is added when Round 3 starts/)).toBeDefined();
		expect(screen.queryByText("Seed")).toBeNull();
		cleanup();
		open({ ...PLAYING, draw: { seedHash: "ab".repeat(32), seed: "cd".repeat(32), moment: "ef".repeat(32) } });
		expect((await screen.findByText("Seed")).parentElement?.textContent).toBe(`Seed${"cd".repeat(32)}`);
		expect(screen.getByText("Random number").parentElement?.textContent).toBe(`Random number${"ef".repeat(32)}`);
		cleanup();
		open({ ...PLAYING, draw: null });
		await screen.findByRole("list", { name: "Your cup run" });
		expect(screen.queryByText("A fair draw")).toBeNull();
	});

	test("shows the user's run, latest round first, with results (D2.1.54)", async () => {
		open(PLAYING);
		const run = await screen.findByRole("list", { name: "Your cup run" });
		const [semi, quarter] = within(run).getAllByRole("listitem");
		expect(semi?.textContent).toMatch(/Semi-final · Round 3.*Former team/);
		expect(quarter?.textContent).toMatch(/Quarter-final · Round 2Through.*1,234.*Team 8.*1,111/);
		expect(screen.queryByText("You're through")).toBeNull();
		expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
	});

	test("says that the user is through or out (D2.1.54)", async () => {
		const [first] = PLAYING.path;
		open({ ...PLAYING, path: PLAYING.path.slice(0, 1) });
		expect(await screen.findByText("You're through")).toBeDefined();
		cleanup();
		open({ ...PLAYING, path: first ? [{ ...first, outcome: "out" }] : [] });
		expect(await screen.findByText("You're out")).toBeDefined();
		expect(screen.queryByText("You're in the cup.")).toBeNull();
	});

	test("shows the draw of each round, byes and winners included (D2.1.54)", async () => {
		const { queries } = open(PLAYING);
		const draw = await screen.findByRole("list", { name: "The draw" });
		const [bye, played] = within(draw).getAllByRole("listitem");
		expect(bye?.textContent).toMatch(/Team 1Bye$/);
		expect(played?.textContent).toMatch(/Team 2900Team 3901won$/);
		fireEvent.change(screen.getByRole("combobox", { name: "Round" }), { target: { value: "2" } });
		await waitFor(() =>
			expect(queries.filter(({ path }) => path === "/fantasy/cup/draw").map(({ query }) => query.roundId)).toEqual([
				"3",
				"2",
			]),
		);
	});

	test("names qualifying round and winners, or that there is none (D2.1.51, D2.1.54)", async () => {
		open({ ...OPEN, status: "playing", qualifiers: 2_048 });
		expect(await screen.findByText("Round 3 is a qualifying round: the best 2,048 scores go through.")).toBeDefined();
		open({ ...OPEN, status: "cancelled", entrants: 1 });
		expect(await screen.findByText("Fewer than two teams entered, so there is no cup this season.")).toBeDefined();
		open({ ...PLAYING, status: "complete", winner: buildTeam(4) });
		expect(await screen.findByText("Cup winners: Team 4")).toBeDefined();
	});

	test("says that the user is in until a result is known (D2.1.51, D2.1.54)", async () => {
		open({ ...PLAYING, qualifiers: 2_048, path: PLAYING.path.slice(1) });
		expect(await screen.findByText("You're in the cup.")).toBeDefined();
		expect(screen.getByText(/is a qualifying round/)).toBeDefined();
		cleanup();
		open({
			...PLAYING,
			qualifiers: 2_048,
			rounds: [{ roundId: 1, stage: "qualifying", matches: 0, isDecided: true }, ...PLAYING.rounds],
		});
		expect(await screen.findByText("11 teams have entered")).toBeDefined();
		expect(screen.queryByText(/is a qualifying round/)).toBeNull();
	});

	test("does not tell a visitor that her team did not enter (D2.1.56)", async () => {
		open({ ...PLAYING, isEntered: false, path: [] }, true);
		expect(await screen.findByText("11 teams have entered")).toBeDefined();
		expect(screen.queryByText("Your team didn't enter this cup.")).toBeNull();
	});

	test("says if the season has no cup, and offers retries (D2.1.50)", async () => {
		open(null);
		expect(await screen.findByRole("heading", { name: "No cup this season" })).toBeDefined();
		fakeLeagues({ "/fantasy/cup": () => refusal(503, "busy", "The game is being updated") });
		renderAt("/leagues/cup", <CupScreen />);
		expect(await screen.findByText("The game is being updated")).toBeDefined();
		expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
	});

	test("has a link below the user's leagues (D2.1.54)", async () => {
		fakeLeagues({
			"/fantasy/cup": () => success(showCup, { cup: OPEN }),
			"/fantasy/leagues": () => ({ status: 200, body: { success: { leagues: [], nextPage: null }, errors: [] } }),
		});
		renderAt("/leagues", <LeaguesScreen />);
		expect((await screen.findByRole("link", { name: "Enter the cup" })).getAttribute("href")).toBe("/leagues/cup");
		expect(screen.getByText("Open until Round 3 starts")).toBeDefined();
	});
});
