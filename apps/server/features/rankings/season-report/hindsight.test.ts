import {
	buildHindsightModel,
	type HindsightInput,
	type HindsightPlayer,
} from "@first-bounce/rules/hindsight/hindsight-model";
import { parseHindsightSolution } from "@first-bounce/rules/hindsight/hindsight-solution";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, canFill, listFieldIds, listPlayerIds, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Line } from "@first-bounce/rules/player";
import { computePlayerRound, DID_NOT_PLAY } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	readSeason2023Lineups,
	readSeason2023Positions,
	readSeason2023Rules,
	readSeason2023Stats,
} from "../../../../../testing/rules/season-2023.ts";
import { solveIntegerProgram } from "./solve-integer-program.ts";

const DEADLINE = 20_000;
/** Three players on the field, one on the bench and the utility: small enough to try every team. */
const SMALL = {
	...DEFAULT_SEASON_RULES,
	field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
};
const POSITION_SETS: readonly (readonly Line[])[] = [
	["DEF"],
	["MID"],
	["FWD"],
	["DEF", "MID"],
	["MID", "FWD"],
	["DEF", "MID", "FWD"],
];

function computeScore(team: Lineup, { pool, rules }: HindsightInput): number {
	const byId = new Map(pool.map((candidate) => [candidate.player.id, candidate]));
	const getPlayerRound = (id: number) => {
		const player = byId.get(id);
		return player?.hasPlayed ? ({ state: "played", points: player.points } as const) : DID_NOT_PLAY;
	};
	return scoreLineup(team, getPlayerRound, (id) => byId.get(id)?.player.position ?? [], rules).points;
}

async function computeHindsight(input: HindsightInput): Promise<{ points: number; team: Lineup } | null> {
	const model = buildHindsightModel(input);
	const solution = await solveIntegerProgram(model.program, DEADLINE);
	if (solution.status === "infeasible") return null;
	if (solution.status !== "optimal") throw new Error("time limit reached");
	const team = parseHindsightSolution(input, model, solution.values);
	return { points: computeScore(team, input), team };
}

const listSubsets = <Element>(all: readonly Element[]): Element[][] =>
	all.reduce<Element[][]>((found, element) => found.flatMap((subset) => [subset, [...subset, element]]), [[]]);

/** Finds the maximum score of all legal teams within the budget by trying each. */
function findBestByBruteForce({ pool, budget, rules }: HindsightInput): number | null {
	const slots = listSlots(rules);
	let best: number | null = null;
	const fillNextSlot = (picked: readonly HindsightPlayer[]) => {
		const slot = slots[picked.length];
		if (slot) {
			for (const candidate of pool)
				if (!picked.includes(candidate) && canFill(candidate.player, slot)) fillNextSlot([...picked, candidate]);
			return;
		}
		if (budget !== null && picked.reduce((sum, { player }) => sum + player.cost, 0) > budget) return;
		const team = buildLineupFromIds(
			picked.map(({ player }) => player.id),
			rules,
		);
		const field = listFieldIds(team);
		const bench = Object.values(team.bench).flat();
		for (const captainId of field)
			for (const viceCaptainId of field)
				for (const emergency of captainId === viceCaptainId ? [] : listSubsets(bench))
					best = Math.max(
						best ?? Number.NEGATIVE_INFINITY,
						computeScore({ ...team, captainId, viceCaptainId, emergency }, { pool, budget, rules }),
					);
	};
	fillNextSlot([]);
	return best;
}

const arbitraryPlayer = fc.record({
	position: fc.constantFrom(...POSITION_SETS),
	points: fc.integer({ min: -6, max: 20 }),
	hasPlayed: fc.boolean(),
	cost: fc.integer({ min: 300, max: 303 }),
});
const buildPool = (
	players: readonly (typeof arbitraryPlayer extends fc.Arbitrary<infer Each> ? Each : never)[],
): HindsightPlayer[] =>
	players.map(({ position, points, hasPlayed, cost }, index) => ({
		player: { id: index + 1, name: "", squadId: 1, position, cost: cost * 1_000 },
		points: hasPlayed ? points : 0,
		hasPlayed,
	}));

