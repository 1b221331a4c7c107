import { listTransactions, listWaiverRuns } from "@first-bounce/contract/draft/waivers";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { catchSavedFiles } from "../../../../../testing/web/saved-files.ts";
import { buildRun, buildTransaction, fakeWaivers } from "../../../../../testing/web/waiver-fakes.ts";
import { paths } from "../../../app/paths.ts";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { publishDraftChange } from "../../../live/draft-events.ts";
import { LeagueScreen } from "../league/league-screen.tsx";

beforeEach(() => setWindowWidth(1280));

const open = (path = paths.league.to(5, "moves")) =>
	renderAt(
		path,
		<>
			<Routes>
				<Route path={paths.league.pattern} element={<LeagueScreen />} />
			</Routes>
			<ErrorModal />
		</>,
	);
const findLog = async () => within(await screen.findByRole("region", { name: "Moves" }));

const CLAIMED = buildTransaction("3", {
	kind: "waivers",
	run: "first",
	bid: 12,
	teamId: 12,
	moves: [
		{ playerId: 14, fromTeamId: null, toTeamId: 12, kind: "claimed" },
		{ playerId: 5, fromTeamId: 12, toTeamId: null, kind: "dropped" },
	],
});
const CORRECTED = buildTransaction("2", {
	kind: "correction",
	roundId: 1,
	reason: "Entered for the wrong team, sorry",
	person: { userId: 9, teamName: "Bosses", avatarVersion: 0 },
	moves: [{ playerId: 9, fromTeamId: 13, toTeamId: 11, kind: "corrected" }],
	undoneBy: "4",
});

