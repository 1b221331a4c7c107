import { autofillTeam, showTeamRank, updateTeam } from "@first-bounce/contract/team/team";
import { changeTeamCaptain, swapInTeam } from "@first-bounce/contract/team/team-actions";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { refusal, success } from "../../../../testing/web/fake-api.ts";
import {
	buildLineup,
	buildPlayer,
	buildSeason,
	buildSquad,
	DAY,
	SATURDAY,
} from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import {
	chooseAction,
	findButton,
	getCard,
	getGround,
	press,
	pressButton,
	renderBoard,
} from "../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../testing/web/team-builders.ts";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../components/toast/toasts.tsx";
import { createEditedLineup } from "./editor/edited-lineup.ts";
import { storeUnsavedChanges } from "./editor/unsaved-changes.ts";

const season = buildSeason(buildSquad());
const started = { ...buildTeam(1, buildLineup()), startRoundId: 1 };
const isChecked = async (name: string) => (await findButton(name)).getAttribute("aria-checked");

test("an empty team has a row of spots per line (D1.2.73, D1.2.74, D1.2.75, D1.2.101)", async () => {
	await renderBoard({ team: buildTeam(0, null), season });
	const rows = within(getGround()).getAllByRole("group");
	expect(
		rows.map((row) => [
			row.getAttribute("aria-label"),
			...within(row)
				.getAllByRole("button")
				.map((spot) => spot.textContent),
		]),
	).toEqual([
		["Forwards", "Add FWD", "Add FWD", "Add FWD", "Add FWD", "Add FWD"],
		["Midfielders", "Add MID", "Add MID", "Add MID", "Add MID", "Add MID"],
		["Ruck", "Add RUC"],
		["Defenders", "Add DEF", "Add DEF", "Add DEF", "Add DEF", "Add DEF"],
		["Bench & utility", "Add DEF", "Add MID", "Add RUC", "Add FWD", "Add UTL"],
	]);
});

test("the numbers of spots and cap are the season's (D1.9.15)", async () => {
	const rules = {
		...season.rules,
		salaryCap: 9_000_000,
		field: { DEF: 2, MID: 3, RUC: 1, FWD: 2 },
		bench: { DEF: 1, MID: 0, RUC: 0, FWD: 1 },
	};
	const lines = { DEF: [0, 0], MID: [0, 0, 0], RUC: [0], FWD: [0, 0] };
	const team = { ...buildTeam(0, null), lineup: lines, bench: { DEF: [0], MID: [], RUC: [], FWD: [0] } };
	await renderBoard({ team: { ...team, salaryCap: 9_000_000 }, season: { ...season, rules } });
	expect(within(getGround()).getAllByText(/^Add /)).toHaveLength(11);
	expect(screen.getAllByText("$9M").length).toBeGreaterThan(0);
	expect(screen.getByText("Fill all 11 spots to enter.")).toBeDefined();
	expect(screen.queryByText(/21|\$15\.5M/)).toBeNull();
});

test("an empty team is told which round it starts in", async () => {
	const [complete, playing] = buildSeason(buildSquad(), "playing", ["playing"]).rounds;
	const [, next] = season.rounds;
	if (!complete || !playing || !next) throw new Error("The season has two rounds");
	const rounds = [complete, playing, { ...next, id: 3 }];
	await renderBoard({ team: buildTeam(0, null), season: { ...season, rounds, current: playing }, hasTimer: false });
	expect(await screen.findByText("Round 2 has started, so your team starts in Round 3.")).toBeDefined();
});

test("an unknown status is shown as uncertain on the ground (D1.3.70)", async () => {
	const players = buildSquad((id) => (id === 6 ? { status: "resting" as PlayerStatus } : {}));
	await renderBoard({ team: started, season: buildSeason(players) });
	expect(getCard(6).textContent).toContain(", Not named yet, captain,");
	expect(getCard(6).querySelector("[data-status]")?.getAttribute("data-status")).toBe("uncertain");
});

