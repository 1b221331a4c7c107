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
import type { TestSeason } from "../../../testing/rules/season-builder.ts";
import { listPlayerIds } from "../lineup/slots.ts";
import { swapPlayers } from "../swaps/swap-players.ts";
import { rollBackToOpening } from "../team/rollback.ts";
import type { TeamState } from "../team/team-state.ts";
import { changeTrade, findChangeableHalf } from "./change-trade.ts";
import { makeTrades } from "./make-trades.ts";
import { reverseTrades } from "./reverse-trades.ts";
import { finaliseTrades } from "./trade.ts";

// In round 2, squad 2 plays first and squad 5 second. Players 31 to 35 are not in the team.
const details = {
	2: { squadId: 2 },
	8: { position: ["MID", "DEF"] },
	31: { position: ["DEF"], cost: 600_000 },
	32: { position: ["DEF"], cost: 450_000 },
	33: { position: ["DEF"], cost: 700_000, squadId: 2 },
	34: { position: ["MID"], cost: 400_000 },
	35: { position: ["DEF"], cost: 9_000_000 },
} as const;
const season = buildPlainSeason(details);
const rerunSeason = buildPlainSeason({ ...details, 31: { ...details[31], cost: 800_000 }, 3: { cost: 900_000 } });
const team = buildTeam(PLAIN_LINEUP, season);
/** Nobody is locked. */
const open = buildContextBefore(season, 2);
/** Squad 2 is locked. */
const playing = buildContextDuring(season, 2, 0);

function trade(
	playerOutId: number,
	playerInId: number,
	from: TeamState = team,
	fromSeason: TestSeason = season,
): TeamState {
	const { team: after, newTrades } = expectAccepted(
		makeTrades(from, [{ playerInId, playerOutId }], buildContextBefore(fromSeason, 2)),
	);
	return { ...after, trades: [...from.trades, ...newTrades.map((made) => ({ ...made, id: from.trades.length + 1 }))] };
}
/** Player 2, who locks first, went out for 31, and player 1 for 33, who locks first. */
const outLocked = trade(2, 31);
const inLocked = trade(1, 33);
const changeIn = (playerId: number, from = outLocked, context = playing) =>
	changeTrade(from, { tradeId: 1, half: "in", playerId }, context);
const changeOut = (playerId: number, from = inLocked, context = playing) =>
	changeTrade(from, { tradeId: 1, half: "out", playerId }, context);

describe("another player comes in [D1.4.125]", () => {
	test("at today's price, and the former goes back at the stored price", () => {
		const { lineup, bank, trades } = expectAccepted(changeIn(32));
		expect(lineup.field.DEF).toEqual([1, 32, 3, 4, 5]);
		expect(bank).toBe(team.bank + 500_000 - 450_000);
		expect(trades).toEqual([
			{
				...outLocked.trades[0],
				id: 1,
				playerInId: 32,
				playerOutId: 2,
				priceIn: 450_000,
				priceOut: 500_000,
			},
		]);
		const dearer = changeIn(32, outLocked, buildContextDuring(rerunSeason, 2, 0));
		expect(expectAccepted(dearer).bank).toBe(team.bank + 50_000);
	});

	test("and takes the slot's role", () => {
		const captain = { ...team, lineup: { ...PLAIN_LINEUP, captainId: 1, viceCaptainId: 2 } };
		const changed = expectAccepted(changeIn(32, trade(2, 31, captain)));
		expect(changed.lineup).toMatchObject({ captainId: 1, viceCaptainId: 32, emergency: [17, 18, 19, 20] });
	});

	test("for another position moves unlocked players only", () => {
		const { lineup, trades } = expectAccepted(changeIn(34));
		expect(lineup.field).toMatchObject({ DEF: [1, 8, 3, 4, 5], MID: [6, 7, 34, 9, 10] });
		expect(trades[0]?.swapIds).toEqual([8]);
		const lockedSeason = buildPlainSeason({ ...details, 8: { ...details[8], squadId: 2 } });
		const refused = changeIn(34, trade(2, 31, team, lockedSeason), buildContextDuring(lockedSeason, 2, 0));
		expect(listViolatingPlayers(refused, "no-place")).toEqual([34]);
	});

	test("in whichever slot the former is after swaps", () => {
		const swapped = expectAccepted(swapPlayers(outLocked, [[31, 17]], playing));
		const { lineup } = expectAccepted(changeIn(32, swapped));
		expect(lineup).toMatchObject({ bench: { DEF: [32] }, emergency: [32, 18, 19, 20] });
	});
});

describe("another player goes out [D1.4.125]", () => {
	test("at today's price, and the former returns at the stored price", () => {
		const { lineup, bank, trades } = expectAccepted(changeOut(3));
		expect(lineup.field.DEF).toEqual([33, 2, 1, 4, 5]);
		expect(bank).toBe(team.bank + 500_000 - 700_000);
		expect(trades).toMatchObject([{ id: 1, playerInId: 33, playerOutId: 3, priceIn: 700_000, priceOut: 500_000 }]);
		const risen = changeOut(3, inLocked, buildContextDuring(rerunSeason, 2, 0));
		expect(expectAccepted(risen)).toMatchObject({ bank: team.bank + 200_000, trades: [{ priceOut: 900_000 }] });
	});

	test("and the one who returns takes her slot's role", () => {
		expect(expectAccepted(changeOut(17)).lineup).toMatchObject({ bench: { DEF: [1] }, emergency: [1, 18, 19, 20] });
		const { lineup } = expectAccepted(changeOut(6));
		expect(lineup).toMatchObject({ field: { MID: [21, 7, 8, 9, 10] }, utilityId: 1, captainId: 21 });
	});
});

