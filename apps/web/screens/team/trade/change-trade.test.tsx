import { listInstructions } from "@first-bounce/contract/team/instructions";
import { listTrades, type TradeView } from "@first-bounce/contract/team/trade";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import {
	buildLineup,
	buildPlayer,
	buildSeason,
	buildSquad,
	SATURDAY,
} from "../../../../../testing/web/player-season.ts";
import { findButton, getCard, press, pressButton, renderBoard } from "../../../../../testing/web/render-board.tsx";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
// Loads what the screen imports on demand, so that it does not count towards the first test's timeout.
import "./change-trade.tsx";

const LATE = 3;
/** An hour into the first match, club 1 is locked. Players 1, 2 and 31 to 33 play a day later. */
const squad = buildSquad((id) => (id <= 2 ? { squadId: LATE } : {}));
const pool = [
	buildPlayer(31, { position: ["DEF"], squadId: LATE, cost: 600_000 }),
	buildPlayer(32, { position: ["DEF"], squadId: LATE, cost: 9_000_000 }),
	buildPlayer(33, { position: ["FWD"], squadId: LATE }),
	buildPlayer(34, { position: ["DEF"] }),
	buildPlayer(41, { position: ["DEF"] }),
	buildPlayer(42, { position: ["DEF"], squadId: LATE }),
];
const players = [...pool, ...squad];
const team = { ...buildTeam(3, buildLineup()), startRoundId: 1 };
const now = SATURDAY + HOUR_MS;

function buildSavedTrade(inId: number, outId: number, final = false): TradeView {
	const getPlayer = (id: number) => players.find((player) => player.id === id) ?? buildPlayer(id);
	const [incoming, outgoing] = [getPlayer(inId), getPlayer(outId)];
	const shared = { id: 9, fromBE: true as const, roundId: 2, isLocked: true, swapIds: [], final };
	return {
		...shared,
		in: incoming,
		out: outgoing,
		playerInId: inId,
		playerOutId: outId,
		priceIn: 450_000,
		priceOut: 480_000,
	};
}

const render = (trade: TradeView, options: Partial<Parameters<typeof renderBoard>[0]> = {}) =>
	renderBoard({
		team,
		season: buildSeason(players, "playing", ["playing", "scheduled"]),
		trades: [trade],
		isWide: true,
		now,
		handlers: { "/fantasy/trade/change": () => refusal(422, "trade-locked", "That trade is locked") },
		...options,
	});

async function openChange(name: string): Promise<HTMLElement> {
	await pressButton("Trade");
	await pressButton(`Change the trade of ${name}`);
	return screen.findByRole("dialog", { hidden: true });
}
const listRowButtons = (dialog: HTMLElement, direction: "in" | "out") =>
	[...dialog.querySelectorAll(`[data-action=trade-${direction}]`)].map((button) => button.getAttribute("aria-label"));
const listMoney = (dialog: HTMLElement) =>
	[...dialog.querySelectorAll("dl > div")].map(({ textContent }) => textContent);

test("another player comes in by a half-locked trade, once confirmed [D1.4.126]", async () => {
	const { posted } = await render(buildSavedTrade(1, 41));
	const dialog = await openChange("Player1");
	await within(dialog).findByText("Who comes in instead?");
	await waitFor(() => expect(listRowButtons(dialog, "in")).toEqual(["Trade Pat Player31 in", "Trade Pat Player42 in"]));
	press(within(dialog).getByLabelText("Trade Pat Player31 in"));
	await within(dialog).findByText("Pat Player1 goes back, and you get back the $450K that you paid for her.");
	expect(listMoney(dialog)).toEqual(["Left now$5M", "Left afterwards$4.85M"]);
	expect(posted).toEqual([]);
	press(within(dialog).getByText("Change the trade"));
	await waitFor(() => expect(posted).toHaveLength(1));
	expect(posted[0]).toEqual({
		path: "/fantasy/trade/change",
		body: { tradeId: 9, playerInId: 31, priceIn: 600_000, version: 3 },
	});
	expect(listMoney(dialog)).toEqual(["Left now$5M", "Left afterwards$4.85M"]);
});

