import type { IntegerProgram, Objective } from "@first-bounce/rules/autopick/integer-program";
import highsModule, { type Highs } from "highs";
import { modelData, type Relaxation, Search, worth } from "./integer-search.ts";

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
const SLACK = 0.1;

let solver: Promise<Highs> | undefined;

/** HiGHS is loaded once a thread; it takes longer than most programs. */
export const loadSolver = (): Promise<Highs> => {
	solver ??= loadHighs();
	return solver;
};

/** How many variables a first solution is looked for among. */
const LIKELY = 200;
const ROUGH = 5e-4;

/**
 * A first, good solution, found among the variables whose other bound costs least; without it the proof has to begin
 * with far more of them.
 */
function roughly(search: Search, relaxation: Relaxation): readonly number[] | null {
	const losses = relaxation.losses.map(Math.abs).sort();
	const held = search.hold(relaxation, losses[LIKELY] ?? Number.POSITIVE_INFINITY);
	const { values } = search.solve(null, ROUGH);
	search.free(held);
	return values;
}

/**
 * One level: the relaxation tells which variables no better solution than the one at hand can have otherwise, and the
 * few that are left are searched to a proven gap of less than one.
 */
function solveLevel(search: Search, objective: Objective, start: readonly number[] | null) {
	search.aim(objective);
	const relaxation = search.relax(objective);
	const known = start ?? (relaxation && roughly(search, relaxation));
	const lag = (values: readonly number[] | null) =>
		values && relaxation ? Math.abs(relaxation.bound - worth(objective, values)) + SLACK : Number.POSITIVE_INFINITY;
	if (relaxation) search.settle(relaxation, lag(known));
	const solved = search.solve(known, 0);
	const values = solved.values ?? known;
	if (relaxation && solved.isBest) search.settle(relaxation, lag(values));
	return { ...solved, values };
}

/**
 * The exact optimum of an integer program, level by level: each objective is solved to a proven gap of less than one,
 * then held while the next is solved from there. Blocks the thread it runs on, for about `deadline` milliseconds at
 * most, then gives the best it has.
 */
export async function solveIntegerProgram(program: IntegerProgram, deadline: number): Promise<IntegerSolution> {
	const engine = await loadSolver();
	if (program.variables.length === 0) {
		const kept = program.constraints.every(({ relation, bound }) =>
			relation === "=" ? bound === 0 : relation === "<=" ? bound >= 0 : bound <= 0,
		);
		return kept ? { status: "optimal", values: [] } : { status: "infeasible" };
	}
	return engine.withModel(modelData(program, engine.infinity), (model): IntegerSolution => {
		const search = new Search(engine, model, program, deadline);
		let values: readonly number[] | null = null;
		for (const objective of program.objectives) {
			const level = solveLevel(search, objective, values);
			if (!level.isPossible) return { status: "infeasible" };
			values = level.values;
			if (!level.isBest || values === null) return { status: "out-of-time", values };
			search.keep(objective, worth(objective, values));
		}
		return { status: "optimal", values: values ?? [] };
	});
}
