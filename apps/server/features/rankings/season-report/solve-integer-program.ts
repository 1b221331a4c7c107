import type { IntegerProgram, Objective } from "@first-bounce/rules/hindsight/integer-program";
import highsModule, { type Highs, type ModelData } from "highs";

/** The solution of a program; `values` are whole numbers, one per variable. */
export type IntegerSolution =
	| { readonly status: "optimal"; readonly values: readonly number[] }
	| { readonly status: "infeasible" | "out-of-time" };

/** The package has types for CommonJS only, in which the function that the ES module exports is called `default`. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** A solution this close to the best possible value is the best, because the values of objectives are whole numbers. */
const ABSOLUTE_GAP = 0.5;

let highs: Promise<Highs> | undefined;

/** Loads HiGHS once per thread, because loading takes longer than solving most programs. */
export const loadSolver = (): Promise<Highs> => {
	highs ??= loadHighs();
	return highs;
};

/** Builds the program in the format of the solver, without an objective. */
function buildModelData({ variables, constraints }: IntegerProgram, infinity: number): ModelData {
	const terms = constraints.flatMap((constraint) => constraint.terms);
	const starts = [0];
	for (const constraint of constraints) starts.push((starts.at(-1) ?? 0) + constraint.terms.length);
	return {
		numCols: variables.length,
		numRows: constraints.length,
		colCost: variables.map(() => 0),
		colLower: variables.map(() => 0),
		colUpper: variables.map(({ upper }) => upper),
		integrality: variables.map(() => 1 as const),
		rowLower: constraints.map(({ relation, bound }) => (relation === "<=" ? -infinity : bound)),
		rowUpper: constraints.map(({ relation, bound }) => (relation === ">=" ? infinity : bound)),
		matrix: {
			format: "csr",
			numRows: constraints.length,
			numCols: variables.length,
			starts,
			indices: terms.map(({ variable }) => variable),
			values: terms.map(({ coefficient }) => coefficient),
		},
	};
}

const computeObjective = ({ terms }: Objective, values: readonly number[]): number =>
	terms.reduce((sum, { variable, coefficient }) => sum + coefficient * (values[variable] ?? 0), 0);

/**
 * Solves an integer program, one objective after another: each is solved exactly and may not get worse while the next is
 * solved. Blocks the thread for about `timeLimitMs` at most.
 */
export async function solveIntegerProgram(program: IntegerProgram, timeLimitMs: number): Promise<IntegerSolution> {
	const engine = await loadSolver();
	const { infinity } = engine;
	const { objectiveSense, modelStatus } = engine.constants;
	const lastIndex = program.variables.length - 1;
	return engine.withModel(buildModelData(program, infinity), (model): IntegerSolution => {
		const deadline = performance.now() + timeLimitMs;
		model.options.set({ output_flag: false, mip_abs_gap: ABSOLUTE_GAP, mip_rel_gap: 0, random_seed: 0 });
		let values: readonly number[] = [];
		for (const objective of program.objectives) {
			const { sense, terms } = objective;
			const costs = new Float64Array(lastIndex + 1);
			for (const { variable, coefficient } of terms) costs[variable] = coefficient;
			model.changeObjectiveSense(sense === "maximise" ? objectiveSense.maximize : objectiveSense.minimize);
			model.changeColsCost({ kind: "range", from: 0, to: lastIndex }, costs);
			// The search starts from the solution of the previous objective.
			if (values.length > 0) model.setSolution({ colValue: values });
			const secondsLeft = (deadline - performance.now()) / 1_000;
			if (secondsLeft <= 0) return { status: "out-of-time" };
			model.zeroAllClocks();
			model.options.set({ time_limit: secondsLeft });
			model.run();
			const status = model.getModelStatus();
			if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible)
				return { status: "infeasible" };
			if (status !== modelStatus.optimal) return { status: "out-of-time" };
			values = [...model.getSolution().colValue].map(Math.round);
			const best = computeObjective(objective, values);
			const [lower, upper] = sense === "maximise" ? [best, infinity] : [-infinity, best];
			const [indices, coefficients] = [terms.map((term) => term.variable), terms.map((term) => term.coefficient)];
			if (terms.length > 0) model.addRow(lower, upper, { indices, values: coefficients });
		}
		return { status: "optimal", values };
	});
}