describe("a changed trade", () => {
	test("can be changed again, and reversed once nobody is locked", () => {
		const changed = expectAccepted(changeIn(31, expectAccepted(changeIn(32))));
		expect(changed).toEqual(outLocked);
		expect(expectAccepted(reverseTrades(expectAccepted(changeIn(32)), [1], open))).toEqual(team);
	});

	test("can be neither reversed nor rolled back while half is locked", () => {
		const changed = expectAccepted(changeIn(32));
		expect(listViolationCodes(reverseTrades(changed, [1], playing))).toEqual(["trade-locked"]);
		expect(listViolatingPlayers(rollBackToOpening(changed, team, playing), "locked")).toEqual([2]);
		expect(expectAccepted(rollBackToOpening(changed, team, open))).toEqual(team);
	});

	test("frees the former player for other trades", () => {
		const changed = expectAccepted(changeIn(32));
		const again = makeTrades(changed, [{ playerInId: 31, playerOutId: 3 }], playing);
		expect(listPlayerIds(expectAccepted(again).team.lineup)).toContain(31);
		const returned = makeTrades(expectAccepted(changeOut(3)), [{ playerInId: 31, playerOutId: 1 }], playing);
		expect(listViolationCodes(returned)).toEqual([]);
	});
});

describe("a change is refused [D1.4.125]", () => {
	test("unless exactly the other half is locked", () => {
		expect(changeIn(32, outLocked, open)).toEqual({
			ok: false,
			violations: [{ code: "trade-not-locked", tradeId: 1 }],
		});
		expect(listViolationCodes(changeIn(32, trade(2, 33)))).toEqual(["trade-locked"]);
		expect(listViolatingPlayers(changeOut(3, outLocked), "locked")).toEqual([2]);
		expect(listViolatingPlayers(changeIn(32, inLocked), "locked")).toEqual([33]);
		expect(listViolationCodes(changeIn(32, outLocked, buildContextDuring(season, 2, 1)))).toEqual(["trade-locked"]);
	});

	test("for a final, past or unknown trade", () => {
		const final = { ...outLocked, trades: finaliseTrades(outLocked.trades, 2) };
		expect(listViolationCodes(changeIn(32, final))).toEqual(["trade-final"]);
		const past = { ...outLocked, trades: outLocked.trades.map((made) => ({ ...made, roundId: 1 })) };
		expect(listViolationCodes(changeIn(32, past))).toEqual(["trade-locked"]);
		expect(changeTrade(outLocked, { tradeId: 7, half: "in", playerId: 32 }, playing)).toEqual({
			ok: false,
			violations: [{ code: "trade-unknown", tradeId: 7 }],
		});
	});

	test("for a player of another trade of the round", () => {
		const twoTrades = trade(3, 32, outLocked);
		expect(listViolationCodes(changeIn(32, twoTrades))).toEqual(["already-in-team", "in-another-trade"]);
		expect(listViolatingPlayers(changeIn(3, twoTrades), "in-another-trade")).toEqual([3]);
		expect(listViolatingPlayers(changeOut(32, trade(3, 32, inLocked)), "in-another-trade")).toEqual([32]);
		const isBack = trade(3, 1, inLocked);
		expect(listViolatingPlayers(changeOut(4, isBack), "in-another-trade")).toEqual([1]);
		expect(isBack.trades[0] && findChangeableHalf(isBack.trades[0], isBack, playing)).toBeNull();
	});

	test("for whatever a trade is refused for", () => {
		expect(listViolationCodes(changeIn(3))).toEqual(["already-in-team"]);
		expect(listViolationCodes(changeIn(99))).toEqual(["unknown-player"]);
		expect(listViolatingPlayers(changeIn(33), "locked")).toEqual([33]);
		expect(listViolatingPlayers(changeOut(2), "locked")).toEqual([2]);
		expect(listViolationCodes(changeOut(32))).toEqual(["not-in-team"]);
		expect(changeIn(35)).toEqual({
			ok: false,
			violations: [{ code: "over-salary-cap", by: 9_000_000 - 500_000 - team.bank }],
		});
		const shown = { tradeId: 1, half: "in", playerId: 32, price: 440_000 } as const;
		expect(changeTrade(outLocked, shown, playing)).toEqual({
			ok: false,
			violations: [{ code: "price-changed", playerId: 32, price: 450_000 }],
		});
		expect(listViolationCodes(changeTrade(null, shown, playing))).toEqual(["no-line-up"]);
	});
});

test("the unlocked half of a half-locked trade can be changed", () => {
	const find = (from: TeamState, context = playing) => {
		const [made] = from.trades;
		return made ? findChangeableHalf(made, from, context) : undefined;
	};
	expect(find(outLocked)).toBe("in");
	expect(find(inLocked)).toBe("out");
	expect(find(outLocked, open)).toBeNull();
	expect(find(trade(2, 33))).toBeNull();
	expect(find({ ...outLocked, trades: finaliseTrades(outLocked.trades, 2) })).toBeNull();
});
