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

/**
 * Finds a first good solution with only the most promising variables free. Its value lets the exact search fix many more
 * variables.
 */
function findRoughSolution(search: IntegerSearch, relaxation: Relaxation): readonly number[] | null {
	const costs = relaxation.reducedCosts.map(Math.abs).sort();
	const fixed = search.fixCostlyVariables(relaxation, costs[MAX_ROUGH_VARIABLES] ?? Number.POSITIVE_INFINITY);
	const { values } = search.solve(null, ROUGH_GAP);
	search.releaseVariables(fixed);
	return values;
}

/**
 * Solves one objective. The relaxation shows which variables cannot change in any better solution than the known one;
 * they are fixed, and the solver searches the few that are left.
 */
function solveObjective(search: IntegerSearch, objective: Objective, start: readonly number[] | null) {
	search.setObjective(objective);
	const relaxation = search.solveRelaxation(objective);
	const isBest = start !== null && relaxation !== null && relaxation.bound === computeObjective(objective, start);
	if (isBest) return { values: start, isBest, isPossible: true };
	const bestKnown = start ?? (relaxation && findRoughSolution(search, relaxation));
	const computeMaxCost = (values: readonly number[] | null) =>
		values && relaxation
			? Math.abs(relaxation.bound - computeObjective(objective, values)) + BOUND_TOLERANCE
			: Number.POSITIVE_INFINITY;
	if (relaxation) search.fixCostlyVariablesPermanently(relaxation, computeMaxCost(bestKnown));
	const solved = search.solve(bestKnown, 0);
	const values = solved.values ?? bestKnown;
	if (relaxation && solved.isBest) search.fixCostlyVariablesPermanently(relaxation, computeMaxCost(values));
	return { ...solved, values };
}

/**
 * Solves an integer program, one objective after another: each is solved exactly and may not get worse while the next is
 * solved. Blocks the thread for about `deadlineMs` at most, then returns the best solution found.
 */
export async function solveIntegerProgram(program: IntegerProgram, deadlineMs: number): Promise<IntegerSolution> {
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
			const level = solveObjective(search, objective, values);
			if (!level.isPossible) return { status: "infeasible" };
			values = level.values;
			if (!level.isBest || values === null) return { status: "out-of-time", values };
			search.addObjectiveConstraint(objective, computeObjective(objective, values));
		}
		return { status: "optimal", values: values ?? [] };
	});
}
