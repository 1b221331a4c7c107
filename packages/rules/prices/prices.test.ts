import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computeFormScores } from "./form-scores.ts";
import { computeMagicNumber, computeRoundPrices, type PriceChangeInput } from "./magic-number.ts";
import { computeDraftPrice, computeOpeningPrice, findPricingSeason } from "./opening-price.ts";
import { computeNextPrice, computePriceDelta, getLastMagicNumber, roundPrice } from "./price-change.ts";
import {
	computeBreakEven,
	computeDollarsPerPoint,
	computeProjectedPoints,
	computeProjectedPrice,
	roundBreakEven,
} from "./price-projection.ts";

const rules = DEFAULT_SEASON_RULES;
/** A magic number. */
const m = 12_000;
const price = fc.integer({ min: 300, max: 1_800 }).map((thousands) => thousands * 1_000);
const score = fc.integer({ min: -10, max: 160 });
const scores = fc.array(score, { minLength: 1, maxLength: 5 });
const magic = fc.integer({ min: 8_000, max: 16_000 });

test("the last magic number is the last round's with one", () => {
	const rounds = [11_500, 12_250, null, null].map((magicNumber) => ({ magicNumber }));
	expect(getLastMagicNumber(rounds, rules)).toBe(12_250);
	expect(getLastMagicNumber(rounds.slice(2), rules)).toBe(12_000);
});

describe("a new price", () => {
	test("moves a quarter after one match, then by the weights (D1.9.12)", () => {
		expect(computeNextPrice(600_000, [70], m, rules)).toBe(660_000);
		expect(computePriceDelta(600_000, [70, 40], m, rules)).toBeCloseTo(240_000 / 4 - 120_000 / 6, 6);
		expect(computePriceDelta(600_000, [70, 40, 59], m, rules)).toBeCloseTo(
			(240_000 * 2) / 9 - 120_000 / 6 + 108_000 / 9,
			6,
		);
		expect(computePriceDelta(600_000, [70, 40, 59, 160], m, rules)).toBe(
			computePriceDelta(600_000, [70, 40, 59], m, rules),
		);
	});

	test("rounds half a thousand up, despite binary fractions", () => {
		expect(roundPrice(450_500, rules)).toBe(451_000);
		expect(roundPrice(450_499, rules)).toBe(450_000);
		const ninths = { ...rules, prices: { ...rules.prices, weights: [[1 / 9]] } };
		expect(computeNextPrice(450_000, [37.875], 12_000, ninths)).toBe(451_000);
	});

	test("is a multiple of the step, never below the floor", () => {
		fc.assert(
			fc.property(
				price,
				scores,
				magic,
				fc.integer({ min: 0, max: 60 }),
				(before, [newest = 0, ...older], m, increase) => {
					const after = computeNextPrice(before, [newest, ...older], m, rules);
					expect(after % rules.priceStep).toBe(0);
					expect(after).toBeGreaterThanOrEqual(rules.floorPrice);
					expect(computeNextPrice(before, [newest + increase, ...older], m, rules)).toBeGreaterThanOrEqual(after);
				},
			),
		);
	});

	test("equals the old one if she scores her break-even", () => {
		fc.assert(
			fc.property(price, fc.array(score, { maxLength: 5 }), magic, (before, older, m) => {
				const even = computeBreakEven(before, older, m, rules);
				expect(computePriceDelta(before, [even, ...older], m, rules)).toBeCloseTo(0, 4);
				expect(computeNextPrice(before, [even, ...older], m, rules)).toBe(before);
			}),
		);
	});

	test("has a whole break-even as it is, despite binary fractions", () => {
		const round = (before: number, older: readonly number[]) =>
			roundBreakEven(computeBreakEven(before, older, m, rules));
		// 9 × 308,000 ÷ 48,000 − 3 × 7 ÷ 4 − 55 ÷ 2
		expect(round(308_000, [7, 55])).toBe(25);
		expect(round(304_000, [42, 109])).toBe(-29);
		expect(round(498_000, [])).toBe(42);
		expect(roundBreakEven(-0.4)).toBe(0);
	});
});

