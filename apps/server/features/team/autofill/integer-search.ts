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
		integrality: variables.map(() => 1),
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

/** The linear relaxation of an objective: the best possible value, and what it costs to move each variable off its bound. */
export interface Relaxation {
	readonly bound: number;
	/** Positive for a variable at 0, negative for one at its upper bound. */
	readonly reducedCosts: Float64Array;
}

/** A program loaded into the solver. */
export class IntegerSearch {
	private readonly engine: Highs;
	private readonly model: Model;
	private readonly lastIndex: number;
	private readonly upperBounds: readonly number[];
	private readonly permanentlyFixed = new Set<number>();
	private readonly endsAt: number;

	constructor(engine: Highs, model: Model, program: IntegerProgram, deadlineMs: number) {
		this.engine = engine;
		this.model = model;
		this.upperBounds = program.variables.map(({ upper }) => upper);
		this.lastIndex = program.variables.length - 1;
		this.endsAt = performance.now() + deadlineMs;
		model.options.set({ output_flag: false, mip_abs_gap: 0.5, random_seed: 0 });
	}

	setObjective({ sense, terms }: Objective): void {
		const { maximize, minimize } = this.engine.constants.objectiveSense;
		this.model.changeObjectiveSense(sense === "maximise" ? maximize : minimize);
		this.model.changeColsCost({ kind: "range", from: 0, to: this.lastIndex }, toDenseRow(this.lastIndex + 1, terms));
	}

	/** Returns null if there is no solution or time has run out. */
	solveRelaxation({ sense }: Objective): Relaxation | null {
		const { model } = this;
		model.clearIntegrality();
		const hasFinished = this.run();
		const optimal = hasFinished && model.getModelStatus() === this.engine.constants.modelStatus.optimal;
		const bound = optimal ? model.getObjectiveValue() : 0;
		const reducedCosts = Float64Array.from(optimal ? model.getSolution().colDual : []);
		if (sense === "maximise") for (const [index, dual] of reducedCosts.entries()) reducedCosts[index] = -dual;
		const kind = { kind: "range" as const, from: 0, to: this.lastIndex };
		model.changeColsIntegrality(
			kind,
			this.upperBounds.map(() => 1),
		);
		return optimal ? { bound, reducedCosts } : null;
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

	/** Like `fixCostlyVariables`, for later objectives too. */
	fixCostlyVariablesPermanently(relaxation: Relaxation, limit: number): void {
		for (const index of this.fixCostlyVariables(relaxation, limit)) this.permanentlyFixed.add(index);
	}

	releaseVariables(indices: readonly number[]): void {
		for (const index of indices) this.model.changeColBounds(index, 0, this.upperBounds[index] ?? 0);
	}

	/** Finds the best whole-number solution, starting from `start`; `isBest` is false if time ran out. */
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

	/** Adds a constraint so that later objectives do not make this one worse. */
	addObjectiveConstraint({ sense, terms }: Objective, reached: number): void {
		const { infinity } = this.engine;
		if (terms.length === 0) return;
		const [lower, upper] = sense === "maximise" ? [reached, infinity] : [-infinity, reached];
		this.model.addRow(lower, upper, toSparseRow(terms));
	}

	private run(): boolean {
		const secondsLeft = (this.endsAt - performance.now()) / 1000;
		if (secondsLeft <= 0) return false;
		this.model.zeroAllClocks();
		this.model.options.set({ time_limit: secondsLeft });
		this.model.run();
		return true;
	}
}

/** Computes the value of an objective for whole-number values. */
export const computeObjective = ({ terms }: Objective, values: readonly number[]): number =>
	terms.reduce((sum, { variable, coefficient }) => sum + coefficient * Math.round(values[variable] ?? 0), 0);
