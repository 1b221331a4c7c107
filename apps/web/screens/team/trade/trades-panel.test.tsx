import type { TradeView } from "@first-bounce/contract/team/trade";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { refusal } from "../../../../../testing/web/fake-api.ts";
import {
	buildLineup,
	buildPlayer,
	buildSeason,
	buildSquad,
	withSecondMatch,
} from "../../../../../testing/web/player-season.ts";
import {
	chooseAction,
	findButton,
	getCard,
	press,
	pressButton,
	renderBoard,
} from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";

/** Forward 12 of the team can also play as a defender; player 31, a forward for $600,000, is not in the team. */
const squad = buildSquad((id) => (id === 12 ? { position: ["FWD", "DEF"] } : {}));
const newcomer = buildPlayer(31, { position: ["FWD"], cost: 600_000, stats: { avgPoints: 99, projectedPoints: 95 } });
const team = { ...buildTeam(3, buildLineup()), startRoundId: 1 };
const refuse = () => refusal(422, "locked", "Too late");

async function findDialog(title: string): Promise<HTMLElement> {
	const dialog = (await screen.findByText(title, { selector: "h2" })).closest<HTMLElement>("[role=dialog]");
	if (!dialog) throw new Error(`${title} is not in a dialog`);
	return dialog;
}

/** A saved trade of round 2 for a player who is in the team. */
function buildSavedTrade(id: number, inId: number, outId: number, isLocked: boolean): TradeView {
	const [incoming, outgoing] = [buildPlayer(inId), buildPlayer(outId)];
	return {
		id,
		in: incoming,
		out: outgoing,
		fromBE: true,
		roundId: 2,
		playerInId: inId,
		playerOutId: outId,
		isLocked,
		swapIds: [],
		priceIn: 500_000,
		priceOut: 450_000,
		final: isLocked,
	};
}

/** Trades player 1 for the newcomer, and opens the review. */
async function reviewTrade(): Promise<HTMLElement> {
	await chooseAction(1, "Trade out");
	// The pool is filtered by the line of player 1, a defender.
	await pressButton("All");
	await pressButton("Trade Pat Player31 in");
	await pressButton("Review trades");
	return findDialog("Make this trade?");
}

test("the projected gain counts both matches of a double week", async () => {
	const season = withSecondMatch(buildSeason([{ ...newcomer, squadId: 3 }, ...squad]));
	await renderBoard({ team, season, isWide: true });
	const review = await reviewTrade();
	// 2 × 95 − 80
	expect(within(review).getByText("Projected gain").nextSibling?.textContent).toBe("+110");
});

test("trades are reviewed in full, and sent once confirmed (D1.2.80, D1.4.67, D1.4.73)", async () => {
	const { posted } = await renderBoard({
		team,
		season: buildSeason([newcomer, ...squad]),
		trades: [buildSavedTrade(1, 7, 41, true)],
		isWide: true,
		handlers: { "/fantasy/trade/make": refuse },
	});
	const review = await reviewTrade();
	const texts = [...review.querySelectorAll("li")].map(({ textContent }) => textContent);
	expect(texts).toEqual([
		"Player1DEF · $500Kgoing outPlayer31FWD · $600Kcoming in",
		"Pat Player12 moves from FWD to DEF",
	]);
	// $100,000 of the $5M in the bank is spent. One of the three trades is saved, and one is being made.
	expect([...review.querySelectorAll("dl > div")].map(({ textContent }) => textContent)).toEqual([
		"Left to spend$4.9M",
		"Trades left1 of 3 a season",
		"Projected gain+15",
	]);
	expect(posted).toEqual([]);
	press(within(review).getByText("Make the trade"));
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]).toEqual({
		path: "/fantasy/trade/make",
		body: {
			tradePairs: [{ playerInId: 31, playerOutId: 1, priceIn: 600_000, priceOut: 500_000 }],
			version: 3,
		},
	});
});

test("prices that change while trades are reviewed are pointed out", async () => {
	const { posted, showSeason } = await renderBoard({
		team,
		season: buildSeason([newcomer, ...squad]),
		isWide: true,
		handlers: { "/fantasy/trade/make": refuse },
	});
	const review = await reviewTrade();
	expect(review.textContent).not.toContain("Prices have changed");
	showSeason(buildSeason([{ ...newcomer, cost: 640_000 }, ...squad]));
	await within(review).findByText("Prices have changed: Pat Player31 $640K");
	press(within(review).getByText("Make the trade"));
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]?.body).toEqual({
		tradePairs: [{ playerInId: 31, playerOutId: 1, priceIn: 640_000, priceOut: 500_000 }],
		version: 3,
	});
});