describe("a round's magic number", () => {
	const move: fc.Arbitrary<PriceChangeInput> = fc.record({ playerId: fc.constant(1), price, scores });

	test("is the one with the smallest total price change", () => {
		const coarse = { ...rules, priceStep: 50_000, floorPrice: 300_000 };
		const moves = fc.array(
			move.map((player) => ({ ...player, price: Math.round(player.price / 50_000) * 50_000 })),
			{
				minLength: 1,
				maxLength: 6,
			},
		);
		fc.assert(
			fc.property(moves, (moves) => {
				const computeDifference = (m: number) =>
					Math.abs(
						moves.reduce((sum, { price, scores }) => sum + computeNextPrice(price, scores, m, coarse) - price, 0),
					);
				const found = computeMagicNumber(moves, m, coarse);
				const lower = Array.from({ length: Math.min(found - 1, 30_000) }, (_, i) => found - 1 - i).filter((m) => m > 0);
				const higher = Array.from({ length: 30_000 }, (_, i) => found + 1 + i);
				const smallestDifference = computeDifference(found);
				fc.pre(moves.some(({ scores }) => scores.slice(0, 3).every((score) => score > 0)));
				expect(lower.filter((m) => computeDifference(m) <= smallestDifference)).toEqual([]);
				expect(higher.filter((m) => computeDifference(m) < smallestDifference)).toEqual([]);
			}),
			{ numRuns: 25 },
		);
	});

	test("stays unchanged when nobody scored", () => {
		expect(computeMagicNumber([], 12_042, rules)).toBe(12_042);
		expect(computeMagicNumber([{ playerId: 1, price: 400_000, scores: [0] }], 12_042, rules)).toBe(12_042);
	});

	test("changes only the prices of players who played", () => {
		const moves = [
			{ playerId: 7, price: 500_000, scores: [60] },
			{ playerId: 8, price: 900_000, scores: [57] },
		];
		expect([...computeRoundPrices(moves, m, rules).prices.keys()]).toEqual([7, 8]);
	});
});

describe("a player's form", () => {
	test("averages a double week's matches, newest first, without abandoned", () => {
		const createMatch = (roundId: number, points: number, isAbandoned = false) => ({ roundId, points, isAbandoned });
		const matches = [
			createMatch(1, 40),
			createMatch(2, 50),
			createMatch(2, 71),
			createMatch(3, 90, true),
			createMatch(4, 10),
		];
		expect(computeFormScores(matches)).toEqual([
			{ roundId: 4, points: 10 },
			{ roundId: 2, points: 60.5 },
			{ roundId: 1, points: 40 },
		]);
	});
});

describe("a player's outlook", () => {
	const outlook = { estimate: 66, price: 600_000, scores: [90, 60, 30], status: "playing", hasBye: false } as const;

	test("projects no change on byes or outs, else estimates", () => {
		for (const out of [{ hasBye: true }, { status: "injured" }, { status: "not-playing" }] as const) {
			expect(computeProjectedPoints({ ...outlook, ...out })).toBe(0);
			expect(computeProjectedPrice({ ...outlook, ...out }, m, rules)).toBe(600_000);
		}
		expect(computeProjectedPoints(outlook)).toBe(66);
		expect(computeProjectedPoints({ ...outlook, status: "emergency" })).toBe(66);
	});

	test("projects her price from her projected score", () => {
		// 600,000 + 2/9 × (12,000 × 66 − 600,000) + 1/6 × (12,000 × 90 − 600,000) + 1/9 × (12,000 × 60 − 600,000) = 736,000
		expect(computeProjectedPrice(outlook, m, rules)).toBe(736_000);
		// Without a score, the price moves a quarter of the way from 600,000 to 12,000 × 66.
		expect(computeProjectedPrice({ ...outlook, scores: [] }, m, rules)).toBe(648_000);
		expect(computeProjectedPrice({ ...outlook, estimate: 50, scores: [] }, m, rules)).toBe(600_000);
	});

	test("has dollars per point unless the average is 0", () => {
		expect(computeDollarsPerPoint(600_000, 50)).toBe(12_000);
		expect(computeDollarsPerPoint(600_000, 0)).toBeNull();
	});
});

test("opening prices are 12,950 dollars per point, above the floor", () => {
	const computePrice = (matches: number, average: number) => computeOpeningPrice({ matches, average }, rules);
	expect(computePrice(10, 128.5)).toBe(1_664_000);
	expect([1, 2, 3, 4].map((matches) => computePrice(matches, 60))).toEqual([660_000, 699_000, 738_000, 777_000]);
	expect([computePrice(13, 190), computePrice(13, 210)]).toEqual([2_461_000, 2_720_000]);
	expect([computePrice(10, 20), computePrice(0, 0)]).toEqual([300_000, 300_000]);
});

test("a player with few matches is priced by earlier seasons", () => {
	const createSeasons = (...matches: number[]) =>
		matches.map((count, index) => ({ matches: count, average: 50 + index }));
	const findAverage = (...matches: number[]) => findPricingSeason(createSeasons(...matches), rules)?.average;
	expect([
		findAverage(4, 12),
		findAverage(3, 12),
		findAverage(3, 2),
		findAverage(0, 2),
		findAverage(0, 0),
		findAverage(),
	]).toEqual([50, 51, 50, 51, undefined, undefined]);
});

test("a drafted player costs 369,000 first, 304,000 at least", () => {
	expect([1, 2, 17, 18, 60].map((pick) => computeDraftPrice(pick, rules))).toEqual([
		369_000, 365_000, 305_000, 304_000, 304_000,
	]);
});