describe("the best team in hindsight", () => {
	test("of a manager's squad is the best of all its line-ups", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(arbitraryPlayer, { minLength: 5, maxLength: 5 }), async (players) => {
				const input = { pool: buildPool(players), budget: null, rules: SMALL };
				const found = await computeHindsight(input);
				expect(found?.points ?? null).toBe(findBestByBruteForce(input));
			}),
			{ numRuns: 120 },
		);
	});

	test("within a budget is the best of all affordable teams", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(arbitraryPlayer, { minLength: 6, maxLength: 7 }),
				fc.integer({ min: 1_500, max: 1_514 }),
				async (players, thousands) => {
					const input = { pool: buildPool(players), budget: thousands * 1_000, rules: SMALL };
					const found = await computeHindsight(input);
					expect(found?.points ?? null).toBe(findBestByBruteForce(input));
					if (!found) return;
					const cost = listPlayerIds(found.team).map((id) => input.pool[id - 1]?.player.cost ?? 0);
					expect(cost.reduce((sum, price) => sum + price, 0)).toBeLessThanOrEqual(input.budget);
				},
			),
			{ numRuns: 60 },
		);
	});

	test("uses a player without a field slot as emergency", async () => {
		const pool = buildPool([
			{ position: ["DEF"], points: 0, hasPlayed: false, cost: 300 },
			{ position: ["MID"], points: 30, hasPlayed: true, cost: 300 },
			{ position: ["FWD"], points: 10, hasPlayed: true, cost: 300 },
			{ position: ["DEF", "MID"], points: 12, hasPlayed: true, cost: 300 },
			{ position: ["FWD"], points: 5, hasPlayed: true, cost: 300 },
		]);
		const found = await computeHindsight({ pool, budget: null, rules: SMALL });
		expect(found).toMatchObject({ points: 82, team: { field: { DEF: [1] }, bench: { MID: [4] }, emergency: [4] } });
	});
});

test("the best team scores at least as much as 500 line-ups", async () => {
	const rules = {
		...DEFAULT_SEASON_RULES,
		scoring: { ...DEFAULT_SEASON_RULES.scoring, ...readSeason2023Rules().scoring },
	};
	const positions = readSeason2023Positions();
	const played = new Map(
		readSeason2023Stats()
			.filter(({ roundId }) => roundId === 1)
			.map(({ playerId, line }) => [playerId, computePlayerRound([line], true, rules)]),
	);
	const teams = readSeason2023Lineups();
	expect(teams).toHaveLength(500);
	const gains: number[] = [];
	for (const { lineup, benchLine, points } of teams) {
		const usedLines = new Map(
			listSlots(rules).flatMap((slot, index) => {
				const id = [...Object.values(lineup.field).flat(), ...Object.values(lineup.bench).flat(), lineup.utilityId][
					index
				];
				return id && slot.line ? [[id, slot.line] as const] : [];
			}),
		);
		const pool = listPlayerIds(lineup).map((id): HindsightPlayer => {
			const round = played.get(id) ?? DID_NOT_PLAY;
			// Positions changed during 2023, so a player also gets the line that she was used in.
			const position = [
				...new Set([...(positions.get(id) ?? []), ...[usedLines.get(id) ?? benchLine.get(id) ?? []].flat()]),
			];
			return {
				player: { id, name: "", squadId: 1, position, cost: 0 },
				points: round.points,
				hasPlayed: round.state === "played",
			};
		});
		if (pool.length < listSlots(rules).length) continue;
		const found = await computeHindsight({ pool, budget: null, rules });
		gains.push((found?.points ?? Number.NEGATIVE_INFINITY) - points);
	}
	expect(gains).toHaveLength(500);
	expect(Math.min(...gains)).toBeGreaterThanOrEqual(0);
}, 300_000);