test("the log says who moved, when, why and in which run [D2.9.427]", async () => {
	fakeWaivers({ transactions: [CLAIMED, CORRECTED], runs: [buildRun()] });
	open();
	const log = await findLog();
	expect(log.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(["Round 2", "Round 1"]);
	const claimed = log.getByText("Bosses claimed Pat Player14 for $12").closest("ul");
	expect(claimed?.textContent).toBe("Bosses claimed Pat Player14 for $12Bosses dropped Pat Player5");
	expect(log.getByRole("link", { name: "Results of the run" }).getAttribute("href")).toBe("/leagues/5/moves/2/first");
	const corrected = log.getByText("Pat Player9 goes from Robot 3 to Kit Bag").closest("[data-undone]");
	expect(corrected?.textContent).toContain("Reason: Entered for the wrong team, sorry");
	expect(corrected?.textContent).toContain("by Bosses");
	expect(corrected?.textContent).toContain("Undone");
	fireEvent.change(log.getByRole("combobox", { name: "Team" }), { target: { value: "13" } });
	await waitFor(() => expect(log.queryByText(/Player14/)).toBeNull());
	expect(log.getByText(/Player9/)).toBeDefined();
});

test("the log finds a proposed correction by its teams", async () => {
	const proposedMoves = [{ playerId: 9, fromTeamId: 13, toTeamId: 12 }];
	fakeWaivers({
		transactions: [buildTransaction("5", { kind: "correction", teamId: null, reason: "A slip", proposedMoves })],
	});
	open();
	const log = await findLog();
	fireEvent.change(log.getByRole("combobox", { name: "Team" }), { target: { value: "12" } });
	expect(await log.findByText("Reason: A slip")).toBeDefined();
	fireEvent.change(log.getByRole("combobox", { name: "Team" }), { target: { value: "11" } });
	await waitFor(() => expect(log.queryByText("Reason: A slip")).toBeNull());
});

test("the log follows the moves of other managers", async () => {
	const transactions = [CORRECTED];
	fakeWaivers({
		handlers: { "/draft/league/5/transactions": () => success(listTransactions, { transactions, next: null }) },
	});
	open();
	const log = await findLog();
	expect(log.queryByText("Bosses claimed Pat Player14 for $12")).toBeNull();
	transactions.unshift(CLAIMED);
	act(() => publishDraftChange({ kind: "version", leagueId: 5, version: 12 }));
	expect(await log.findByText("Bosses claimed Pat Player14 for $12")).toBeDefined();
});

test.each(["moves", "moves/2/first"] as const)("%s says why the teams could not be loaded", async (page) => {
	fakeWaivers({
		transactions: [CLAIMED],
		runs: [buildRun()],
		handlers: { "/draft/league/teams/5": () => refusal(500, "internal", "The teams are away") },
	});
	open(paths.league.to(5, page));
	expect((await screen.findByRole("alert")).textContent).toContain("The teams are away");
});

test("the log says why the waiver runs could not be loaded", async () => {
	let isAway = true;
	const { runs, ...list } = {
		priority: "rolling" as const,
		order: [],
		timeZone: "UTC",
		coming: [],
		runs: [buildRun()],
	};
	fakeWaivers({
		transactions: [CLAIMED],
		handlers: {
			"/draft/waivers/5/runs": () =>
				isAway ? refusal(500, "internal", "The runs are away") : success(listWaiverRuns, { ...list, runs }),
		},
	});
	open();
	await findLog();
	expect((await screen.findByRole("alert")).textContent).toContain("The runs are away");
	isAway = false;
	fireEvent.click(screen.getByRole("button", { name: "Try again" }));
	expect(await screen.findByRole("region", { name: "Waiver results" })).toBeDefined();
});

test("a run says why the user's own team could not be loaded", async () => {
	fakeWaivers({
		runs: [buildRun()],
		handlers: { "/draft/league/5": () => refusal(500, "internal", "The league is away") },
	});
	open(paths.league.to(5, "moves/2/first"));
	expect((await screen.findByRole("alert")).textContent).toContain("The league is away");
});

test("the log says why further moves could not be loaded", async () => {
	const pages = [success(listTransactions, { transactions: [CLAIMED], next: "3" })];
	fakeWaivers({
		handlers: {
			"/draft/league/5/transactions": () => pages.shift() ?? refusal(500, "internal", "The rest is away"),
		},
	});
	open();
	fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
	expect(await screen.findByText("The rest is away")).toBeDefined();
});

test("an undo says how it was decided, and who goes on waivers [D2.9.630]", async () => {
	const undo = buildTransaction("5", {
		kind: "undo",
		reason: "Wrong player",
		person: { userId: 9, teamName: "Bosses", avatarVersion: 0 },
		moves: [{ playerId: 9, fromTeamId: 13, toTeamId: null, kind: "undone" }],
	});
	fakeWaivers({ transactions: [{ ...undo, id: "6", votes: 2 }, undo] });
	open();
	const log = await findLog();
	const [voted, alone] = log.getAllByText("Pat Player9 leaves Robot 3 and goes on waivers");
	expect(voted?.closest("ul")?.parentElement?.textContent).toContain(
		"by Bosses · after a vote: 2 other managers agreed",
	);
	expect(alone?.closest("ul")?.parentElement?.textContent).not.toContain("vote");
});

test("the whole log is saved as CSV [D2.9.428]", async () => {
	const saved = catchSavedFiles();
	const proposedMoves = [{ playerId: 9, fromTeamId: 13, toTeamId: null }];
	const proposed = buildTransaction("5", { kind: "correction", reason: "A slip", proposedMoves });
	const injured = buildTransaction("6", { kind: "injured", teamId: 13, injuredPlayerId: 9 });
	const pages = [
		success(listTransactions, { transactions: [CLAIMED], next: "3" }),
		success(listTransactions, { transactions: [CLAIMED], next: "3" }),
		success(listTransactions, { transactions: [CORRECTED, proposed, injured], next: null }),
	];
	const { queries } = fakeWaivers({
		handlers: {
			"/draft/league/5/transactions": () =>
				pages.shift() ?? success(listTransactions, { transactions: [], next: null }),
		},
	});
	open();
	fireEvent.click(await screen.findByRole("button", { name: "Moves as CSV" }));
	await waitFor(() => expect(saved.listNames()).toEqual(["moves-5.csv"]));
	expect((await saved.readLatest()).split("\r\n")).toEqual([
		"time,round,kind,move,player,from,to,bid,by,reason,undone",
		"2026-09-10T05:00:00.000Z,2,waivers,claimed,Pat Player14,,Bosses,12,,,",
		"2026-09-10T05:00:00.000Z,2,waivers,dropped,Pat Player5,Bosses,,12,,,",
		'2026-09-10T05:00:00.000Z,1,correction,corrected,Pat Player9,Robot 3,Kit Bag,,Bosses,"Entered for the wrong team, sorry",yes',
		"2026-09-10T05:00:00.000Z,2,correction,proposed,Pat Player9,Robot 3,,,,A slip,",
		"2026-09-10T05:00:00.000Z,2,injured,injured,Pat Player9,Robot 3,Robot 3,,,,",
	]);
	expect(queries.filter(({ path }) => path.endsWith("transactions")).map(({ query }) => query)).toEqual([
		{ limit: "100" },
		{ limit: "500" },
		{ limit: "500", before: "3" },
	]);
});

test("an empty log says what comes there", async () => {
	fakeWaivers();
	open();
	expect(await screen.findByRole("heading", { name: "No moves yet" })).toBeDefined();
});

const NO_NUMBERS = { teamId: null, bid: null, rank: null, teamRank: null };
const buildResult = (teamId: number, playerId: number, change: object = {}) => ({
	teamId,
	playerId,
	dropId: null,
	bid: null,
	isWon: false,
	reason: null,
	...change,
});

test("a run says who got whom, and to oneself why not [D2.9.429]", async () => {
	fakeWaivers({
		runs: [
			buildRun({
				minutesLate: 35,
				results: [
					buildResult(13, 14, { dropId: 10, isWon: true }),
					buildResult(11, 14, {
						reason: { ...NO_NUMBERS, code: "player-taken", teamId: 13, rank: 2, teamRank: 1 },
					}),
					buildResult(11, 15, { dropId: 2, isWon: true }),
					buildResult(11, 16, { reason: { ...NO_NUMBERS, code: "group-done" } }),
				],
			}),
		],
	});
	open("/leagues/5/moves/2/first");
	const own = await screen.findByRole("region", { name: "Your claims" });
	expect(
		within(own)
			.getAllByRole("listitem")
			.map(({ textContent }) => textContent),
	).toEqual([
		"Pat Player14Robot 3 got her: they were number 1 in the order, and you were number 2 by then.",
		"Pat Player15Won. Pat Player2 made way.",
		"Pat Player16Another claim of the group won.",
	]);
	const rows = within(screen.getByRole("table", { name: "Who got whom" })).getAllByRole("row");
	expect(rows.map(({ textContent }) => textContent)).toEqual([
		"PlayerTeamMade way",
		"Pat Player14Robot 3Pat Player10",
		"Pat Player15Kit BagPat Player2",
	]);
	expect(screen.getByText(/^This run was held 35 minutes after it was due/)).toBeDefined();
	expect(screen.queryByRole("table", { name: "Other bids" })).toBeNull();
});

test("blind bids are open to all after their run [D2.9.430]", async () => {
	fakeWaivers({
		budget: 80,
		runs: [
			buildRun({
				results: [
					buildResult(12, 14, { bid: 12, isWon: true }),
					buildResult(11, 14, {
						bid: 9,
						reason: { ...NO_NUMBERS, code: "player-taken", teamId: 12, bid: 12 },
					}),
					buildResult(13, 14, { bid: 5 }),
				],
			}),
		],
	});
	open("/leagues/5/moves/2/first");
	expect(await screen.findByText("Bosses bid $12, you bid $9.")).toBeDefined();
	const others = within(screen.getByRole("table", { name: "Other bids" })).getAllByRole("row");
	expect(others.map(({ textContent }) => textContent)).toEqual(["PlayerTeamBid", "Pat Player14Robot 3$5"]);
});

test("squads and waiver results are saved as CSV and JSON [D2.9.583]", async () => {
	const results = [
		{ teamId: 12, playerId: 15, dropId: 6, bid: null, isWon: true, reason: null },
		{
			teamId: 11,
			playerId: 15,
			dropId: 3,
			bid: null,
			isWon: false,
			reason: { code: "player-taken" as const, teamId: 12, bid: null, rank: 2, teamRank: 1 },
		},
	];
	fakeWaivers({ runs: [buildRun({ results })] });
	const saved = catchSavedFiles();
	open();
	fireEvent.click(await screen.findByRole("button", { name: "Squads as CSV" }));
	await expect.poll(() => saved.listNames().at(-1)).toBe("squads-5.csv");
	const squads = await saved.readLatest();
	expect(squads.split("\r\n").slice(0, 2)).toEqual([
		"team,player,position,club,injuredSpot",
		"Kit Bag,Pat Player1,DEF,C1,",
	]);
	fireEvent.click(screen.getByRole("button", { name: "Waiver results as CSV" }));
	await expect.poll(() => saved.listNames().at(-1)).toBe("waivers-5.csv");
	const runs = await saved.readLatest();
	expect(
		runs
			.split("\r\n")
			.slice(1)
			.map((row) => row.replace(/^[^,]+,/, "")),
	).toEqual([
		"2,first,Bosses,Pat Player15,Pat Player6,,yes,",
		"2,first,Kit Bag,Pat Player15,Pat Player3,,no,player-taken",
	]);
	expect(screen.getByRole("link", { name: "Waiver results as JSON" }).getAttribute("href")).toBe(
		"/api/en/draft/waivers/5/runs",
	);
});

test("a proposed correction shows its moves and votes, and names of then [D2.9.613]", async () => {
	const proposal = {
		person: { userId: 9, teamName: "Bosses", avatarVersion: 0 },
		reason: "Entered wrongly",
		agreed: 1,
		needed: 2,
		hasAgreed: false,
	};
	const proposed = buildTransaction("5", {
		kind: "correction",
		teamId: 13,
		proposedMoves: [{ playerId: 9, fromTeamId: 13, toTeamId: null }],
		formerManagers: [{ teamId: 13, person: { userId: 8, teamName: "Bo FC", avatarVersion: 0 } }],
		proposal,
	});
	fakeWaivers({ transactions: [proposed] });
	open();
	const log = await findLog();
	const entry = log.getByText("Proposed: Pat Player9 leaves Bo FC (now Robot 3) and goes on waivers").closest("div");
	expect(entry?.textContent).toContain("Proposed correction");
	expect(entry?.textContent).toContain("Bosses proposes this: Entered wrongly");
	expect(entry?.textContent).toContain("1 of 2 votes needed.");
	expect(entry?.textContent).toContain("half of the others agree, or every manager who loses a player");
	expect(log.getByRole("button", { name: "Agree" })).toBeDefined();
});

test("a run marks what was undone later [D2.9.606]", async () => {
	fakeWaivers({ runs: [buildRun({ results: [buildResult(13, 14, { isWon: true, isUndone: true })] })] });
	open("/leagues/5/moves/2/first");
	const rows = within(await screen.findByRole("table", { name: "Who got whom" })).getAllByRole("row");
	expect(rows[1]?.textContent).toBe("Pat Player14Robot 3 (undone later)–");
});

test("past runs have their date", async () => {
	fakeWaivers({ runs: [{ ...buildRun(), dueAt: "2025-03-03T09:15:00Z" }] });
	open();
	const link = await screen.findByRole("link", { name: /^Round 2/ });
	expect(link.textContent).toMatch(/[2-4] Mar 2025, /);
});
