import type { IntegerProgram, Objective } from "@first-bounce/rules/autofill/integer-program";
import highsModule, { type Highs } from "highs";
import { buildModelData, computeObjective, IntegerSearch, type Relaxation } from "./integer-search.ts";

/**
 * The solution of a program; `values` are whole numbers, one per variable. If time runs out they meet every constraint
 * but may not be optimal, and are null if no solution was found.
 */
export type IntegerSolution =
	| { readonly status: "optimal"; readonly values: readonly number[] }
	| { readonly status: "infeasible" }
	| { readonly status: "out-of-time"; readonly values: readonly number[] | null };

/** The package has types for CommonJS only, in which the function that the ES module exports is called `default`. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** Much more than rounding errors of the relaxation, much less than the difference between two solutions. */
const BOUND_TOLERANCE = 0.1;

let highs: Promise<Highs> | undefined;

/** Loads HiGHS once per thread, because loading takes longer than solving most programs. */
export const loadSolver = (): Promise<Highs> => {
	highs ??= loadHighs();
	return highs;
};

/** The number of variables that the search for a first solution leaves free. */
const MAX_ROUGH_VARIABLES = 120;
const ROUGH_GAP = 5e-4;

/** Time for the fallback, which usually takes a few hundredths of it. */
const FALLBACK_MS = 2_000;

/**
 * Finds a first good solution with only the most promising variables free. Its value lets the exact search fix many more
 * variables.
 */
function findRoughSolution(search: IntegerSearch, relaxation: Relaxation, gap: number): readonly number[] | null {
	const costs = relaxation.reducedCosts.map(Math.abs).sort();
	const fixed = search.fixCostlyVariables(relaxation, costs[MAX_ROUGH_VARIABLES] ?? Number.POSITIVE_INFINITY);
	const { values } = search.solve(null, Math.max(ROUGH_GAP, gap / 2));
	search.releaseVariables(fixed);
	return values;
}

/**
 * Solves one objective. The relaxation shows which variables cannot change in any better solution than the known one;
 * they are fixed, and the solver searches the few that are left.
 */
function solveObjective(search: IntegerSearch, objective: Objective, start: readonly number[] | null, gap: number) {
	search.setObjective(objective);
	const relaxation = search.solveRelaxation(objective);
	const isGood = (values: readonly number[] | null) =>
		values !== null &&
		relaxation !== null &&
		Math.abs(relaxation.bound - computeObjective(objective, values)) <= gap * Math.abs(relaxation.bound);
	if (isGood(start)) return { values: start, isBest: true, isPossible: true };
	const rough = relaxation && (gap > 0 || !start) ? findRoughSolution(search, relaxation, gap) : null;
	if (gap > 0 && isGood(rough)) return { values: rough, isBest: true, isPossible: true };
	const bestKnown = rough ?? start;
	const maxCost = (values: readonly number[] | null) =>
		values && relaxation
			? Math.abs(relaxation.bound - computeObjective(objective, values)) + BOUND_TOLERANCE
			: Number.POSITIVE_INFINITY;
	if (relaxation) search.fixCostlyVariablesPermanently(relaxation, maxCost(bestKnown));
	const solved = search.solve(bestKnown, gap);
	const values = solved.values ?? bestKnown;
	if (relaxation && solved.isBest && gap === 0) search.fixCostlyVariablesPermanently(relaxation, maxCost(values));
	return { ...solved, values };
}

/** Finds any solution that meets every constraint, after time has run out. */
function solveFallback(search: IntegerSearch, objective: Objective): IntegerSolution {
	search.setTimeLimit(FALLBACK_MS);
	search.setObjective(objective);
	const { values, isPossible } = search.solve(null, 1);
	return isPossible ? { status: "out-of-time", values } : { status: "infeasible" };
}

/**
 * Solves an integer program, one objective after another. With `gap` 0 each objective is solved exactly and may not get
 * worse while the next is solved. With a gap, such as 0.005, each may fall short of its optimum by that share, and its
 * variables stay as they are. Blocks the thread for about `deadlineMs` at most, then returns the best solution found.
 */
export async function solveIntegerProgram(
	program: IntegerProgram,
	deadlineMs: number,
	gap = 0,
): Promise<IntegerSolution> {
	const engine = await loadSolver();
	if (program.variables.length === 0) {
		const isFeasible = program.constraints.every(({ relation, bound }) =>
			relation === "=" ? bound === 0 : relation === "<=" ? bound >= 0 : bound <= 0,
		);
		return isFeasible ? { status: "optimal", values: [] } : { status: "infeasible" };
	}
	return engine.withModel(buildModelData(program, engine.infinity), (model): IntegerSolution => {
		const search = new IntegerSearch(engine, model, program, deadlineMs);
		let values: readonly number[] | null = null;
		for (const objective of program.objectives) {
			const level = solveObjective(search, objective, values, gap);
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