test("trades are sent without prices to a server of an earlier release", async () => {
	const { posted } = await renderBoard({
		team,
		season: buildSeason([newcomer, ...squad]),
		isWide: true,
		handlers: { "/fantasy/trade/make": () => refusal(422, "invalid-field", "Unknown field") },
	});
	press(within(await reviewTrade()).getByText("Make the trade"));
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(posted[1]?.body).toEqual({ tradePairs: [{ playerInId: 31, playerOutId: 1 }], version: 3 });
});

test("trades that became too expensive during the review cannot be confirmed", async () => {
	const { showSeason } = await renderBoard({ team, season: buildSeason([newcomer, ...squad]), isWide: true });
	const review = await reviewTrade();
	showSeason(buildSeason([{ ...newcomer, cost: 9_000_000 }, ...squad]));
	await within(review).findByText("Prices have changed: Pat Player31 $9M");
	expect(within(review).getByText("Make the trade").closest("button")?.disabled).toBe(true);
});

test("a started team's panel lists unconfirmed and saved trades separately (D1.2.79, D1.4.63)", async () => {
	const trades = [buildSavedTrade(1, 7, 41, false)];
	const season = buildSeason([newcomer, ...squad, buildPlayer(41)]);
	const getPanel = () => document.querySelector("section[aria-label^='Trades · ']");
	const listPlayers = (list: string) =>
		[...(getPanel()?.querySelectorAll(`ul[aria-label='${list}'] > li`) ?? [])].map(({ textContent }) =>
			textContent.match(/Player\d+/g),
		);
	const { unmount } = await renderBoard({ team, season, trades, isWide: true });
	expect(getPanel()).toBeNull();
	await chooseAction(1, "Trade out");
	await pressButton("All");
	await pressButton("Trade Pat Player31 in");
	await waitFor(() => expect(listPlayers("Unconfirmed trades")).toEqual([["Player1", "Player31"]]));
	expect(listPlayers("Trades made this round")).toEqual([["Player41", "Player7"]]);
	await pressButton("Done");
	await waitFor(() => expect(getPanel()).toBeNull());
	unmount();
	await renderBoard({ team: { ...team, startRoundId: 2 }, season, trades, isWide: true });
	await findButton("Clear");
	expect([...document.querySelectorAll("button")].map(({ textContent }) => textContent)).not.toContain("Trade");
	expect(getPanel()).toBeNull();
});

test("Reverse all names and reverses reversible trades once confirmed (D1.2.81, D1.4.59, D1.4.64)", async () => {
	const trades = [buildSavedTrade(1, 7, 41, true), buildSavedTrade(2, 8, 42, false), buildSavedTrade(3, 9, 43, false)];
	const season = buildSeason([...squad, ...[41, 42, 43].map((id) => buildPlayer(id))]);
	const { posted } = await renderBoard({
		team,
		season,
		trades,
		isWide: true,
		handlers: { "/fantasy/trade/reverse": refuse },
	});
	await pressButton("Trade");
	await findButton("Reverse all");
	expect(screen.queryByText("Undo all changes this round")).toBeNull();
	await pressButton("Reverse all");
	const dialog = await findDialog("Reverse all trades of this round?");
	expect([...dialog.querySelectorAll("li")].map(({ textContent }) => textContent?.match(/Player\d+/g))).toEqual([
		["Player42", "Player8"],
		["Player43", "Player9"],
	]);
	expect(posted).toEqual([]);
	press(within(dialog).getByText("Reverse all"));
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]).toEqual({ path: "/fantasy/trade/reverse", body: { tradeIds: [2, 3], version: 3 } });
});

test("a rollback is offered if possible, and sent once confirmed (D1.4.59, D1.4.65)", async () => {
	const season = buildSeason(squad);
	const handlers = { "/fantasy/team/rollback": refuse };
	const { posted } = await renderBoard({ team, season, rollbackAvailable: true, isWide: true, handlers });
	await pressButton("Trade");
	await pressButton("Undo all changes this round");
	const dialog = await findDialog("Undo all changes this round?");
	expect(posted).toEqual([]);
	press(within(dialog).getByText("Undo all changes this round"));
	await waitFor(() => expect(posted).toEqual([{ path: "/fantasy/team/rollback", body: { version: 3 } }]));
});

test("a player pressed right after Plan is planned, not traded", async () => {
	await renderBoard({ team, season: buildSeason([newcomer, ...squad]), isWide: true });
	const plan = await findButton("Plan");
	press(getCard(1));
	const tradeOut = await findButton("Trade out");
	// Outside of act the ground is rendered after the panel, as it is in a browser.
	vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
	plan.click();
	await Promise.resolve();
	tradeOut.click();
	await screen.findByText("Plan · Round 2");
	await waitFor(() => expect(localStorage.getItem("team_plan:7")).toBe('{"2":[{"playerInId":0,"playerOutId":1}]}'));
});
