import type { IntegerProgram, Objective, Term } from "@first-bounce/rules/autopick/integer-program";
import highsModule, { type Highs, type Model, type ModelData } from "highs";

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
const TOLERANCE = 1e-6;

let solver: Promise<Highs> | undefined;

/** HiGHS is loaded once a thread; it takes longer than most programs. */
const highs = (): Promise<Highs> => {
	solver ??= loadHighs();
	return solver;
};

const dense = (length: number, terms: readonly Term[]): Float64Array => {
	const values = new Float64Array(length);
	for (const { variable, coefficient } of terms) values[variable] = coefficient;
	return values;
};

const sparse = (terms: readonly Term[]) => ({
	indices: terms.map(({ variable }) => variable),
	values: terms.map(({ coefficient }) => coefficient),
});

function modelData({ variables, constraints }: IntegerProgram, infinity: number): ModelData {
	const terms = constraints.map((constraint) => constraint.terms);
	const starts = [0];
	for (const row of terms) starts.push((starts.at(-1) ?? 0) + row.length);
	return {
		numCols: variables.length,
		numRows: constraints.length,
		colCost: variables.map(() => 0),
		colLower: variables.map(() => 0),
		colUpper: variables.map(({ upper }) => upper),
		integrality: variables.map(() => 1),
		rowLower: constraints.map(({ relation, bound }) => (relation === "<=" ? -infinity : bound)),
		rowUpper: constraints.map(({ relation, bound }) => (relation === ">=" ? infinity : bound)),
		matrix: {
			format: "csr",
			numRows: constraints.length,
			numCols: variables.length,
			starts,
			...sparse(terms.flat()),
		},
	};
}

const worth = ({ terms }: Objective, values: readonly number[]): number =>
	terms.reduce((sum, { variable, coefficient }) => sum + coefficient * Math.round(values[variable] ?? 0), 0);

/**
 * Settles the variables that no best solution of this level can have otherwise: with the level's best known, one whose
 * reduced cost in the relaxation exceeds what is left between the two stays at its bound. Later levels get small.
 */
function settle(engine: Highs, model: Model, { variables }: IntegerProgram, objective: Objective, reached: number) {
	model.clearIntegrality();
	model.run();
	const relaxed = model.getModelStatus() === engine.constants.modelStatus.optimal;
	if (relaxed) {
		const left = Math.abs(model.getObjectiveValue() - reached) + SLACK;
		const { colValue, colDual } = model.getSolution();
		const sign = objective.sense === "maximise" ? -1 : 1;
		for (const [index, { upper }] of variables.entries()) {
			const cost = sign * (colDual[index] ?? 0);
			const value = colValue[index] ?? 0;
			if (cost > left && value < TOLERANCE) model.changeColBounds(index, 0, 0);
			if (-cost > left && value > upper - TOLERANCE) model.changeColBounds(index, upper, upper);
		}
	}
	model.changeColsIntegrality(
		{ kind: "range", from: 0, to: variables.length - 1 },
		variables.map(() => 1),
	);
}

/**
 * The exact optimum of an integer program, level by level: each objective is solved to a proven gap of less than one,
 * then held while the next is solved from there. Blocks the thread it runs on, for about `deadline` milliseconds at
 * most, then gives the best it has.
 */
export async function solveIntegerProgram(program: IntegerProgram, deadline: number): Promise<IntegerSolution> {
	const engine = await highs();
	const { modelStatus, objectiveSense, solutionStatus } = engine.constants;
	if (program.variables.length === 0) {
		const kept = program.constraints.every(({ relation, bound }) =>
			relation === "=" ? bound === 0 : relation === "<=" ? bound >= 0 : bound <= 0,
		);
		return kept ? { status: "optimal", values: [] } : { status: "infeasible" };
	}
	return engine.withModel(modelData(program, engine.infinity), (model): IntegerSolution => {
		model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.5, random_seed: 0 });
		const until = performance.now() + deadline;
		let values: readonly number[] | null = null;
		for (const objective of program.objectives) {
			const left = (until - performance.now()) / 1000;
			if (left <= 0) return { status: "out-of-time", values };
			model.zeroAllClocks();
			model.options.set({ time_limit: left });
			model.changeObjectiveSense(objective.sense === "maximise" ? objectiveSense.maximize : objectiveSense.minimize);
			const last = program.variables.length - 1;
			model.changeColsCost({ kind: "range", from: 0, to: last }, dense(last + 1, objective.terms));
			if (values) model.setSolution({ colValue: values });
			model.run();
			const status = model.getModelStatus();
			if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible) {
				return { status: "infeasible" };
			}
			const found = model.info.get("primal_solution_status") === solutionStatus.feasible;
			if (found) values = [...model.getSolution().colValue].map(Math.round);
			if (status !== modelStatus.optimal || values === null) return { status: "out-of-time", values };
			const reached = worth(objective, values);
			const [lower, upper] = objective.sense === "maximise" ? [reached, engine.infinity] : [-engine.infinity, reached];
			settle(engine, model, program, objective, reached);
			if (objective.terms.length > 0) model.addRow(lower, upper, sparse(objective.terms));
		}
		return { status: "optimal", values: values ?? [] };
	});
}
