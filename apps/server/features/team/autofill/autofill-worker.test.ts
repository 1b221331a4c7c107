import { type AutofillInput, buildAutofillModel, type PoolPlayer } from "@first-bounce/rules/autofill/autofill-model";
import { parseAutofillSolution } from "@first-bounce/rules/autofill/autofill-solution";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import {
	buildLineupFromIds,
	canFill,
	getPlayerAt,
	listFieldIds,
	listPlayerIds,
	listSlots,
} from "@first-bounce/rules/lineup/slots";
import { LINES } from "@first-bounce/rules/player";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { solveAutofill } from "./autofill-worker.ts";
import { solveIntegerProgram } from "./solve-integer-program.ts";

const DEADLINE = 20_000;
/** Two lines and five slots, few enough to enumerate every team. */
const shape = { field: { DEF: 2, MID: 1, RUC: 0, FWD: 0 }, bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 } };
const rules = { ...DEFAULT_SEASON_RULES, ...shape };

async function autofill(input: AutofillInput, deadlineMs = DEADLINE) {
	const picked = await solveAutofill({ input, deadlineMs });
	if (!picked) throw new Error("the solver ran out of time");
	return picked;
}

/** Points on field with the captain's doubled, then on the bench; the first difference decides. */
function computePoints(input: AutofillInput, team: Lineup): number[] {
	const byId = new Map(input.pool.map((each) => [each.player.id, each]));
	const points = (list: readonly number[]) => list.reduce((sum, id) => sum + (byId.get(id)?.projected ?? 0), 0);
	return [points([...listFieldIds(team), team.captainId]), points(LINES.flatMap((line) => team.bench[line]))].map(
		(value) => Math.round(value * 100),
	);
}

/** The points of the best of some teams. */
const findBest = (input: AutofillInput, teams: readonly Lineup[]): number[] | undefined =>
	teams
		.map((team) => computePoints(input, team))
		.sort((a, b) => b.map((value, i) => value - (a[i] ?? 0)).find((difference) => difference !== 0) ?? 0)[0];

const listField = (team: Lineup): string => listFieldIds(team).toSorted().join();

/** Every legal team that keeps the players of the draft. */
function listTeams(input: AutofillInput): Lineup[] {
	const slots = listSlots(shape);
	let teams: number[][] = [[]];
	for (const [place, slot] of slots.entries()) {
		const held = getPlayerAt(input.lineup, slot);
		teams = teams.flatMap((team) => {
			if (held !== 0) return [[...team, held]];
			return input.pool
				.filter(({ player, locked }) => !locked && canFill(player, slot) && !team.includes(player.id))
				.filter(({ player }) => !listPlayerIds(input.lineup).includes(player.id))
				.map(({ player }) => [...team.slice(0, place), player.id]);
		});
	}
	const locked = new Set(input.pool.filter((each) => each.locked).map(({ player }) => player.id));
	const cost = (ids: readonly number[]) =>
		input.pool
			.filter(({ player }) => ids.includes(player.id) && !listPlayerIds(input.lineup).includes(player.id))
			.reduce((sum, { player }) => sum + player.cost, 0);
	return teams
		.filter((ids) => cost(ids) <= input.bank)
		.flatMap((ids) => {
			const team = { ...buildLineupFromIds(ids, shape), viceCaptainId: input.lineup.viceCaptainId };
			if (input.lineup.captainId !== 0) return [{ ...team, captainId: input.lineup.captainId }];
			const captains = listFieldIds(team).filter((id) => id !== team.viceCaptainId && !locked.has(id));
			return (captains.length > 0 ? captains : [0]).map((captainId) => ({ ...team, captainId }));
		});
}

const poolPlayer = (id: number): fc.Arbitrary<PoolPlayer> =>
	fc
		.record({
			position: fc.constantFrom(["DEF"] as const, ["MID"] as const, ["DEF", "MID"] as const, ["MID", "DEF"] as const),
			cost: fc.integer({ min: 3, max: 9 }).map((steps) => steps * 1_000),
			projected: fc.integer({ min: -1, max: 5 }),
			locked: fc.boolean().map((first) => first && id % 3 === 0),
		})
		.map(({ position, cost, projected, locked }) => ({
			player: { id, name: `P${id}`, squadId: 1, position, cost },
			projected,
			locked,
		}));