test("pressing an empty spot filters the pool by its line (D1.4.96, D1.2.77, D1.2.78)", async () => {
	await renderBoard({ team: buildTeam(0, null), season, isWide: true });
	await pressButton("Add RUC");
	await waitFor(async () => expect(await isChecked("RUC")).toBe("true"));
	expect([...screen.getByLabelText<HTMLSelectElement>("Show").options].map(({ text }) => text)).toEqual([
		"Average",
		"Price",
		"% owned",
		"Total points",
		"Round points",
	]);
	expect(screen.getByLabelText("Find a player").tagName).toBe("INPUT");
});

test("Swap filters the pool if nobody can swap with her (D1.4.96)", async () => {
	// The ruck on the bench plays in the first match, and is locked.
	const players = buildSquad((id) => ({ squadId: id === 19 ? 1 : 3 }));
	const playing = buildSeason(players, "playing", ["playing", "scheduled"]);
	await renderBoard({ team: started, season: playing, now: SATURDAY + 1, isWide: true });
	await chooseAction(11, "Swap");
	await waitFor(async () => expect(await isChecked("RUC")).toBe("true"));
});

test("a swap dims who does not fit, and exchanges two (D1.4.95, D1.4.97)", async () => {
	const refuse = () => refusal(422, "locked", "Pat Player17 is locked");
	const { posted } = await renderBoard({ team: started, season, handlers: { "/fantasy/team/swap": refuse } });
	await chooseAction(1, "Swap");
	await waitFor(() => expect(getGround().querySelectorAll("button:disabled")).toHaveLength(15));
	// Defenders can swap with each other and with the defender on the bench.
	const cards = [...getGround().querySelectorAll("button:enabled")];
	expect(cards.map((card) => /Player\d+/.exec(card.textContent)?.[0])).toEqual([
		"Player1",
		"Player2",
		"Player3",
		"Player4",
		"Player5",
		"Player17",
	]);
	press(getCard(17));
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]).toMatchObject({ path: "/fantasy/team/swap", body: { swapsPairs: [[1, 17]] } });
});

