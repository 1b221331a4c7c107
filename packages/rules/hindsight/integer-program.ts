/** `coefficient` × the variable at this index. */
export interface Term {
	readonly variable: number;
	readonly coefficient: number;
}

export interface Constraint {
	readonly terms: readonly Term[];
	readonly relation: "<=" | "=" | ">=";
	readonly bound: number;
}

/** Coefficients are whole numbers, so that the values of two solutions are equal or differ by at least 1. */
export interface Objective {
	readonly sense: "maximise" | "minimise";
	readonly terms: readonly Term[];
}

/**
 * An integer program as plain data, independent of the solver. Each variable is between 0 and its `upper`. Objectives are
 * lexicographic: the second decides among the best solutions of the first, and so on.
 */
export interface IntegerProgram {
	readonly variables: readonly { readonly upper: number }[];
	readonly constraints: readonly Constraint[];
	readonly objectives: readonly Objective[];
}
