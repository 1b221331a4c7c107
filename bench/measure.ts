/** What the runs of one thing took, or reached, sorted from the least. */
export interface Figures {
	readonly min: number;
	readonly median: number;
	readonly max: number;
	readonly samples: readonly number[];
}

export function figures(samples: readonly number[]): Figures {
	const sorted = samples.toSorted((a, b) => a - b);
	const at = (index: number): number => sorted[index] ?? Number.NaN;
	const middle = (sorted.length - 1) / 2;
	const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
	return { min: at(0), median, max: at(sorted.length - 1), samples: sorted };
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => unknown): Promise<number> {
	const start = performance.now();
	const pending = work();
	if (pending instanceof Promise) await pending;
	return performance.now() - start;
}

/**
 * Runs the contestants in turn, round after round, so that whatever else the machine does falls on all of them alike.
 * Each gives one figure a run. The first `warmups` rounds do not count.
 */
export async function takeTurns<Name extends string>(
	contestants: Readonly<Record<Name, () => Promise<number>>>,
	{ runs, warmups }: { readonly runs: number; readonly warmups: number },
): Promise<Readonly<Record<Name, Figures>>> {
	const names = Object.keys(contestants) as Name[];
	const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
	for (let run = -warmups; run < runs; run++) {
		for (const name of names) {
			const figure = await contestants[name]();
			if (run >= 0) samples.get(name)?.push(figure);
		}
	}
	const results = names.map((name) => [name, figures(samples.get(name) ?? [])] as const);
	return Object.fromEntries(results) as Record<Name, Figures>;
}

interface Goal {
	/** Of ratio `reached / floor`, or of `floor / reached` for "times faster". */
	readonly kind: "at most" | "at least" | "times faster";
	readonly ratio: number;
}

/** One line of a report: something measured beside its floor in the same run. */
export interface Comparison {
	readonly what: string;
	readonly reached: Figures;
	readonly floorName: string;
	readonly floor: Figures;
	readonly unit: "ms" | "/s" | "points";
	/** Absent where none is set. */
	readonly goal?: Goal;
}

/** Of the medians, the way round that the goal counts. */
export function ratioOf({ reached, floor, goal }: Comparison): number {
	return goal?.kind === "times faster" ? floor.median / reached.median : reached.median / floor.median;
}

/** Whether the goal is met; null without one. */
export function isMet(comparison: Comparison): boolean | null {
	if (!comparison.goal) return null;
	const ratio = ratioOf(comparison);
	return comparison.goal.kind === "at most" ? ratio <= comparison.goal.ratio : ratio >= comparison.goal.ratio;
}