test("a refused swap opens the error modal with only Cancel (D1.2.60)", async () => {
	const refuse = () => refusal(422, "locked", "Pat Player17 is locked");
	await renderBoard({ team: started, season, handlers: { "/fantasy/team/swap": refuse } });
	renderAt("/team", <ErrorModal />);
	await chooseAction(1, "Swap");
	await waitFor(() => expect(getGround().querySelectorAll("button:disabled")).toHaveLength(15));
	press(getCard(17));
	const modal = await screen.findByRole("alertdialog");
	expect(within(modal).getByText("Pat Player17 is locked")).toBeDefined();
	expect(
		within(modal)
			.getAllByRole("button")
			.map(({ textContent }) => textContent),
	).toEqual(["Cancel"]);
	fireEvent.click(within(modal).getByRole("button"));
	await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("changes restored from the alert cannot be restored again from the toast", async () => {
	const saved = { ...started, version: 2 };
	const receipt = { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "swap" };
	const replies = [
		refusal(409, "stale-version", "Your team was changed"),
		success(swapInTeam, { team: saved, rollbackAvailable: false, receipt }),
	];
	const { posted } = await renderBoard({
		team: started,
		season,
		handlers: { "/fantasy/team/swap": () => replies.shift() ?? refusal(500, "none", "none") },
	});
	renderAt("/team", <Toasts />);
	await chooseAction(1, "Swap");
	await waitFor(() => expect(getGround().querySelectorAll("button:disabled")).toHaveLength(15));
	press(getCard(17));
	await findButton("Restore my changes");
	await pressButton("Restore");
	await waitFor(() => expect(posted).toHaveLength(2));
	await waitFor(() => expect(screen.queryByText("Restore my changes")).toBeNull(), { timeout: 3_000 });
});

test("a locked captain's card has lock and badge, no menu (D1.4.79)", async () => {
	const playing = buildSeason(buildSquad(), "playing", ["playing", "scheduled"]);
	const { getAddress } = await renderBoard({ team: started, season: playing, now: SATURDAY + 1 });
	expect(getCard(6).textContent).toMatch(/, captain, locked/);
	expect(within(getCard(6)).getByText("C")).toBeDefined();
	expect(getCard(6).getAttribute("aria-haspopup")).toBeNull();
	press(getCard(6));
	await waitFor(() => expect(getAddress()).toBe("/team?player=6"));
	expect(screen.queryByRole("menu")).toBeNull();
});

test("the saved team's score stays while changes leave spots empty [D2.9.901]", async () => {
	// The first match is being played: by the vice captain and others of club 1, but not by the captain.
	const players = buildSquad((id) => (id === 7 ? { squadId: 1, stats: { scores: { 2: 40 } } } : { squadId: 3 }));
	const team = buildTeam(1, buildLineup());
	await renderBoard({
		team,
		season: buildSeason(players, "playing", ["playing", "scheduled"]),
		now: SATURDAY + 60_000,
	});
	const getScore = () => screen.getByText("Live score").nextElementSibling?.textContent;
	expect(getScore()).toBe("40");
	await pressButton("Clear");
	await screen.findByText("Not saved");
	expect(getScore()).toBe("40");
});

test("the round's live rank is beside the live score [D2.9.931]", async () => {
	const ranks = { overallRank: 203, roundRank: 1_178, roundPoints: 40, overallPoints: 40 };
	const handlers = { "/fantasy/team/overall-rank": () => success(showTeamRank, ranks) };
	const playing = buildSeason(buildSquad(), "playing", ["playing", "scheduled"]);
	await renderBoard({ team: started, season: playing, now: SATURDAY + 60_000, handlers });
	const score = screen.getByText("Live score").nextElementSibling;
	await waitFor(() => expect(score?.textContent).toBe("0Round rank 1,178th"));
});

test("the list has the spots in rows, and is stored (D1.2.56, D1.2.57, D1.2.58)", async () => {
	await renderBoard({ team: started, season });
	expect(screen.queryByRole("table")).toBeNull();
	await pressButton("List");
	const table = await screen.findByRole("table");
	const rows = [...table.querySelectorAll("tbody")].map((body) =>
		within(body)
			.getAllByRole("rowheader")
			.map((row) => row.textContent?.match(/Player\d+|^[A-Z][a-z &]+$/)?.[0]),
	);
	const listNames = (...ids: number[]) => ids.map((id) => `Player${id}`);
	expect(rows).toEqual([
		["Forwards", ...listNames(12, 13, 14, 15, 16)],
		["Midfielders", ...listNames(6, 7, 8, 9, 10)],
		["Ruck", ...listNames(11)],
		["Defenders", ...listNames(1, 2, 3, 4, 5)],
		["Bench & utility", ...listNames(17, 18, 19, 20, 21)],
	]);
	expect(localStorage.getItem("team_view")).toBe("list");
	await pressButton("Ground");
	await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
	expect(localStorage.getItem("team_view")).toBe("field");
});

test("the team screen links to results of published rounds only (D2.9.37)", async () => {
	const team = { ...started, scoreflow: { 1: 1_500 } };
	const fail = () => refusal(500, "server-error", "Something went wrong");
	const handlers = { "/fantasy/team/round-result/1": fail, "/fantasy/team-history/get-by-round/1": fail };
	const published = await renderBoard({ team, season, handlers });
	const findResultLink = () => screen.queryByRole("link", { name: /^Round 1: / });
	await waitFor(() => expect(findResultLink()?.getAttribute("href")).toBe("/results/1"));
	published.unmount();
	const playing = buildSeason(buildSquad(), "playing", ["playing", "scheduled"]);
	await renderBoard({ team, season: playing, now: SATURDAY + 1, handlers });
	expect(findResultLink()).toBeNull();
	fireEvent.change(screen.getByLabelText("Round"), { target: { value: "1" } });
	await waitFor(() => expect(findResultLink()?.getAttribute("href")).toBe("/results/1"));
});

test("the season report comes first once the season is over [D2.9.933]", async () => {
	const team = { ...started, points: 3_100, scoreflow: { 1: 1_500, 2: 1_600 } };
	const fail = () => refusal(500, "server-error", "Something went wrong");
	const handlers = { "/fantasy/team/round-result/2": fail };
	const over = buildSeason(buildSquad(), "complete", ["complete", "complete"]);
	await renderBoard({ team, season: over, now: SATURDAY + 3 * DAY, handlers, hasTimer: false });
	const report = await screen.findByRole("link", { name: /^3,100 points ?Season report$/ });
	expect(report.getAttribute("href")).toBe("/team/season");
	const result = await screen.findByRole("link", { name: /^Round 2: / });
	expect(report.compareDocumentPosition(result)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	await screen.findByRole("link", { name: "Why this score" });
	expect(screen.getAllByRole("link", { name: /Season report/ })).toHaveLength(1);
});

test("timers count down to the next locks in season time (D1.2.83)", async () => {
	vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
	const players = buildSquad(() => ({ squadId: 3 }));
	const now = SATURDAY - (2 * 3600 + 3 * 60 + 4) * 1000;
	await renderBoard({ team: started, season: buildSeason(players), now, speed: 60 });
	const timer = await screen.findByRole("timer");
	const shown = () => [...timer.querySelectorAll("b")].map(({ textContent }) => textContent);
	await waitFor(() => expect(shown()).toEqual(["02:03:04", "1d 02:03"]));
	expect(timer.textContent).toContain("Next lock 02:03:04");
	expect(timer.textContent).toContain("Your next lock: Player1 + 20 others1d 02:03");
	act(() => void vi.advanceTimersByTime(1_000));
	expect(shown()).toEqual(["02:02:04", "1d 02:02"]);
});

test("a team whose next lock is everyone's next has one countdown", async () => {
	const players = buildSquad(() => ({ squadId: 3 }));
	await renderBoard({ team: started, season: buildSeason(players), now: SATURDAY + 3_600_000 });
	const timer = await screen.findByRole("timer");
	await waitFor(() => expect(timer.querySelector("b")?.textContent).toBe("23:00:00"));
	expect(timer.querySelectorAll("b")).toHaveLength(1);
	expect(timer.textContent).toContain("Your next lock: Player1 + 20 others23:00:00");
});

test("the utility is explained in the team's first rounds (D1.4.74, D2.4.26, D2.9.16)", async () => {
	const isExplained = async (startRoundId: number, rounds: number) => {
		const rules = { ...season.rules, utilityBannerRounds: rounds };
		const { unmount } = await renderBoard({ team: { ...started, startRoundId }, season: { ...season, rules } });
		const note = screen.queryByText(/^Your utility can play any position\./);
		unmount();
		return note !== null;
	};
	expect(season.rules.utilityBannerRounds).toBe(3);
	// The current round is round 2.
	expect([await isExplained(2, 1), await isExplained(1, 2), await isExplained(1, 1)]).toEqual([true, true, false]);
});

test("one press finds affordable players for an empty spot [D2.9.934]", async () => {
	await renderBoard({ team: buildTeam(0, null), season, isWide: true });
	expect(screen.queryByRole("button", { name: "Affordable" })).toBeNull();
	await pressButton("Add RUC");
	expect((await findButton("Affordable")).getAttribute("aria-pressed")).toBe("false");
});

test("one press finds affordable players to trade in [D2.9.934]", async () => {
	await renderBoard({ team: started, season, isWide: true });
	expect(screen.queryByRole("button", { name: "Affordable" })).toBeNull();
	await pressButton("Trade");
	const chip = await findButton("Affordable");
	press(chip);
	expect(chip.getAttribute("aria-pressed")).toBe("true");
	const prices = within(screen.getByRole("combobox", { name: "Price" })).getAllByRole<HTMLOptionElement>("option");
	expect(prices.map(({ value }) => value)).not.toContain("affordable");
	expect(prices.find(({ selected }) => selected)?.value).toBe("all");
	press(chip);
	expect(chip.getAttribute("aria-pressed")).toBe("false");
});

test("a started team's pool row has one more button when trading (D1.2.93, D1.4.61, D1.4.108)", async () => {
	const others = [buildPlayer(31), buildPlayer(32, { position: ["DEF"] })];
	await renderBoard({ team: started, season: buildSeason([...others, ...buildSquad()]), isWide: true });
	const listButtons = () =>
		[...document.querySelectorAll<HTMLElement>("section[aria-label=Players] li")]
			.slice(0, 3)
			.map((row) => [...row.querySelectorAll("button")].map((button) => button.getAttribute("aria-label")));
	await waitFor(() => expect(listButtons()).toHaveLength(3));
	expect(listButtons()).toEqual([["Star Pat Player1"], ["Star Pat Player10"], ["Star Pat Player11"]]);
	await pressButton("Trade");
	await waitFor(() => expect(listButtons()[0]).toEqual(["Star Pat Player1", "Trade Pat Player1 out"]));
	expect(listButtons().map((row) => row.length)).toEqual([2, 2, 2]);
	expect(screen.getByLabelText(/^Trades · /)).toBeDefined();
	await pressButton("Done");
	await waitFor(() => expect(screen.queryByLabelText(/^Trades · /)).toBeNull());
	expect(listButtons().map((row) => row.length)).toEqual([1, 1, 1]);
});

test("a change is saved at once when the screen is left", async () => {
	const { posted, unmount } = await renderBoard({
		team: buildTeam(1, buildLineup()),
		season,
		handlers: {
			"/fantasy/team/update": () =>
				success(updateTeam, {
					team: buildTeam(2, { ...buildLineup(), captainId: 8 }),
					rollbackAvailable: false,
					receipt: { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "update" },
				}),
		},
	});
	await chooseAction(8, "Make captain");
	await waitFor(() => expect(localStorage.getItem("team_draft:7")).not.toBeNull());
	expect(posted).toEqual([]);
	unmount();
	await waitFor(() =>
		expect(posted).toMatchObject([{ path: "/fantasy/team/update", body: { captainId: 8, version: 1 } }]),
	);
	// Nothing is left that a later visit would call unsaved.
	await waitFor(() => expect(localStorage.getItem("team_draft:7")).toBeNull());
});

test("actions that are queued are sent after the screen is left", async () => {
	const first = Promise.withResolvers<void>();
	const receipt = { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "change-captain" };
	const { posted, unmount } = await renderBoard({
		team: started,
		season,
		handlers: {
			"/fantasy/team/change-captain": async (body) => {
				await first.promise;
				const { version } = body as { readonly version: number };
				const team = { ...buildTeam(version + 1, buildLineup()), startRoundId: 1 };
				return success(changeTeamCaptain, { team, rollbackAvailable: true, receipt });
			},
		},
	});
	await chooseAction(8, "Make captain");
	await waitFor(() => expect(posted).toHaveLength(1));
	await chooseAction(9, "Make vice captain");
	unmount();
	first.resolve();
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(posted).toMatchObject([
		{ body: { type: "captain", newId: 8, version: 1 } },
		{ body: { type: "viceCaptain", newId: 9, version: 2 } },
	]);
});

test("players whom an autofill saved are not kept as unsaved", async () => {
	const empty = buildTeam(0, null);
	storeUnsavedChanges(empty.id, 0, createEditedLineup(buildLineupFromIds([1], season.rules)));
	const response = Promise.withResolvers<void>();
	const { posted, unmount } = await renderBoard({
		team: empty,
		season,
		handlers: {
			"/fantasy/team/autopick": async () => {
				await response.promise;
				const receipt = { id: "R1", savedAt: "2026-09-11T05:00:00.000Z", action: "autopick" };
				return success(autofillTeam, { team: buildTeam(1, buildLineup()), rollbackAvailable: false, receipt });
			},
		},
	});
	await pressButton("Autofill");
	await waitFor(() => expect(posted).toHaveLength(1));
	unmount();
	expect(localStorage.getItem("team_draft:7")).not.toBeNull();
	response.resolve();
	await waitFor(() => expect(localStorage.getItem("team_draft:7")).toBeNull());
});
