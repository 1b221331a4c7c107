import { type DraftTeamRound, showDraftTeam, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { type DraftReport, showDraftReport } from "@first-bounce/contract/draft/draft-report";
import { dropPlayer } from "@first-bounce/contract/draft/waivers";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { buildDraftPlayers, buildDraftTeamRound } from "../../../../../testing/web/draft-team-builders.ts";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildSeasonFiles, DAY, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { chooseAction, getCard, getGround, press, pressButton } from "../../../../../testing/web/render-board.tsx";
import { openDraftTeam } from "../../../../../testing/web/render-draft-team.tsx";
import { buildTransaction } from "../../../../../testing/web/waiver-fakes.ts";
import { buildStaticKey } from "../../../api/use-static.ts";

beforeEach(() => {
	HTMLElement.prototype.showPopover = () => undefined;
	HTMLElement.prototype.hidePopover = () => undefined;
	HTMLElement.prototype.scrollIntoView = () => undefined;
	localStorage.clear();
	vi.stubGlobal("matchMedia", () => ({
		matches: false,
		addEventListener: () => undefined,
		removeEventListener: () => undefined,
	}));
});

const listRows = () =>
	within(getGround())
		.getAllByRole("group")
		.map((row) => [row.getAttribute("aria-label"), within(row).getAllByRole("listitem").length]);

test("a draft team has the league's places, and no prices or trades (D2.9.315)", async () => {
	openDraftTeam();
	await screen.findByRole("heading", { name: "Ada's Aces" });
	expect(listRows()).toEqual([
		["Forwards", 4],
		["Midfielders", 4],
		["Ruck", 1],
		["Defenders", 4],
		["Utility", 1],
		["Bench", 4],
	]);
	expect(document.body.textContent).not.toMatch(/\$\d|Trade|In the bank|Autofill/);
	const matchUp = await screen.findByRole("link", { name: "v Bea's Bolters" });
	expect(matchUp.getAttribute("href")).toBe("/leagues/5/matchup/2/1");
	expect(screen.getByText(/^1 thing to fix/)).toBeDefined();
});

test("a team before its draft is not asked for [D2.9.494]", async () => {
	const { requests } = openDraftTeam({ path: "/team/draft/6" });
	expect(await screen.findByRole("heading", { name: "No draft team yet" })).toBeDefined();
	expect(screen.getByRole("link", { name: "Go to the league" }).getAttribute("href")).toBe("/leagues/6/about");
	expect(requests.filter((request) => request.includes("my-team"))).toEqual(["GET /draft/my-teams"]);
});

test("a swap and a captain are saved with the version (D2.9.316)", async () => {
	const { posted } = openDraftTeam();
	await screen.findByRole("heading", { name: "Ada's Aces" });
	await chooseAction(18, "Make captain");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]).toMatchObject({ path: "/draft/league/5/lineup", body: { captainId: 18, version: 3 } });
	await chooseAction(1, "Swap");
	press(getCard(14));
	await waitFor(() => expect(posted).toHaveLength(2));
	// The emergency stays with the place on the bench.
	expect(posted[1]?.body).toMatchObject({
		lineup: { DEF: [14, 2, 3, 4] },
		bench: { DEF: [1] },
		emergency: [1, 15, 16, 17],
		captainId: 18,
		version: 4,
	});
	expect(await screen.findByText(/^Saved /)).toBeDefined();
});

test("locked players stay, and scores count the utility (D2.9.317)", async () => {
	const players = buildDraftPlayers((id) => (id % 2 === 0 ? { stats: { scores: { 2: 50 } } } : {}));
	const files = buildSeasonFiles(players, "playing", ["playing", "scheduled"]);
	const matchUp = { index: 1, teamId: 51, teamName: "Bea's Bolters", points: 412 };
	openDraftTeam({ files, now: SATURDAY + 1, team: buildDraftTeamRound({ isLive: true, matchUp }) });
	await screen.findByRole("heading", { name: "Ada's Aces" });
	expect(getCard(6).textContent).toContain("locked");
	press(getCard(6));
	expect(screen.queryByText("Make captain")).toBeNull();
	// Field players 2, 4, 8, 10, 12 and the utility 18 score 50 each, and captain 6 twice.
	expect(within(getGround()).getAllByText("50").length).toBeGreaterThan(5);
	expect(screen.getByText("400")).toBeDefined();
	expect(screen.getByRole("link", { name: "v Bea's Bolters 412" })).toBeDefined();
	await chooseAction(7, "Swap");
	press(getCard(15));
	await waitFor(() => expect(screen.queryByText("Cancel swap")).toBeNull());
});

