import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	buildContextBefore,
	buildContextDuring,
	buildTeam,
	expectAccepted,
	listViolatingPlayers,
	listViolationCodes,
} from "../../../testing/rules/context.ts";
import { buildPlainSeason, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import { swapPlayers } from "../swaps/swap-players.ts";
import { rollBackToOpening } from "../team/rollback.ts";
import type { SeasonContext, TeamState } from "../team/team-state.ts";
import { makeTrades } from "./make-trades.ts";
import { isTradeLocked, reverseTrades } from "./reverse-trades.ts";
import { finaliseTrades, type TradePair } from "./trade.ts";

const newcomers = {
	31: { position: ["DEF"], cost: 800_000, squadId: 2 },
	32: { position: ["MID"], cost: 400_000 },
	33: { position: ["DEF"], cost: 300_000 },
} as const;
const season = buildPlainSeason({ 8: { position: ["MID", "DEF"] }, 18: { position: ["DEF", "MID"] }, ...newcomers });
const seasonWithRises = buildPlainSeason({
	1: { cost: 900_000 },
	31: { ...newcomers[31], cost: 950_000 },
	33: newcomers[33],
});
const team = buildTeam(PLAIN_LINEUP, season);
/** The team has started and no player is locked. */
const open = buildContextBefore(season, 2);
const createPair = (playerOutId: number, playerInId: number): TradePair => ({ playerInId, playerOutId });

function applyTrades(pairs: TradePair[], from: TeamState = team, context: SeasonContext = open): TeamState {
	const { team: after, newTrades } = expectAccepted(makeTrades(from, pairs, context));
	const first = from.trades.length + 1;
	return {
		...after,
		trades: [...from.trades, ...newTrades.map((newTrade, index) => ({ ...newTrade, id: first + index }))],
	};
}

describe("reversing", () => {
	test("a trade restores the player, the moved ones, the bank", () => {
		expect(expectAccepted(reverseTrades(applyTrades([createPair(1, 31)]), [1], open))).toEqual(team);
		expect(expectAccepted(reverseTrades(applyTrades([createPair(1, 32)]), [1], open))).toEqual(team);
	});

	test("a trade moves back exactly who moved for it", () => {
		const dual = { position: ["DEF", "MID"] } as const;
		const flexible = buildPlainSeason({ 4: dual, 8: dual, 21: { position: ["RUC"] }, ...newcomers });
		const after = applyTrades([createPair(18, 33)], team, buildContextBefore(flexible, 2));
		expect(after.lineup).toMatchObject({ bench: { MID: [4] }, field: { DEF: [1, 2, 3, 33, 5] } });
		expect(expectAccepted(reverseTrades(after, [1], buildContextBefore(flexible, 2)))).toEqual(team);
	});

	test("a trade moves another player if one has locked", () => {
		const changed = buildPlainSeason({ ...newcomers, 8: { position: ["MID", "DEF"], squadId: 2 } });
		const { lineup } = expectAccepted(
			reverseTrades(applyTrades([createPair(1, 32)]), [1], buildContextDuring(changed, 2, 0)),
		);
		expect(lineup).toMatchObject({ field: { DEF: [8, 2, 3, 4, 5], MID: [6, 7, 21, 9, 10] }, utilityId: 1 });
	});

	test("restores the bank at the prices of the trade", () => {
		expect(
			expectAccepted(reverseTrades(applyTrades([createPair(1, 31)]), [1], buildContextBefore(seasonWithRises, 2))).bank,
		).toBe(team.bank);
	});

	test("several trades at once gives the same team in any order", () => {
		const traded = applyTrades([createPair(9, 33)], applyTrades([createPair(3, 32)], applyTrades([createPair(1, 31)])));
		fc.assert(
			fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 3 }), (ids) => {
				const reversedTogether = expectAccepted(reverseTrades(traded, ids, open));
				const singly = ids.reduce((remaining, id) => expectAccepted(reverseTrades(remaining, [id], open)), traded);
				expect(reversedTogether).toEqual(expectAccepted(reverseTrades(traded, [1, 2, 3], open)));
				expect(reversedTogether).toMatchObject({ bank: team.bank, trades: [] });
				expect(new Set(listPlayerIds(reversedTogether.lineup))).toEqual(new Set(listPlayerIds(PLAIN_LINEUP)));
				expect(singly).toMatchObject({ bank: team.bank, trades: [] });
			}),
		);
	});

	test("after a swap returns the player to her replacement's slot", () => {
		const swapped = expectAccepted(swapPlayers(applyTrades([createPair(1, 33)]), [[33, 17]], open));
		expect(expectAccepted(reverseTrades(swapped, [1], open)).lineup).toMatchObject({
			bench: { DEF: [1] },
			emergency: [1, 18, 19, 20],
		});
	});

	test("is refused while a later trade has the player back", () => {
		const again = applyTrades([createPair(3, 1)], applyTrades([createPair(1, 33)]));
		expect(reverseTrades(again, [1], open)).toEqual({
			ok: false,
			violations: [{ code: "trade-not-last", tradeId: 1, playerId: 1 }],
		});
		expect(expectAccepted(reverseTrades(again, [1, 2], open))).toMatchObject({ bank: team.bank, trades: [] });
		expect(expectAccepted(reverseTrades(again, [2], open)).lineup.field.DEF).toEqual([33, 2, 3, 4, 5]);
	});

	test("is refused when the bank would go below zero", () => {
		const tradedTeam = applyTrades([createPair(3, 31)], applyTrades([createPair(1, 33)], { ...team, bank: 100_000 }));
		expect(tradedTeam.bank).toBe(0);
		expect(reverseTrades(tradedTeam, [1], open)).toEqual({
			ok: false,
			violations: [{ code: "over-salary-cap", by: 200_000 }],
		});
	});

	test("is refused when the player no longer fits any slot", () => {
		const after = applyTrades([createPair(1, 32)]);
		const changed = buildPlainSeason({ ...newcomers, 1: { position: ["RUC"] }, 21: { position: ["RUC"] } });
		expect(listViolatingPlayers(reverseTrades(after, [1], buildContextBefore(changed, 2)), "no-place")).toEqual([1]);
	});

	test("is refused when the player left the season", () => {
		const after = applyTrades([createPair(1, 32)]);
		const withoutPlayer1 = { ...open, getPlayer: (id: number) => (id === 1 ? undefined : open.getPlayer(id)) };
		expect(listViolatingPlayers(reverseTrades(after, [1], withoutPlayer1), "unknown-player")).toEqual([1]);
	});

	test("is refused for unknown, final or past trades", () => {
		const after = applyTrades([createPair(1, 33)]);
		expect(listViolationCodes(reverseTrades(after, [7], open))).toEqual(["trade-unknown"]);
		expect(listViolationCodes(reverseTrades({ ...after, trades: finaliseTrades(after.trades, 2) }, [1], open))).toEqual(
			["trade-final"],
		);
		expect(finaliseTrades(after.trades, 1)).toEqual(after.trades);
		expect(listViolationCodes(reverseTrades(after, [1], buildContextBefore(season, 3)))).toEqual(["trade-locked"]);
		expect(listViolationCodes(reverseTrades(after, [], open))).toEqual(["no-trade-pairs"]);
	});

	test("is refused once either player is locked", () => {
		const after = applyTrades([createPair(1, 31), createPair(3, 33)]);
		const [lockedTrade, openTrade] = after.trades;
		const playing = buildContextDuring(season, 2, 0);
		expect(lockedTrade && isTradeLocked(lockedTrade, after, playing)).toBe(true);
		expect(openTrade && isTradeLocked(openTrade, after, playing)).toBe(false);
		expect(listViolationCodes(reverseTrades(after, [1, 2], playing))).toEqual(["trade-locked"]);
		expect(listViolationCodes(reverseTrades(after, [2], playing))).toEqual([]);
	});
});

