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
import type { TeamState } from "../team/team-state.ts";
import { makeTrades, makeTradesWithLineup } from "./make-trades.ts";
import type { TradePair } from "./trade.ts";

// Squad 2 plays first in round 2. Players 8 and 18 can also play DEF; 31 to 36 are not in the team.
const season = buildPlainSeason({
	2: { squadId: 2 },
	8: { position: ["MID", "DEF"] },
	18: { position: ["DEF", "MID"] },
	31: { position: ["DEF"], cost: 800_000 },
	32: { position: ["MID"], cost: 400_000 },
	33: { position: ["RUC"] },
	34: { position: ["DEF"], squadId: 2 },
	35: { position: ["DEF", "MID"] },
	36: { position: ["DEF"], cost: 7_000_000 },
});
const team = buildTeam(PLAIN_LINEUP, season);
/** The team has started and no player is locked. */
const open = buildContextBefore(season, 2);
const createPair = (playerOutId: number, playerInId: number): TradePair => ({ playerInId, playerOutId });
const tryTrades = (pairs: TradePair[], context = open, from: TeamState | null = team) =>
	makeTrades(from, pairs, context);

describe("a trade", () => {
	test("for the same position gives her slot and role", () => {
		const { team: after, newTrades } = expectAccepted(tryTrades([createPair(17, 31)]));
		expect(after.lineup.bench.DEF).toEqual([31]);
		expect(after.lineup.emergency).toEqual([31, 18, 19, 20]);
		expect(after.bank).toBe(team.bank - 300_000);
		expect(newTrades).toEqual([
			{ roundId: 2, playerInId: 31, playerOutId: 17, priceIn: 800_000, priceOut: 500_000, swapIds: [], final: false },
		]);
	});

	test("for another position moves a player who can play both", () => {
		const { team: after, newTrades } = expectAccepted(tryTrades([createPair(1, 32)]));
		expect(after.lineup.field).toMatchObject({ DEF: [8, 2, 3, 4, 5], MID: [6, 7, 32, 9, 10] });
		expect(after.lineup.bench).toEqual(PLAIN_LINEUP.bench);
		expect(newTrades[0]?.swapIds).toEqual([8]);
	});

	test("moves a bench player when the one on field is locked", () => {
		const locked = buildPlainSeason({
			8: { position: ["MID", "DEF"], squadId: 2 },
			18: { position: ["DEF", "MID"] },
			32: {},
		});
		const result = expectAccepted(tryTrades([createPair(1, 32)], buildContextDuring(locked, 2, 0)));
		expect(result.team.lineup.field.DEF[0]).toBe(18);
		expect(result.team.lineup.bench.MID).toEqual([32]);
		expect(result.newTrades[0]?.swapIds).toEqual([18]);
	});

	test("does not move a player whose position changed since", () => {
		const changed = buildPlainSeason({ 3: { position: ["RUC"] }, 31: { position: ["DEF"] } });
		expect(
			expectAccepted(tryTrades([createPair(1, 31)], buildContextBefore(changed, 2))).team.lineup.field.DEF,
		).toEqual([31, 2, 3, 4, 5]);
	});

	test("of two pairs may use the slots freed by each", () => {
		const { team: after, newTrades } = expectAccepted(tryTrades([createPair(1, 32), createPair(9, 31)]));
		expect(after.lineup.field).toMatchObject({ DEF: [31, 2, 3, 4, 5], MID: [6, 7, 8, 32, 10] });
		expect(newTrades.map((newTrade) => newTrade.swapIds)).toEqual([[], []]);
	});

	test("is refused if a player's price is no longer the one shown", () => {
		const shown = (prices: Pick<TradePair, "priceIn" | "priceOut">) =>
			tryTrades([{ ...createPair(17, 31), ...prices }]);
		expect(expectAccepted(shown({ priceIn: 800_000, priceOut: 500_000 })).team.bank).toBe(team.bank - 300_000);
		expect(shown({ priceIn: 790_000, priceOut: 500_000 })).toEqual({
			ok: false,
			violations: [{ code: "price-changed", playerId: 31, price: 800_000 }],
		});
		expect(shown({ priceIn: 900_000, priceOut: 510_000 })).toEqual({
			ok: false,
			violations: [
				{ code: "price-changed", playerId: 31, price: 800_000 },
				{ code: "price-changed", playerId: 17, price: 500_000 },
			],
		});
	});

	test("may be paid for by another one of the same submission", () => {
		const broke = { ...team, bank: 250_000 };
		expect(tryTrades([createPair(1, 31)], open, broke)).toEqual({
			ok: false,
			violations: [{ code: "over-salary-cap", by: 50_000 }],
		});
		expect(expectAccepted(tryTrades([createPair(1, 31), createPair(9, 32)], open, broke)).team.bank).toBe(50_000);
	});
});

