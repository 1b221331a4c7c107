import type { IntegerProgram, Objective } from "@first-bounce/rules/autofill/integer-program";
import highsModule, { type Highs } from "highs";
import { buildModelData, computeObjective, IntegerSearch, type Relaxation } from "./integer-search.ts";

/**
 * The solution of a program; `values` are whole numbers, one per variable. If time runs out, they meet every constraint but
 * may not be optimal, or are null because no solution was found.
 */
export type IntegerSolution =
	| { readonly status: "optimal"; readonly values: readonly number[] }
	| { readonly status: "infeasible" }
	| { readonly status: "out-of-time"; readonly values: readonly number[] | null };

/** The package has types for CommonJS only, in which the function that the ES module exports is called `default`. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** More than the rounding errors of the relaxation, and less than 1, the smallest difference between two solutions. */
const BOUND_TOLERANCE = 0.1;

let highs: Promise<Highs> | undefined;

/** Loads HiGHS once per thread, because loading takes longer than solving most programs. */
export const loadSolver = (): Promise<Highs> => {
	highs ??= loadHighs();
	return highs;
};

/** How many variables the search for a first solution may change. */
const MAX_ROUGH_VARIABLES = 120;
/** How far, relative to its value, the first solution may be from the best with these variables. */
const ROUGH_GAP = 5e-4;

/**
 * Finds a first good solution with only the most promising variables free. Its value lets the exact search fix many
 * more variables.
 */
function findRoughSolution(search: IntegerSearch, relaxation: Relaxation): readonly number[] | null {
	const costs = relaxation.reducedCosts.map(Math.abs).sort();
	const fixed = search.fixCostlyVariables(relaxation, costs[MAX_ROUGH_VARIABLES] ?? Number.POSITIVE_INFINITY);
	const { values } = search.solve(null, ROUGH_GAP);
	search.releaseVariables(fixed);
	return values;
}

/**
 * Solves one objective, starting from the solution of the previous one. The relaxation shows which variables have the same
 * value in every better solution. They are fixed, so that the solver searches only the few that are left.
 */
function solveObjective(search: IntegerSearch, objective: Objective, start: readonly number[] | null) {
	search.setObjective(objective);
	const relaxation = search.solveRelaxation(objective);
	const isBest = start !== null && relaxation !== null && relaxation.bound === computeObjective(objective, start);
	if (isBest) return { values: start, isBest, isPossible: true };
	const bestKnown = start ?? (relaxation && findRoughSolution(search, relaxation));
	/** Moving a variable that costs more than this cannot lead to a better solution. */
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
 * solved. Blocks the thread for about `timeLimitMs` at most, then returns the best solution found.
 */
export async function solveIntegerProgram(program: IntegerProgram, timeLimitMs: number): Promise<IntegerSolution> {
	const engine = await loadSolver();
	if (program.variables.length === 0) {
		// Without variables, the left side of every constraint is 0.
		const isFeasible = program.constraints.every(
			({ relation, bound }) => (relation === ">=" || bound >= 0) && (relation === "<=" || bound <= 0),
		);
		return isFeasible ? { status: "optimal", values: [] } : { status: "infeasible" };
	}
	return engine.withModel(buildModelData(program, engine.infinity), (model): IntegerSolution => {
		const search = new IntegerSearch(engine, model, program, timeLimitMs);
		let values: readonly number[] | null = null;
		for (const objective of program.objectives) {
			const solved = solveObjective(search, objective, values);
			if (!solved.isPossible) return { status: "infeasible" };
			values = solved.values;
			if (!solved.isBest || values === null) return { status: "out-of-time", values };
			search.addObjectiveConstraint(objective, computeObjective(objective, values));
		}
		return { status: "optimal", values: values ?? [] };
	});
}