const input: fc.Arbitrary<AutofillInput> = fc
	.record({
		pool: fc.tuple(...Array.from({ length: 8 }, (_, index) => poolPlayer(index + 1))),
		holding: fc.subarray([0, 1, 2, 3, 4], { maxLength: 2 }),
		bank: fc.integer({ min: 5, max: 45 }).map((steps) => steps * 1_000),
		keeps: fc.constantFrom("no roles", "the captain", "the vice captain"),
	})
	.map(({ pool, holding, bank, keeps }) => {
		const held: number[] = [];
		const ids = listSlots(shape).map((slot, place) => {
			const fit = pool.find(({ player }) => canFill(player, slot) && !held.includes(player.id));
			if (!fit || !holding.includes(place)) return 0;
			held.push(fit.player.id);
			return fit.player.id;
		});
		const lineup = buildLineupFromIds(ids, shape);
		const [first = 0] = listFieldIds(lineup);
		const captainId = keeps === "the captain" ? first : 0;
		const viceCaptainId = keeps === "the vice captain" ? first : 0;
		return { pool, bank, rules, firstSave: true, lineup: { ...lineup, captainId, viceCaptainId } };
	});

describe("autofill", () => {
	test("finds the best legal field, then the best bench for it, for any draft, locks and bank", async () => {
		let possible = 0;
		await fc.assert(
			fc.asyncProperty(input, async (input) => {
				const all = listTeams(input);
				const best = findBest(input, all);
				const picked = await autofill(input);
				if (!best) {
					expect(picked).toEqual({ ok: false, violations: [{ code: "not-enough-salary-to-fill" }] });
					return;
				}
				possible += 1;
				if (!picked.ok) throw new Error("found no team although there is one");
				// With so few points, half a percent is less than one, so the field has to be the best.
				expect(computePoints(input, picked.value)[0]).toBe(best[0]);
				const field = listField(picked.value);
				const alike = all.filter((team) => listField(team) === field && team.captainId === picked.value.captainId);
				expect(computePoints(input, picked.value)).toEqual(findBest(input, alike));
				expect(picked.value.captainId).not.toBe(picked.value.viceCaptainId);
				for (const slot of listSlots(shape)) {
					const held = getPlayerAt(input.lineup, slot);
					if (held !== 0) expect(getPlayerAt(picked.value, slot)).toBe(held);
				}
			}),
			{ numRuns: 120 },
		);
		expect(possible).toBeGreaterThan(20);
	});

	test("makes the best player captain even if it runs out of time", () => {
		const pool = [1, 2, 3, 4, 5].map((id) => ({
			player: { id, name: `P${id}`, squadId: 1, position: ["DEF", "MID"] as const, cost: id * 1_000 },
			projected: id * 10,
			locked: false,
		}));
		const lineup = buildLineupFromIds([0, 0, 0, 0, 0], shape);
		const input = { pool, bank: 15_000, rules, firstSave: true, lineup };
		const model = buildAutofillModel(input);
		// Assigns players to slots; the solver has made the worst of them captain.
		const places = [
			"1 field DEF true",
			"2 field DEF false",
			"3 field MID false",
			"4 bench MID false",
			"5 utility null false",
		];
		const values = model.choices.map((choice) =>
			choice.role === "place" && places.includes(`${choice.playerId} ${choice.area} ${choice.line} ${choice.isCaptain}`)
				? 1
				: 0,
		);
		expect(values.filter((value) => value === 1)).toHaveLength(5);
		expect(parseAutofillSolution(input, model, values)).toMatchObject({
			ok: true,
			value: { captainId: 3, viceCaptainId: 2 },
		});
	});

	test("names captain, vice captain and the whole bench as emergencies on a first save", async () => {
		const player = (id: number, position: "DEF" | "MID", projected: number): PoolPlayer => ({
			player: { id, name: `P${id}`, squadId: 1, position: [position], cost: 3_000 },
			projected,
			locked: false,
		});
		const pool = [
			player(1, "DEF", 40),
			player(2, "DEF", 60),
			player(3, "MID", 50),
			player(4, "MID", 30),
			player(5, "MID", 1),
		];
		const empty = buildLineupFromIds([], shape);
		const picked = await autofill({ pool, bank: 15_000, rules, firstSave: true, lineup: empty });
		expect(picked).toEqual({
			ok: true,
			value: {
				field: { DEF: [2, 1], MID: [3], RUC: [], FWD: [] },
				bench: { DEF: [], MID: [4], RUC: [], FWD: [] },
				utilityId: 5,
				captainId: 2,
				viceCaptainId: 3,
				emergency: [4],
			},
		});
		const short = await autofill({ pool, bank: 14_000, rules, firstSave: true, lineup: empty });
		expect(short).toMatchObject({ ok: false });
	});

	test("fills a team from 540 players to within half a percent of the optimum", async () => {
		const pool = Array.from({ length: 540 }, (_, index): PoolPlayer => {
			const line = LINES[index % 4] ?? "DEF";
			const noise = (index * 7919) % 101;
			const cost = 300_000 + ((index * 104_729) % 900) * 1_000;
			const position = index % 5 === 0 && line !== "MID" ? ([line, "MID"] as const) : ([line] as const);
			return {
				player: { id: index + 1, name: `P${index}`, squadId: index % 18, position, cost },
				projected: cost / 12_000 + (noise - 50) / 1.5,
				locked: false,
			};
		});
		const full = DEFAULT_SEASON_RULES;
		const lineup = buildLineupFromIds([], full);
		const input = { pool, bank: full.salaryCap, rules: full, firstSave: true, lineup };
		const picked = await autofill(input);
		if (!picked.ok) throw new Error("found no team");
		expect(new Set(listPlayerIds(picked.value)).size).toBe(21);
		const { program } = buildAutofillModel(input);
		const exact = await solveIntegerProgram({ ...program, objectives: program.objectives.slice(0, 1) }, 60_000);
		if (exact.status !== "optimal") throw new Error("the optimum was not proven");
		const optimum = parseAutofillSolution(input, buildAutofillModel(input), exact.values);
		if (!optimum.ok) throw new Error("there is no optimum");
		const [points = 0] = computePoints(input, picked.value);
		const [bestPoints = 0] = computePoints(input, optimum.value);
		expect(points).toBeLessThanOrEqual(bestPoints);
		expect(points).toBeGreaterThanOrEqual(0.995 * bestPoints);

		const hurried = await autofill(input, 0);
		if (!hurried.ok) throw new Error("found no team without time");
		const ids = listPlayerIds(hurried.value);
		expect(new Set(ids).size).toBe(21);
		for (const slot of listSlots(full)) {
			const player = pool.find(({ player: { id } }) => id === getPlayerAt(hurried.value, slot))?.player;
			expect(player && canFill(player, slot)).toBe(true);
		}
		const cost = ids.reduce((sum, id) => sum + (pool[id - 1]?.player.cost ?? 0), 0);
		expect(cost).toBeLessThanOrEqual(full.salaryCap);
	});

	test("an exact solve that runs out of time is not reported as optimal", async () => {
		const constraint = { relation: "<=", bound: 1, terms: [{ variable: 0, coefficient: 1 }] } as const;
		const program = { variables: [{ upper: 1 }], constraints: [constraint], objectives: [] };
		const objectives = [{ sense: "maximise", terms: constraint.terms }] as const;
		expect(await solveIntegerProgram({ ...program, objectives }, 0)).toEqual({ status: "out-of-time", values: null });
		expect(await solveIntegerProgram({ ...program, objectives }, DEADLINE)).toEqual({ status: "optimal", values: [1] });
	});
});