test("another player goes out by a half-locked trade [D1.4.126]", async () => {
	const { posted } = await render(buildSavedTrade(3, 42));
	const dialog = await openChange("Player3");
	await within(dialog).findByText("Who goes out instead?");
	await waitFor(() =>
		expect(listRowButtons(dialog, "out")).toEqual(["Trade Pat Player1 out", "Trade Pat Player2 out"]),
	);
	press(within(dialog).getByLabelText("Trade Pat Player2 out"));
	await within(dialog).findByText("Pat Player42 returns, and you give back the $480K that you got for her.");
	expect(listMoney(dialog)).toEqual(["Left now$5M", "Left afterwards$5.02M"]);
	press(within(dialog).getByText("Change the trade"));
	await waitFor(() =>
		expect(posted).toEqual([
			{ path: "/fantasy/trade/change", body: { tradeId: 9, playerOutId: 2, priceOut: 500_000, version: 3 } },
		]),
	);
});

const listMenu = (id: number) => {
	press(getCard(id));
	return screen.getAllByRole("menuitem", { hidden: true }).map(({ textContent }) => textContent);
};

test("the menu of the player who came in offers the change [D1.4.126]", async () => {
	await render(buildSavedTrade(1, 41));
	expect(listMenu(1)).toEqual(["Swap", "Change the trade", "Player details"]);
	await pressButton("Change the trade");
	const dialog = await screen.findByRole("dialog", { hidden: true });
	await within(dialog).findByText("Who comes in instead?");
	await waitFor(() => expect(listRowButtons(dialog, "in")).toHaveLength(2));
});

test("her menu offers it while the trades are open, too [D1.4.126]", async () => {
	await render(buildSavedTrade(1, 41));
	await pressButton("Trade");
	expect(listMenu(1)).toEqual(["Change the trade", "Swap", "Player details"]);
});

test("her menu offers no change while both players are unlocked [D1.4.126]", async () => {
	await render(buildSavedTrade(1, 42));
	expect(listMenu(1)).toEqual(["Swap", "Player details"]);
});

test("the change says why it is no longer possible [D1.4.126]", async () => {
	const { showSeason } = await render(buildSavedTrade(1, 41));
	const dialog = await openChange("Player1");
	await within(dialog).findByText("Who comes in instead?");
	showSeason(buildSeason(players, "playing", ["playing", "playing"]));
	await within(dialog).findByText("Both players are locked, so this trade can no longer be changed.");
});

test("final and unlocked trades have no change [D1.4.126]", async () => {
	const { unmount } = await render(buildSavedTrade(1, 41, true));
	await pressButton("Trade");
	await screen.findByText("Final: this trade can no longer be changed, because prices were computed again");
	expect(screen.queryByLabelText("Change the trade of Player1")).toBeNull();
	unmount();
	await render(buildSavedTrade(1, 42));
	await pressButton("Trade");
	await findButton("Reverse the trade of Player1");
	expect(screen.queryByLabelText("Change the trade of Player1")).toBeNull();
});

test("offline, the change waits until the browser is back online [D1.4.126]", async () => {
	await render(buildSavedTrade(1, 41));
	const dialog = await openChange("Player1");
	vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
	press(await within(dialog).findByLabelText("Trade Pat Player31 in"));
	await within(dialog).findByText("You are offline. The trade can be changed once you are back online.");
	expect(within(dialog).getByText("Change the trade").closest("button")?.disabled).toBe(true);
});

test("the check before a lock offers the change [D1.4.127]", async () => {
	const injured = players.map((player) =>
		player.id === 1 ? buildPlayer(1, { position: ["DEF"], squadId: LATE, status: "injured" }) : player,
	);
	await render(buildSavedTrade(1, 41), {
		season: buildSeason(injured, "playing", ["playing", "scheduled"]),
		handlers: {
			"/fantasy/team/instructions": () =>
				success(listInstructions, { isAllowed: false, roundId: 2, limit: 10, instructions: [] }),
		},
	});
	await pressButton("Fix");
	const sheet = await screen.findByText("1 thing to fix");
	press(await within(sheet.closest<HTMLElement>("[role=dialog]") ?? sheet).findByText("Change the trade"));
	await screen.findByText("Who comes in instead?");
});

test("a change whose trades fail to load can be tried again [D1.4.126]", async () => {
	const replies = [refusal(403, "account-inactive", "This account is inactive")];
	const trade = buildSavedTrade(1, 41);
	await render(trade, {
		path: "/team?change=9",
		hasTimer: false,
		handlers: {
			"/fantasy/trade/list": () =>
				replies.shift() ?? success(listTrades, { team, rollbackAvailable: false, trades: [trade], tradesLeft: 2 }),
		},
	});
	const dialog = await screen.findByRole("dialog", { hidden: true });
	await within(dialog).findByText("This account is inactive", {}, { timeout: 3_000 });
	press(within(dialog).getByText("Try again"));
	await within(dialog).findByText("Who comes in instead?");
});
