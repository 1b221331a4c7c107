import type { IntegerProgram, Objective } from "@first-bounce/rules/autopick/integer-program";
import highsModule, { type Highs } from "highs";
import { buildModelData, computeObjective, IntegerSearch, type Relaxation } from "./integer-search.ts";

/**
 * What came of a program within its time; `values` are whole, one a variable. Out of time they keep every constraint
 * but may not be best, and are null when nothing was found yet.
 */
export type IntegerSolution =
	| { readonly status: "optimal"; readonly values: readonly number[] }
	| { readonly status: "infeasible" }
	| { readonly status: "out-of-time"; readonly values: readonly number[] | null };

/** The package describes its ES module as CommonJS: what is imported is what its types call `default`. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** Far more than the relaxation is off by, far less than the least difference between two solutions. */
const BOUND_TOLERANCE = 0.1;

let highs: Promise<Highs> | undefined;

/** HiGHS is loaded once a thread; it takes longer than most programs. */
export const loadSolver = (): Promise<Highs> => {
	highs ??= loadHighs();
	return highs;
};

/** How many variables a first solution is looked for among. */
const MAX_ROUGH_VARIABLES = 120;
const ROUGH_GAP = 5e-4;

/** An easy program takes a few hundredths of it. */
const FALLBACK_MS = 2_000;

/**
 * A first, good solution, found among the variables whose other bound costs least; without it the proof has to begin
 * with far more of them.
 */
function findRoughSolution(search: IntegerSearch, relaxation: Relaxation, gap: number): readonly number[] | null {
	const losses = relaxation.reducedCosts.map(Math.abs).sort();
	const held = search.fixCostlyVariables(relaxation, losses[MAX_ROUGH_VARIABLES] ?? Number.POSITIVE_INFINITY);
	const { values } = search.solve(null, Math.max(ROUGH_GAP, gap / 2));
	search.releaseVariables(held);
	return values;
}

/**
 * One level: the relaxation tells which variables no better solution than the one at hand can have otherwise, and the
 * few that are left are searched to a proven gap of less than one.
 */
function solveLevel(search: IntegerSearch, objective: Objective, start: readonly number[] | null, gap: number) {
	search.setObjective(objective);
	const relaxation = search.solveRelaxation(objective);
	const isGood = (values: readonly number[] | null) =>
		values !== null &&
		relaxation !== null &&
		Math.abs(relaxation.bound - computeObjective(objective, values)) <= gap * Math.abs(relaxation.bound);
	if (isGood(start)) return { values: start, isBest: true, isPossible: true };
	const rough = relaxation && (gap > 0 || !start) ? findRoughSolution(search, relaxation, gap) : null;
	if (gap > 0 && isGood(rough)) return { values: rough, isBest: true, isPossible: true };
	const known = rough ?? start;
	const lag = (values: readonly number[] | null) =>
		values && relaxation
			? Math.abs(relaxation.bound - computeObjective(objective, values)) + BOUND_TOLERANCE
			: Number.POSITIVE_INFINITY;
	if (relaxation) search.fixCostlyVariablesForGood(relaxation, lag(known));
	const solved = search.solve(known, gap);
	const values = solved.values ?? known;
	if (relaxation && solved.isBest && gap === 0) search.fixCostlyVariablesForGood(relaxation, lag(values));
	return { ...solved, values };
}

/** Any solution that meets every constraint, found after the time is over. */
function solveFallback(search: IntegerSearch, objective: Objective): IntegerSolution {
	search.setTimeLimit(FALLBACK_MS);
	search.setObjective(objective);
	const { values, isPossible } = search.solve(null, 1);
	return isPossible ? { status: "out-of-time", values } : { status: "infeasible" };
}

/**
 * The optimum of an integer program, level by level. With `gap` 0 each objective is solved exactly, then held at what
 * was reached while the next is solved. With a gap, such as 0.005, each objective may fall short of its optimum by so
 * large a part, and the variables it weighs stay as they are. Blocks the thread it runs on, for about `deadline`
 * milliseconds at most, then gives the best it has.
 */
export async function solveIntegerProgram(
	program: IntegerProgram,
	deadlineMs: number,
	gap = 0,
): Promise<IntegerSolution> {
	const engine = await loadSolver();
	if (program.variables.length === 0) {
		const kept = program.constraints.every(({ relation, bound }) =>
			relation === "=" ? bound === 0 : relation === "<=" ? bound >= 0 : bound <= 0,
		);
		return kept ? { status: "optimal", values: [] } : { status: "infeasible" };
	}
	return engine.withModel(buildModelData(program, engine.infinity), (model): IntegerSolution => {
		const search = new IntegerSearch(engine, model, program, deadlineMs);
		let values: readonly number[] | null = null;
		for (const objective of program.objectives) {
			const level = solveLevel(search, objective, values, gap);
			if (!level.isPossible) return { status: "infeasible" };
			values = level.values;
			if (values === null && program.fallback) return solveFallback(search, program.fallback);
			if (!level.isBest || values === null) return { status: "out-of-time", values };
			if (gap > 0) search.fixObjectiveVariables(objective, values);
			else search.addObjectiveConstraint(objective, computeObjective(objective, values));
		}
		return { status: "optimal", values: values ?? [] };
	});
}
