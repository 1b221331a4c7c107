import type { IntegerProgram, Objective, Term } from "@first-bounce/rules/autofill/integer-program";
import type { Highs, Model, ModelData } from "highs";

const toDenseRow = (length: number, terms: readonly Term[]): Float64Array => {
	const values = new Float64Array(length);
	for (const { variable, coefficient } of terms) values[variable] = coefficient;
	return values;
};

const toSparseRow = (terms: readonly Term[]) => ({
	indices: terms.map(({ variable }) => variable),
	values: terms.map(({ coefficient }) => coefficient),
});

/** The solver's code for a variable that takes whole numbers only. */
const INTEGER = 1 as const;

/** Builds the program in the format of the solver, without an objective. */
export function buildModelData({ variables, constraints }: IntegerProgram, infinity: number): ModelData {
	const terms = constraints.map((constraint) => constraint.terms);
	const starts = [0];
	for (const row of terms) starts.push((starts.at(-1) ?? 0) + row.length);
	return {
		numCols: variables.length,
		numRows: constraints.length,
		colCost: variables.map(() => 0),
		colLower: variables.map(() => 0),
		colUpper: variables.map(({ upper }) => upper),
		integrality: variables.map(() => INTEGER),
		rowLower: constraints.map(({ relation, bound }) => (relation === "<=" ? -infinity : bound)),
		rowUpper: constraints.map(({ relation, bound }) => (relation === ">=" ? infinity : bound)),
		matrix: {
			format: "csr",
			numRows: constraints.length,
			numCols: variables.length,
			starts,
			...toSparseRow(terms.flat()),
		},
	};
}

/** The solution of an objective if variables need not be whole numbers. */
export interface Relaxation {
	/** The value of the objective, which no solution in whole numbers can better. */
	readonly bound: number;
	/** By how much the objective worsens for each 1 that a variable rises: positive at 0, negative at its upper bound. */
	readonly reducedCosts: Float64Array;
}

/** A solution this close to the best possible value is the best, because the values of objectives are whole numbers. */
const ABSOLUTE_GAP = 0.5;

/** A program loaded into the solver. */
export class IntegerSearch {
	private readonly engine: Highs;
	private readonly model: Model;
	private readonly lastIndex: number;
	private readonly upperBounds: readonly number[];
	private readonly permanentlyFixed = new Set<number>();
	private readonly deadline: number;

	constructor(engine: Highs, model: Model, program: IntegerProgram, timeLimitMs: number) {
		this.engine = engine;
		this.model = model;
		this.upperBounds = program.variables.map(({ upper }) => upper);
		this.lastIndex = program.variables.length - 1;
		this.deadline = performance.now() + timeLimitMs;
		model.options.set({ output_flag: false, mip_abs_gap: ABSOLUTE_GAP, random_seed: 0 });
	}

	setObjective({ sense, terms }: Objective): void {
		const { maximize, minimize } = this.engine.constants.objectiveSense;
		this.model.changeObjectiveSense(sense === "maximise" ? maximize : minimize);
		this.model.changeColsCost({ kind: "range", from: 0, to: this.lastIndex }, toDenseRow(this.lastIndex + 1, terms));
	}

	/** Solves the objective without requiring whole numbers; null if there is no solution or time has run out. */
	solveRelaxation({ sense }: Objective): Relaxation | null {
		const { model } = this;
		model.clearIntegrality();
		const hasFinished = this.run();
		const isOptimal = hasFinished && model.getModelStatus() === this.engine.constants.modelStatus.optimal;
		const bound = isOptimal ? model.getObjectiveValue() : 0;
		const reducedCosts = Float64Array.from(isOptimal ? model.getSolution().colDual : []);
		if (sense === "maximise") for (const [index, dual] of reducedCosts.entries()) reducedCosts[index] = -dual;
		const integrality = this.upperBounds.map(() => INTEGER);
		model.changeColsIntegrality({ kind: "range", from: 0, to: this.lastIndex }, integrality);
		return isOptimal ? { bound, reducedCosts } : null;
	}

	/** Fixes the variables at their bounds that would cost more than `limit` to move, and returns them. */
	fixCostlyVariables({ reducedCosts }: Relaxation, limit: number): number[] {
		const fixed: number[] = [];
		for (const [index, cost] of reducedCosts.entries()) {
			if (Math.abs(cost) <= limit || this.permanentlyFixed.has(index)) continue;
			const value = cost > 0 ? 0 : (this.upperBounds[index] ?? 0);
			this.model.changeColBounds(index, value, value);
			fixed.push(index);
		}
		return fixed;
	}

	/** Like `fixCostlyVariables`, but these are never released. */
	fixCostlyVariablesPermanently(relaxation: Relaxation, limit: number): void {
		for (const index of this.fixCostlyVariables(relaxation, limit)) this.permanentlyFixed.add(index);
	}

	releaseVariables(indices: readonly number[]): void {
		for (const index of indices) this.model.changeColBounds(index, 0, this.upperBounds[index] ?? 0);
	}

	/**
	 * Finds a whole-number solution within `relativeGap` of the best, starting from `start`. `isBest` is false if time ran
	 * out, `isPossible` is false if there is no solution.
	 */
	solve(start: readonly number[] | null, relativeGap: number) {
		const { model, engine } = this;
		const { modelStatus, solutionStatus } = engine.constants;
		model.options.set({ mip_rel_gap: relativeGap });
		if (start) model.setSolution({ colValue: start });
		if (!this.run()) return { values: null, isBest: false, isPossible: true };
		const status = model.getModelStatus();
		const hasSolution = model.info.get("primal_solution_status") === solutionStatus.feasible;
		return {
			values: hasSolution ? [...model.getSolution().colValue].map(Math.round) : null,
			isBest: hasSolution && status === modelStatus.optimal,
			isPossible: status !== modelStatus.infeasible && status !== modelStatus.unboundedOrInfeasible,
		};
	}

	/** Adds the constraint that solutions for later objectives do not make this one worse than `value`. */
	addObjectiveConstraint({ sense, terms }: Objective, value: number): void {
		const { infinity } = this.engine;
		if (terms.length === 0) return;
		const [lower, upper] = sense === "maximise" ? [value, infinity] : [-infinity, value];
		this.model.addRow(lower, upper, toSparseRow(terms));
	}

	private run(): boolean {
		const secondsLeft = (this.deadline - performance.now()) / 1000;
		if (secondsLeft <= 0) return false;
		this.model.zeroAllClocks();
		this.model.options.set({ time_limit: secondsLeft });
		this.model.run();
		return true;
	}
}

export const computeObjective = ({ terms }: Objective, values: readonly number[]): number =>
	terms.reduce((sum, { variable, coefficient }) => sum + coefficient * Math.round(values[variable] ?? 0), 0);
