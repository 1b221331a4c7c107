import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeFillingWorth, type FillCandidate, fillTeam } from "../autofill/fill-team.ts";
import { buildLineupFromIds, listSlots } from "../lineup/slots.ts";
import type { Line, Player } from "../player.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { arrangeLineup } from "./arrange-lineup.ts";
import { type CoachPlayer, computePointsPerDollar, getLineSet } from "./coach-player.ts";
import type { CoachTrade } from "./team-value.ts";
import { listTradeSets } from "./trade-search.ts";

/** Two lines and five slots, few enough to try everything. */
const shape = {
	field: { DEF: 1, MID: 2, RUC: 0, FWD: 0 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
};
const rules = {
	...DEFAULT_SEASON_RULES,
	...shape,
	coach: { roundWeights: [1, 0.5], moneyWeight: 1, benchWeight: 0.1 },
};
const slots = listSlots(rules);

const createPlayer = (id: number, position: readonly Line[], cost: number): Player => ({
	id,
	name: `P${id}`,
	squadId: 1,
	position,
	cost,
});
const SINGLE_LINES: readonly (readonly Line[])[] = [["DEF"], ["MID"]];
const ALL_LINES: readonly (readonly Line[])[] = [...SINGLE_LINES, ["DEF", "MID"]];
const arbitraryCoachPlayer = (id: number, lines: readonly (readonly Line[])[]): fc.Arbitrary<CoachPlayer> =>
	fc
		.record({
			position: fc.constantFrom(...lines),
			cost: fc.integer({ min: 3, max: 9 }).map((steps) => steps * 100_000),
			points: fc.tuple(fc.integer({ min: 20, max: 90 }), fc.integer({ min: 20, max: 90 })),
			priceRise: fc.integer({ min: -40, max: 40 }).map((steps) => steps * 1_000),
		})
		.map(({ position, cost, points, priceRise }) => {
			const player = createPlayer(id, position, cost);
			return { player, lines: getLineSet(player), points, priceRise };
		});
const arbitraryPlayers = (count: number, lines = ALL_LINES) =>
	fc.tuple(...Array.from({ length: count }, (_, index) => arbitraryCoachPlayer(index + 1, lines)));

/** Every way to place these players in the slots. */
function* listArrangements<Each extends { readonly player: Player }>(
	left: readonly Each[],
	slotIndex = 0,
): Generator<Each[]> {
	const slot = slots[slotIndex];
	if (!slot) yield [];
	else
		for (const each of left) {
			if (slot.line !== null && !each.player.position.includes(slot.line)) continue;
			const others = left.filter((other) => other !== each);
			for (const rest of listArrangements(others, slotIndex + 1)) yield [each, ...rest];
		}
}

/** What a team is worth, by trying every arrangement; -Infinity if it has none. */
function computeBestValue(team: readonly CoachPlayer[], pointsPerDollar: number): number {
	const arrangements = [...listArrangements(team)];
	const computeField = (round: number) =>
		Math.max(
			...arrangements.map((arranged) => {
				const field = arranged.filter((_, index) => slots[index]?.area === "field");
				const points = field.map((player) => player.points[round] ?? 0);
				return points.reduce((sum, point) => sum + point, 0) + Math.max(...points);
			}),
		);
	const rise = team.reduce((sum, { priceRise }) => sum + priceRise, 0);
	return computeField(0) + 0.5 * computeField(1) + pointsPerDollar * rise;
}

const apply = (team: readonly CoachPlayer[], trades: readonly CoachTrade[]) =>
	team.map((player) => trades.find(({ playerOut }) => playerOut === player)?.playerIn ?? player);

describe("suggested trades", () => {
	test("gain the most of all affordable trades and pairs", () => {
		let tried = 0;
		fc.assert(
			fc.property(arbitraryPlayers(11, SINGLE_LINES), fc.integer({ min: 0, max: 4 }), (everybody, steps) => {
				const [team, pool] = [everybody.slice(0, 5), everybody.slice(5)];
				if (computeBestValue(team, 1e-4) === -Infinity) return;
				tried += 1;
				const bank = steps * 100_000;
				const input = {
					rules,
					team,
					pool,
					mustStay: (id: number) => id === 1,
					bank,
					tradesLeft: 2,
					pointsPerDollar: 1e-4,
				};
				const [best] = listTradeSets(input);
				const before = computeBestValue(team, 1e-4);
				const singles = team
					.slice(1)
					.flatMap((playerOut) => pool.map((playerIn): readonly CoachTrade[] => [{ playerIn, playerOut }]));
				const pairs = singles.flatMap((one) => singles.map((other) => [...one, ...other]));
				const legal = [...singles, ...pairs].filter((trades) => {
					const ids = trades.flatMap(({ playerIn, playerOut }) => [playerIn, playerOut]);
					const cost = trades.reduce((sum, trade) => sum + trade.playerIn.player.cost - trade.playerOut.player.cost, 0);
					return new Set(ids).size === ids.length && cost <= bank;
				});
				const gains = legal.map((trades) => computeBestValue(apply(team, trades), 1e-4) - before);
				const bestGain = Math.max(...gains);
				if (bestGain === -Infinity) expect(best).toBeUndefined();
				else expect(best?.gain).toBeCloseTo(bestGain, 6);
			}),
			{ numRuns: 60, seed: 17 },
		);
		expect(tried).toBeGreaterThan(20);
	});

	test("do not depend on the order of the players", () => {
		fc.assert(
			fc.property(arbitraryPlayers(11), (everybody) => {
				const [team, pool] = [everybody.slice(0, 5), everybody.slice(5)];
				const input = { rules, mustStay: () => false, bank: 200_000, tradesLeft: 2, pointsPerDollar: 1e-4 };
				const one = listTradeSets({ ...input, team, pool })[0];
				expect(listTradeSets({ ...input, team: team.toReversed(), pool: pool.toReversed() })[0]).toEqual(one);
			}),
			{ numRuns: 30, seed: 17 },
		);
	});
});

test("a dollar is worth less the fewer rounds are left", () => {
	const worth = [10, 5, 3, 2, 1].map((left) => computePointsPerDollar(left, 0.8, DEFAULT_SEASON_RULES) * 12_000);
	expect(worth.map((value) => Math.round(value * 100) / 100)).toEqual([6.4, 2.4, 0.8, 0, 0]);
});

describe("filling a team", () => {
	const createCandidate = ({ player, points: [field = 0, bench = 0], priceRise }: CoachPlayer): FillCandidate => ({
		player,
		worth: { field, bench: bench / 10, utility: priceRise / 10_000 },
		captainBonus: field,
	});

	test("finds a team within half a per cent of the best", () => {
		let possible = 0;
		fc.assert(
			fc.property(arbitraryPlayers(9), fc.integer({ min: 15, max: 40 }), (everybody, steps) => {
				const bank = steps * 100_000;
				const input = { slots, candidates: everybody.map(createCandidate), bank, captainBonus: 0 };
				const affordable = [...listArrangements(input.candidates)].filter(
					(team) => team.reduce((sum, { player }) => sum + player.cost, 0) <= bank,
				);
				const filled = fillTeam(input);
				if (affordable.length === 0) {
					expect(filled).toBeNull();
					return;
				}
				possible += 1;
				if (!filled) throw new Error("found no team although there is one");
				expect(filled.reduce((sum, { player }) => sum + player.cost, 0)).toBeLessThanOrEqual(bank);
				const best = Math.max(...affordable.map((team) => computeFillingWorth(team, input)));
				expect(computeFillingWorth(filled, input)).toBeGreaterThanOrEqual(0.995 * best);
			}),
			{ numRuns: 60, seed: 17 },
		);
		expect(possible).toBeGreaterThan(20);
	});
});

describe("the line-up of a round", () => {
	const line = ["DEF", "MID", "MID", "MID", "MID"] as const;
	const everybody = new Map(line.map((position, index) => [index + 1, createPlayer(index + 1, [position], 300_000)]));
	const expected = new Map([
		[1, 40],
		[2, 50],
		[3, 0],
		[4, 47],
		[5, 60],
	]);
	const arrangeWithLocked = (locked: readonly number[], getStartTime: (id: number) => number = () => 0) =>
		arrangeLineup(buildLineupFromIds([1, 2, 3, 4, 5], rules, { captainId: 2, viceCaptainId: 1, emergency: [4] }), {
			rules,
			getPlayer: (id) => everybody.get(id),
			isLocked: (id) => locked.includes(id),
			getExpectedPoints: (id) => expected.get(id) ?? 0,
			getStartTime,
		});

	test("fields the best players, and makes the two best captains", () => {
		expect(arrangeWithLocked([])).toMatchObject({
			field: { DEF: [1], MID: [2, 5] },
			bench: { MID: [4] },
			utilityId: 3,
			captainId: 5,
			viceCaptainId: 2,
			emergency: [4],
		});
	});

	test("moves no locked player, and takes no role from one", () => {
		expect(arrangeWithLocked([2, 3])).toMatchObject({
			field: { DEF: [1], MID: [2, 3] },
			bench: { MID: [5] },
			utilityId: 4,
			captainId: 2,
			viceCaptainId: 1,
			emergency: [5],
		});
	});

	test("prefers a nearly as good vice captain who plays earlier", () => {
		const getStartTime = (id: number) => (id === 5 || id === 2 ? 2 : 1);
		expected.set(1, 46);
		expect(arrangeWithLocked([], getStartTime)).toMatchObject({ captainId: 5, viceCaptainId: 1 });
		expected.set(1, 44);
		expect(arrangeWithLocked([], getStartTime)).toMatchObject({ captainId: 5, viceCaptainId: 2 });
	});
});
