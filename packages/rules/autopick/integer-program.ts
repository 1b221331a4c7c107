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

/** One level of what is wanted; whole coefficients, so that two solutions are equal or differ by at least one. */
export interface Objective {
	readonly sense: "maximise" | "minimise";
	readonly terms: readonly Term[];
}

/**
 * A choice of whole numbers as plain data, for whichever solver is at hand: each variable from 0 to its `upper`,
 * every constraint kept, the first objective best, then the second among those, and so on.
 */
export interface IntegerProgram {
	readonly variables: readonly { readonly upper: number }[];
	readonly constraints: readonly Constraint[];
	readonly objectives: readonly Objective[];
	/** An objective that is easy to solve: its solution is better than none when time is over before one is found. */
	readonly fallback?: Objective;
}
