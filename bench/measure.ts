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

/** The greatest of the least 95 or 99 of a hundred samples. */
export function percentile(samples: readonly number[], percent: number): number {
	const sorted = samples.toSorted((a, b) => a - b);
	return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
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
	readonly unit: "ms" | "/s" | "points" | "MB" | "bytes" | "kB";
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

/** What is judged by itself, as a cost a unit of work or a time that a person notices: the floor is the limit. */
export function withinLimit(
	what: string,
	samples: readonly number[],
	limit: number,
	unit: Comparison["unit"],
): Comparison {
	return {
		what,
		reached: figures(samples),
		floorName: "limit",
		floor: figures([limit]),
		unit,
		goal: { kind: "at most", ratio: 1 },
	};
}

const CALIBRATION_STEPS = 20_000_000;

/** Milliseconds that a fixed piece of arithmetic takes now: machines differ by a factor of three from day to day. */
export function calibrate(): number {
	const once = (): number => {
		let state = 1;
		const start = performance.now();
		for (let step = 0; step < CALIBRATION_STEPS; step++) {
			state ^= state << 13;
			state ^= state >>> 17;
			state ^= state << 5;
		}
		return state === 0 ? Number.NaN : performance.now() - start;
	};
	return figures(Array.from({ length: 5 }, once)).median;
}
