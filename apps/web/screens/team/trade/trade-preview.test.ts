import type { TeamState } from "@first-bounce/rules/team/team-state";
import { expect, test } from "vitest";
import {
	buildLineup,
	buildPlayer,
	buildSeason,
	buildSquad,
	SATURDAY,
} from "../../../../../testing/web/player-season.ts";
import {
	addTradeIn,
	addTradeOut,
	addTradePair,
	getIncomingIds,
	getOutgoingIds,
	hasIncompleteTrade,
	type LocalTrade,
	listCompletePairs,
	removeFromTrades,
} from "./local-trades.ts";
import { computeMaxAffordable, previewTrades } from "./trade-preview.ts";

/** A team that started in round 1 with $100,000 left; 30 is a forward, 31 a defender, 32 too expensive. */
function setUp(bank = 100_000) {
	const season = buildSeason([
		...buildSquad((id) => (id === 12 ? { position: ["FWD", "DEF"] } : { squadId: 1 })),
		buildPlayer(30, { position: ["FWD"], cost: 550_000 }),
		buildPlayer(31, { position: ["DEF"], cost: 400_000 }),
		buildPlayer(32, { position: ["FWD"], cost: 900_000 }),
	]);
	const team: TeamState = { lineup: buildLineup(), bank, startRoundId: 1, trades: [] };
	const context = { rules: season.rules, getPlayer: season.lookup, rounds: season.rounds, now: SATURDAY - 1 };
	return { team, context, previewLocalTrades: (trades: readonly LocalTrade[]) => previewTrades(team, trades, context) };
}
const trade = (playerInId: number, playerOutId: number): LocalTrade => ({ playerInId, playerOutId });

test("halves of trades are paired in order, and can go", () => {
	const half = addTradeIn([], 30);
	expect(hasIncompleteTrade(half)).toBe(true);
	expect(listCompletePairs(half)).toEqual([]);
	const whole = addTradeOut(half, 13);
	expect(whole).toEqual([trade(30, 13)]);
	expect(removeFromTrades(whole, 13)).toEqual([trade(30, 0)]);
	expect(removeFromTrades(removeFromTrades(whole, 13), 30)).toEqual([]);
	expect(addTradePair(half, trade(30, 14))).toEqual([trade(30, 14)]);
	expect([[...getIncomingIds(half)], [...getOutgoingIds(half)]]).toEqual([[30], []]);
});

test("only complete, affordable trades can be submitted (D1.4.68, D1.4.69, D1.4.70, D1.4.72)", () => {
	const { previewLocalTrades: preview } = setUp();
	expect(preview([]).canSubmit).toBe(false);
	expect(preview([trade(30, 13)])).toMatchObject({ canSubmit: true, bank: 50_000 });
	expect(preview([trade(30, 13), trade(0, 14)])).toMatchObject({ canSubmit: false, bank: 550_000 });
	expect(preview([trade(32, 13)])).toMatchObject({ canSubmit: false, bank: -300_000 });
	expect(listCompletePairs([trade(30, 13), trade(0, 14)])).toEqual([trade(30, 13)]);
});

test("a trade between positions previews moves and bank (D1.4.67)", () => {
	const { previewLocalTrades: preview } = setUp();
	const shown = preview([trade(31, 13)]);
	expect(shown).toMatchObject({ canSubmit: false, bank: 200_000, moves: [] });
	expect(shown.violations.map(({ code }) => code)).toEqual(["no-place"]);
	const moved = preview([trade(30, 1)]);
	expect(moved.canSubmit).toBe(true);
	expect(moved.moves).toMatchObject([{ playerId: 12, from: { line: "FWD" }, to: { line: "DEF" } }]);
});

test("the maximum price counts who could or will go out (D1.5.53)", () => {
	const { team, context } = setUp();
	expect(computeMaxAffordable(team, [], 100_000, context)).toBe(600_000);
	expect(computeMaxAffordable(team, [trade(0, 13)], 600_000, context)).toBe(600_000);
	const afterLock = { ...context, now: SATURDAY };
	expect(computeMaxAffordable(team, [], 100_000, afterLock)).toBe(100_000);
});