describe("trades are refused", () => {
	test("for locked players coming in or going out, naming each", () => {
		expect(
			listViolatingPlayers(
				tryTrades([createPair(2, 31), createPair(1, 34)], buildContextDuring(season, 2, 0)),
				"locked",
			),
		).toEqual([2, 34]);
	});

	test("for unknown, doubled, missing or present players", () => {
		expect(listViolationCodes(tryTrades([createPair(1, 99)]))).toEqual(["unknown-player"]);
		expect(listViolationCodes(tryTrades([createPair(1, 17)]))).toEqual(["already-in-team"]);
		expect(listViolationCodes(tryTrades([createPair(32, 31)]))).toEqual(["not-in-team"]);
		expect(listViolationCodes(tryTrades([createPair(1, 31), createPair(3, 31)]))).toEqual(["duplicate-player"]);
		expect(listViolationCodes(tryTrades([createPair(1, 31), createPair(1, 35)]))).toEqual(["duplicate-player"]);
	});

	test("all together if one of them is refused", () => {
		expect(listViolationCodes(tryTrades([createPair(1, 31), createPair(3, 99)]))).toEqual(["unknown-player"]);
		expect(listViolationCodes(tryTrades([createPair(1, 36), createPair(3, 99)]))).toEqual([
			"unknown-player",
			"over-salary-cap",
		]);
	});

	test("for trading out a player who came in this round", () => {
		const createTradedTeam = (roundId: number) => {
			const { team: after, newTrades } = expectAccepted(tryTrades([createPair(1, 31)]));
			return { ...after, trades: newTrades.map((newTrade) => ({ ...newTrade, id: 1, roundId })) };
		};
		expect(
			listViolatingPlayers(tryTrades([createPair(31, 35)], open, createTradedTeam(2)), "came-in-this-round"),
		).toEqual([31]);
		expect(listViolationCodes(tryTrades([createPair(31, 35)], open, createTradedTeam(1)))).toEqual([]);
	});

	test("beyond the limit per season or per round (D1.1.25)", () => {
		const pastTrades = [1, 2, 3].map((id) => ({
			...createPair(80 + id, 90 + id),
			id,
			roundId: 1,
			priceIn: 1,
			priceOut: 1,
			swapIds: [],
			final: false,
		}));
		const createTeamWithTrades = (count: number) => ({ ...team, trades: pastTrades.slice(0, count) });
		expect(listViolationCodes(tryTrades([createPair(1, 31)], open, createTeamWithTrades(2)))).toEqual([]);
		expect(tryTrades([createPair(1, 31), createPair(3, 35)], open, createTeamWithTrades(2))).toEqual({
			ok: false,
			violations: [{ code: "no-trades-left", limit: 3, left: 1 }],
		});
		expect(listViolationCodes(tryTrades([createPair(1, 31)], open, createTeamWithTrades(3)))).toEqual([
			"no-trades-left",
		]);
		const perRound = { ...open, rules: { ...season.rules, trades: { limit: 3, per: "round" as const } } };
		expect(listViolationCodes(tryTrades([createPair(1, 31)], perRound, createTeamWithTrades(3)))).toEqual([]);
	});

	test("when no move makes the new player fit, naming her", () => {
		const ruckOnlyContext = buildContextBefore(buildPlainSeason({ 33: { position: ["RUC"] } }), 2);
		expect(listViolatingPlayers(tryTrades([createPair(1, 33)], ruckOnlyContext), "no-place")).toEqual([33]);
	});

	test("without pairs, team, complete start round or season", () => {
		expect(listViolationCodes(tryTrades([]))).toEqual(["no-trade-pairs"]);
		expect(listViolationCodes(tryTrades([createPair(1, 31)], open, null))).toEqual(["no-line-up"]);
		expect(listViolationCodes(tryTrades([createPair(1, 31)], buildContextDuring(season, 1, 2)))).toEqual([
			"team-not-started",
		]);
		expect(listViolationCodes(tryTrades([createPair(1, 31)], buildContextBefore(season, 5)))).toEqual([
			"season-complete",
		]);
	});
});

describe("trades with changes of the line-up", () => {
	test("bring a new captain on field, or do nothing", () => {
		const pairs = [createPair(17, 31)];
		const after = expectAccepted(makeTradesWithLineup(team, pairs, { swapsPairs: [[1, 31]], captainId: 31 }, open));
		expect([after.team.lineup.field.DEF[0], after.team.lineup.bench.DEF, after.team.lineup.captainId]).toEqual([
			31,
			[1],
			31,
		]);
		expect(after.newTrades).toHaveLength(1);
		expect(listViolationCodes(makeTradesWithLineup(team, pairs, { swapsPairs: [], captainId: 31 }, open))).toEqual([
			"captain-not-on-field",
		]);
		expect(
			listViolationCodes(makeTradesWithLineup(team, pairs, { swapsPairs: [[6, 31]], captainId: null }, open)),
		).toContain("wrong-position");
	});
});
