import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlayerId } from "../ids.ts";
import { sum } from "../numbers.ts";
import type { Line } from "../player.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { type ExpectedPlayer, forecastRoundsLeft, projectSquad, replacePlayers } from "./expected-points.ts";
import type { SquadRules } from "./squad-rules.ts";
import { suggestMoves } from "./suggest-moves.ts";
import { suggestSwaps } from "./suggest-swaps.ts";

/** A defender, a midfielder and a ruck on field, and a bench of a utility that does not score. */
const RULES: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 1, FWD: 0 },
	bench: { DEF: 0, MID: 0, RUC: 0, FWD: 0 },
	utilityScores: false,
	limits: { DEF: 2, MID: 2, RUC: 1, FWD: 0 },
};
const build = (id: PlayerId, position: readonly Line[], ...pointsByRound: number[]): ExpectedPlayer => ({
	id,
	position,
	pointsByRound,
	variance: 100,
});
const always = () => true;
const SQUAD = [
	build(1, ["DEF"], 50, 50),
	build(2, ["MID"], 80, 80),
	build(3, ["RUC"], 40, 40),
	build(4, ["MID"], 60, 60),
];

describe("the coach of a draft team", () => {
	test("drops whoever costs least for the best free player [D2.9.580]", () => {
		const free = [build(11, ["DEF"], 70, 70), build(12, ["MID"], 75, 75), build(13, ["RUC"], 30, 30)];
		const moves = suggestMoves({ squad: SQUAD, free, rules: RULES, mayDrop: always }, 3);
		// The midfielder would have no place on field, and the ruck is worse than her own.
		expect(moves).toMatchObject([{ addId: 11, dropId: 1, roundGain: 20, restGain: 40, reason: "better" }]);
		expect(moves[0]?.range).toBeCloseTo(1.2816 * Math.sqrt(200), 2);
	});

	test("never drops a player whom she must keep [D2.9.580]", () => {
		const free = [build(11, ["DEF"], 70, 70)];
		const situation = { squad: SQUAD, free, rules: RULES };
		const [move] = suggestMoves({ ...situation, mayDrop: (id) => id !== 1 }, 1);
		// Somebody else leaves for a second defender.
		expect(move).toMatchObject({ addId: 11, dropId: 4, reason: "better" });
		expect(suggestMoves({ ...situation, mayDrop: () => false }, 1)).toEqual([]);
	});

	test("fills an empty place first, and covers byes and injuries [D2.9.580]", () => {
		const three = SQUAD.slice(0, 3);
		const free = [build(11, ["MID"], 10, 90)];
		expect(suggestMoves({ squad: three, free, rules: RULES, mayDrop: always }, 2)).toMatchObject([
			{ addId: 11, dropId: null, roundGain: 0, restGain: 10, reason: "room" },
		]);
		const injured = SQUAD.map((player) => (player.id === 3 ? build(3, ["RUC"], 0, 8) : player));
		const rucks = [build(13, ["RUC"], 30, 30)];
		expect(suggestMoves({ squad: injured, free: rucks, rules: RULES, mayDrop: always }, 1)).toMatchObject([
			{ addId: 13, dropId: 3, roundGain: 30, restGain: 52, reason: "out" },
		]);
	});

	test("names the position if who leaves scores more [D2.9.580]", () => {
		const squad = SQUAD.filter(({ id }) => id !== 3).concat(build(5, ["DEF", "MID"], 45, 45));
		const [move] = suggestMoves({ squad, free: [build(13, ["RUC"], 30, 30)], rules: RULES, mayDrop: always }, 1);
		expect(move).toMatchObject({ addId: 13, dropId: 5, restGain: 60, reason: "position" });
	});

	test("suggests nothing for less than two points", () => {
		const free = [build(11, ["DEF"], 50.5, 50.5)];
		expect(suggestMoves({ squad: SQUAD, free, rules: RULES, mayDrop: always }, 3)).toEqual([]);
	});

	test("finds the best single move of any squad, with its exact gain [D2.9.580]", () => {
		const position = fc.subarray<Line>(["DEF", "MID", "RUC"], { minLength: 1, maxLength: 2 });
		const points = fc.tuple(fc.nat(99), fc.nat(99));
		const players = (first: number, count: number) =>
			fc
				.array(fc.tuple(position, points), { minLength: count, maxLength: count })
				.map((list) => list.map(([lines, [now, next]], index) => build(first + index, lines, now, next)));
		fc.assert(
			fc.property(players(1, 4), players(11, 5), (squad, free) => {
				const [move] = suggestMoves({ squad, free, rules: RULES, mayDrop: always }, 1);
				if (!move) return;
				const added = free.filter(({ id }) => id === move.addId);
				const after = projectSquad(replacePlayers(squad, [move.dropId], added), RULES);
				const before = projectSquad(squad, RULES);
				expect(move.restGain).toBeCloseTo(sum(after) - sum(before));
				expect(move.roundGain).toBeCloseTo((after[0] ?? 0) - (before[0] ?? 0));
			}),
		);
	});
});

test("trades are suggested if both teams gain [D2.9.582]", () => {
	const own = [build(1, ["DEF"], 80), build(2, ["DEF"], 70), build(3, ["MID"], 20), build(4, ["RUC"], 30)];
	const other = [build(11, ["MID"], 75), build(12, ["MID"], 65), build(13, ["DEF"], 30), build(14, ["RUC"], 35)];
	const options = { rules: RULES, mayMove: always, maxSwaps: 3 };
	const swaps = suggestSwaps(own, other, options);
	// Each has two of a position in which only one can score.
	expect(swaps).toMatchObject([
		{ giveId: 2, getId: 11, ownGain: 55, otherGain: 30 },
		{ giveId: 1, getId: 12, ownGain: 35, otherGain: 50 },
	]);
	expect(suggestSwaps(own, other, { ...options, mayMove: (id) => id !== 2 && id !== 1 })).toEqual([]);
});

test("forecasts count byes, injuries and announced teams [D2.9.581]", () => {
	const facts = { id: 1, position: ["MID"] as const, estimate: 100, matches: [1, 0, 2] };
	const rules = DEFAULT_SEASON_RULES;
	const named = forecastRoundsLeft({ ...facts, chanceToPlay: 1, status: "playing" }, rules);
	expect(named.pointsByRound).toEqual([100, 0, 180]);
	const injured = forecastRoundsLeft({ ...facts, chanceToPlay: 0, status: "injured" }, rules);
	expect(injured.pointsByRound).toEqual([0, 0, 80]);
	expect(injured.variance).toBeLessThan(named.variance);
});
