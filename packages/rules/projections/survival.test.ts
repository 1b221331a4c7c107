import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeMatchUpChances, type TeamOutlook } from "./live-outlook.ts";
import { computeSurvivalChances } from "./survival.ts";

/** A team whose players' points count once and have the given variances, by player id. */
const createOutlook = (mean: number, variances: Readonly<Record<number, number>> = {}): TeamOutlook => ({
	projected: mean,
	mean,
	terms: new Map(
		Object.entries(variances).map(([id, variance]) => [Number(id), { factor: 1, variance, chance: 1, gain: 0 }]),
	),
	toCome: 0,
	playing: 0,
});
const OWN = (id: number) => ({ [id]: 10_000 });
const round = (chances: readonly number[]) => chances.map((chance) => Math.round(chance * 1000) / 1000);

describe("the chance to survive a round", () => {
	test("is 0 for the lowest once everyone has finished, ties included", () => {
		expect(computeSurvivalChances([createOutlook(900), createOutlook(800), createOutlook(850)])).toEqual([1, 0, 1]);
		expect(computeSurvivalChances([createOutlook(800), createOutlook(800), createOutlook(900)])).toEqual([1, 0, 1]);
		expect(computeSurvivalChances([createOutlook(800)])).toEqual([1]);
	});

	test("is shared equally by equal teams, of which one goes out", () => {
		const equal = [1, 2, 3, 4].map((id) => createOutlook(1_000, OWN(id)));
		expect(computeSurvivalChances(equal).map((chance) => Math.round(chance * 100))).toEqual([75, 75, 75, 75]);
	});

	test("of two teams is that of a match-up without draws", () => {
		const [home, away] = [createOutlook(1_000, OWN(1)), createOutlook(1_060, { ...OWN(2), 3: 2_000 })];
		const { win, draw, loss } = computeMatchUpChances(home, away);
		const [first, second] = computeSurvivalChances([home, away]);
		expect(first).toBeCloseTo(win + draw, 5);
		expect(second).toBeCloseTo(loss, 5);
	});

	test("does not depend on players whom all teams share", () => {
		const build = (shared: Readonly<Record<number, number>>) =>
			[980, 1_000, 1_030].map((mean, id) => createOutlook(mean, { ...OWN(id), ...shared }));
		expect(round(computeSurvivalChances(build({ 9: 90_000 })))).toEqual(round(computeSurvivalChances(build({}))));
	});

	test("is what simulated rounds show, with shared players", () => {
		// Standard normal values of the inverse method over a fixed sequence of fractions.
		let seed = 7;
		const draw = () => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed / 2_147_483_647;
		};
		const drawNormal = () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());
		const teams = Array.from({ length: 14 }, (_, team) => ({
			mean: 1_000 + 12 * team,
			players: Array.from({ length: 16 }, (_, slot) =>
				slot < 6 ? slot * 3 + (team % 3) : 100 + 5 * slot + (team % 5),
			),
		}));
		const outlooks = teams.map(({ mean, players }) =>
			createOutlook(mean, Object.fromEntries(players.map((id) => [id, 500]))),
		);
		const lowest = teams.map(() => 0);
		const rounds = 5_000;
		for (let played = 0; played < rounds; played++) {
			const scores = new Map<number, number>();
			const getScore = (id: number) => {
				const score = scores.get(id) ?? Math.sqrt(500) * drawNormal();
				scores.set(id, score);
				return score;
			};
			const totals = teams.map(({ mean, players }) => players.reduce((sum, id) => sum + getScore(id), mean));
			const last = totals.indexOf(Math.min(...totals));
			lowest[last] = (lowest[last] ?? 0) + 1 / rounds;
		}
		const errors = computeSurvivalChances(outlooks).map((chance, team) => Math.abs(1 - chance - (lowest[team] ?? 0)));
		expect(Math.max(...errors)).toBeLessThan(0.03);
	});

	test("leaves exactly one team out, and falls with its projected score", () => {
		const anyTeams = fc.array(
			fc.record({ mean: fc.integer({ min: 700, max: 1_500 }), ids: fc.subarray([1, 2, 3, 4, 5]) }),
			{
				minLength: 2,
				maxLength: 12,
			},
		);
		fc.assert(
			fc.property(anyTeams, (drawn) => {
				const build = (reduction: number) =>
					drawn.map(({ mean, ids }, team) =>
						createOutlook(team === 0 ? mean - reduction : mean, {
							[100 + team]: 3_000,
							...Object.fromEntries(ids.map((id) => [id, 900])),
						}),
					);
				const chances = computeSurvivalChances(build(0));
				expect(chances.reduce((sum, chance) => sum + 1 - chance, 0)).toBeCloseTo(1, 6);
				expect(Math.min(...chances)).toBeGreaterThanOrEqual(0);
				expect(computeSurvivalChances(build(60))[0]).toBeLessThanOrEqual((chances[0] ?? 0) + 1e-9);
			}),
			{ numRuns: 40 },
		);
	});
});