test("the live score of a draft team is announced when it changes", async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
	const buildFiles = (points: number) =>
		buildSeasonFiles(
			buildDraftPlayers((id) => (id === 2 ? { stats: { scores: { 2: points } } } : {})),
			"playing",
			["playing", "scheduled"],
		);
	const { queryClient } = openDraftTeam({
		files: buildFiles(50),
		now: SATURDAY + 1,
		team: buildDraftTeamRound({ isLive: true }),
	});
	await screen.findByRole("heading", { name: "Ada's Aces" });
	act(() => void queryClient.setQueryData(buildStaticKey("players"), buildFiles(56).players));
	await screen.findAllByText("56");
	act(() => void vi.advanceTimersByTime(30_000));
	expect(screen.getByText("Live score: 56")).toBeDefined();
});

test("one press arranges the best line-up, and Undo takes it back (D2.9.318)", async () => {
	const players = buildDraftPlayers((id) => ({ stats: { projectedPoints: id === 15 ? 120 : 60 + id } }));
	const { posted } = openDraftTeam({ files: buildSeasonFiles(players) });
	await screen.findByRole("heading", { name: "Ada's Aces" });
	await pressButton("Best line-up");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toMatchObject({ captainId: 15 });
	await pressButton("Undo");
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(posted[1]?.body).toMatchObject({ captainId: 6, lineup: { MID: [5, 6, 7, 8] } });
});

test("a player who is out is replaced from the check (D2.9.319)", async () => {
	const players = buildDraftPlayers((id) =>
		id === 1 ? { status: "injured", stats: { projectedPoints: 0, chanceToPlay: 0 } } : {},
	);
	const { posted } = openDraftTeam({ path: "/team/draft/5?check", files: buildSeasonFiles(players) });
	await pressButton("Swap in Pat Player14");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toMatchObject({ lineup: { DEF: [14, 2, 3, 4] } });
	expect(screen.queryByText("If a player is out")).toBeNull();
});

test("a save that lost against another device offers to restore (D2.9.316)", async () => {
	const newer = buildDraftTeamRound({ version: 9, captainId: 5 });
	let isStale = false;
	openDraftTeam({
		handlers: {
			"/draft/league/5/lineup": () => {
				isStale = true;
				return refusal(409, "stale-version", "Changed elsewhere");
			},
			"/draft/league/5/my-team": () => success(showMyDraftTeam, { team: isStale ? newer : buildDraftTeamRound() }),
		},
	});
	await screen.findByRole("heading", { name: "Ada's Aces" });
	await chooseAction(8, "Make captain");
	expect(await screen.findByText(/^Your team was changed in another tab/)).toBeDefined();
	expect(getCard(5).textContent).toContain("captain");
});

test("one press switches teams, and draft-only managers skip the classic one (D2.9.320)", async () => {
	const { getAddress } = openDraftTeam({ path: "/team" });
	await screen.findByRole("heading", { name: "Ada's Aces" });
	expect(getAddress()).toBe("/team/draft/5");
	const teams = screen.getByRole<HTMLSelectElement>("combobox", { name: "Your teams" });
	expect([...teams.options].map(({ text, selected }) => [text, selected])).toEqual([
		["Classic", false],
		["The Draft Club", true],
	]);
	fireEvent.change(teams, { target: { value: "" } });
	await screen.findByText("Pick your 21");
	expect(getAddress()).toBe("/team?classic");
});