describe("rolling back", () => {
	const opening = { lineup: PLAIN_LINEUP, bank: team.bank };

	test("restores the team of the round's opening, and its trades", () => {
		const changed = expectAccepted(swapPlayers(applyTrades([createPair(1, 33), createPair(9, 31)]), [[6, 21]], open));
		expect(expectAccepted(rollBackToOpening(changed, opening, open))).toEqual(team);
		const tradedEarlier = { ...changed, trades: changed.trades.map((trade) => ({ ...trade, roundId: 1 })) };
		expect(expectAccepted(rollBackToOpening(tradedEarlier, opening, open)).trades).toEqual(tradedEarlier.trades);
	});

	test("is possible only if something has changed", () => {
		expect(listViolationCodes(rollBackToOpening(team, opening, open))).toEqual(["nothing-to-roll-back"]);
		const reordered = { ...team, lineup: { ...PLAIN_LINEUP, emergency: [20, 19, 18, 17] } };
		expect(listViolationCodes(rollBackToOpening(reordered, opening, open))).toEqual(["nothing-to-roll-back"]);
		expect(
			listViolationCodes(rollBackToOpening({ ...team, lineup: { ...PLAIN_LINEUP, captainId: 7 } }, opening, open)),
		).toEqual([]);
	});

	test("is refused once a changed player is locked, and names her", () => {
		const changed = applyTrades([createPair(1, 31)]);
		expect(
			listViolatingPlayers(rollBackToOpening(changed, opening, buildContextDuring(season, 2, 0)), "locked"),
		).toEqual([31]);
		expect(
			listViolationCodes(
				rollBackToOpening(applyTrades([createPair(1, 33)]), opening, buildContextDuring(season, 2, 0)),
			),
		).toEqual([]);
	});

	test("is refused for final trades and before the start round is complete", () => {
		const changed = applyTrades([createPair(1, 33)]);
		const final = { ...changed, trades: finaliseTrades(changed.trades, 2) };
		expect(listViolationCodes(rollBackToOpening(final, opening, open))).toEqual(["trade-final"]);
		expect(listViolationCodes(rollBackToOpening(changed, opening, buildContextDuring(season, 1, 0)))).toEqual([
			"team-not-started",
		]);
	});
});