test("a rival's team shows locked players, and before that its squad (D2.9.321)", async () => {
	const hidden = {
		isOwn: false,
		teamId: 51,
		teamName: "Bea's Bolters",
		lineup: null,
		bench: null,
		utilityId: null,
		captainId: null,
		viceCaptainId: null,
		emergency: null,
	};
	const show = (details: Partial<DraftTeamRound>) => ({
		"/draft/league/5/team/51/2": () => success(showDraftTeam, { team: buildDraftTeamRound(details) }),
	});
	const before = openDraftTeam({ path: "/team/draft/5/2/51", handlers: show(hidden) });
	await screen.findByText("Line-ups of Round 2 are hidden until players lock.");
	expect(screen.getAllByText(/^Pat Player\d+$/)).toHaveLength(18);
	before.unmount();
	const shown = { lineup: { DEF: [0, 2, 0, 4], MID: [0, 6, 0, 8], RUC: [0], FWD: [10, 0, 12, 0] }, captainId: 6 };
	const players = buildDraftPlayers((id) => (id % 2 === 0 ? { stats: { scores: { 2: 50 } } } : {}));
	openDraftTeam({
		path: "/team/draft/5/2/51",
		files: buildSeasonFiles(players, "playing", ["playing", "scheduled"]),
		now: SATURDAY + 1,
		handlers: show({ isOwn: false, isLive: true, ...shown, hidden: 7, points: 350 }),
	});
	await screen.findByText("350");
	expect(screen.getByText("7 players are not locked yet and stay hidden.")).toBeDefined();
	expect(within(getGround()).getAllByText("Not locked yet")).toHaveLength(7);
	expect(document.body.textContent).not.toMatch(/\$\d/);
});

test("the draft team's report comes first once the season is over [D2.9.933]", async () => {
	const rounds = [{ roundId: 2, points: 200, bestPoints: 240, bestPlayerIds: [], leftOnBench: 0, captainMissed: 0 }];
	const report: DraftReport = {
		leagueId: 5,
		leagueName: "The Draft Club",
		teamId: 50,
		teamName: "Ada's Aces",
		rounds,
		totals: { points: 200, bestPoints: 240 },
		sources: { drafted: 200, kept: 0, claimed: 0, added: 0, traded: 0, corrected: 0 },
		bestPicks: [],
		worstPicks: [],
		claims: [],
		trades: [],
	};
	const team = buildDraftTeamRound({ scoreflow: { 2: 200 }, points: 200 });
	openDraftTeam({
		files: buildSeasonFiles(buildDraftPlayers(), "complete", ["complete", "complete"]),
		now: SATURDAY + 3 * DAY,
		team,
		handlers: {
			"/draft/league/5/report/50": () => success(showDraftReport, { report }),
			"/draft/league/5/team/50/2": () => success(showDraftTeam, { team }),
		},
	});
	const link = await screen.findByRole("link", { name: /Season report$/ });
	expect(link.compareDocumentPosition(getGround())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	expect(screen.getAllByRole("link", { name: /Season report$/ })).toHaveLength(1);
});

test("the head of the team names the next waiver run [D2.9.431]", async () => {
	openDraftTeam();
	const link = await screen.findByRole("link", { name: "Waivers Thu 5:00am" });
	expect(link.getAttribute("href")).toBe("/leagues/5/players");
});

test("a player is dropped from her card, and a replacement is offered [D2.9.432]", async () => {
	const handlers = { "/draft/squads/5/drop": () => success(dropPlayer, { transaction: buildTransaction("1", {}) }) };
	const { posted, requests, getAddress } = openDraftTeam({ handlers });
	await screen.findByRole("heading", { name: "Ada's Aces" });
	await chooseAction(14, "Drop");
	await screen.findByRole("dialog", { name: "Drop Pat Player14?" });
	await pressButton("Drop Pat Player14");
	await pressButton("Replace her");
	expect(posted).toEqual([{ path: "/draft/squads/5/drop", body: { playerId: 14 } }]);
	expect(requests.filter((request) => request === "GET /draft/league/5/my-team")).toHaveLength(2);
	expect(getAddress()).toBe("/leagues/5/players?position=DEF");
});

test("a team with an open spot saves its captain [D2.9.645]", async () => {
	const { lineup } = buildDraftTeamRound();
	const team = buildDraftTeamRound({
		lineup: lineup && { ...lineup, RUC: [0] },
		playerIds: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18],
	});
	const { posted } = openDraftTeam({ team });
	await screen.findByRole("heading", { name: "Ada's Aces" });
	await chooseAction(18, "Make captain");
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toMatchObject({ captainId: 18, lineup: { RUC: [0] } });
});

test("an empty place leads to the players of its position [D2.9.432]", async () => {
	const { lineup } = buildDraftTeamRound();
	const team = buildDraftTeamRound({ lineup: lineup && { ...lineup, RUC: [0] }, playerIds: [1, 2, 3, 4, 5, 6, 7, 8] });
	const { getAddress } = openDraftTeam({ team });
	await pressButton("Add RUC");
	expect(getAddress()).toBe("/leagues/5/players?position=RUC");
});
