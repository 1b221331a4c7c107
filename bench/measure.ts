/** The results of several runs, sorted in ascending order. */
export interface Figures {
	readonly min: number;
	readonly median: number;
	readonly max: number;
	readonly samples: readonly number[];
}

export function summarise(samples: readonly number[]): Figures {
	const sorted = samples.toSorted((a, b) => a - b);
	const getSampleAt = (index: number): number => sorted[index] ?? Number.NaN;
	const middle = (sorted.length - 1) / 2;
	const median = (getSampleAt(Math.floor(middle)) + getSampleAt(Math.ceil(middle))) / 2;
	return { min: getSampleAt(0), median, max: getSampleAt(sorted.length - 1), samples: sorted };
}

export function computePercentile(samples: readonly number[], percent: number): number {
	const sorted = samples.toSorted((a, b) => a - b);
	return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

/** Measures how long a function takes in milliseconds. */
export async function measureMs(work: () => unknown): Promise<number> {
	const start = performance.now();
	const pending = work();
	if (pending instanceof Promise) await pending;
	return performance.now() - start;
}

/**
 * Runs the candidates in turn, so that other load on the machine affects all of them alike. Each returns one figure per run;
 * the first `warmups` runs do not count.
 */
export async function measureInTurns<Name extends string>(
	candidates: Readonly<Record<Name, () => Promise<number>>>,
	{ runs, warmups }: { readonly runs: number; readonly warmups: number },
): Promise<Readonly<Record<Name, Figures>>> {
	const names = Object.keys(candidates) as Name[];
	const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
	for (let run = -warmups; run < runs; run++) {
		for (const name of names) {
			const figure = await candidates[name]();
			if (run >= 0) samples.get(name)?.push(figure);
		}
	}
	const results = names.map((name) => [name, summarise(samples.get(name) ?? [])] as const);
	return Object.fromEntries(results) as Record<Name, Figures>;
}

interface Goal {
	readonly kind: "at most" | "at least" | "times faster";
	/** The limit of `result / floor`, or of `floor / result` for "times faster". */
	readonly ratio: number;
}

/**
 * One line of a report: a measurement next to its floor from the same run. The floor is the measurement of the least code that
 * could do the same work, such as a bare Fastify server or a single SQL statement.
 */
export interface Comparison {
	readonly label: string;
	readonly result: Figures;
	readonly floorName: string;
	readonly floor: Figures;
	readonly unit: "ns" | "ms" | "/s" | "points" | "MB" | "bytes" | "kB";
	/** Absent if there is no goal. */
	readonly goal?: Goal;
}

export function computeRatio({ result, floor, goal }: Comparison): number {
	return goal?.kind === "times faster" ? floor.median / result.median : result.median / floor.median;
}

/** Whether the goal is met; null if there is none. */
export function isMet(comparison: Comparison): boolean | null {
	if (!comparison.goal) return null;
	const ratio = computeRatio(comparison);
	return comparison.goal.kind === "at most" ? ratio <= comparison.goal.ratio : ratio >= comparison.goal.ratio;
}

/** Compares a cost or a time with a fixed limit in place of a measured floor. */
export function compareWithLimit(
	label: string,
	samples: readonly number[],
	limit: number,
	unit: Comparison["unit"],
): Comparison {
	return {
		label,
		result: summarise(samples),
		floorName: "limit",
		floor: summarise([limit]),
		unit,
		goal: { kind: "at most", ratio: 1 },
	};
}

const CALIBRATION_STEPS = 20_000_000;

/** Measures fixed arithmetic in milliseconds, because the same machine's speed varies by a factor of three between days. */
export function calibrate(): number {
	const measureOnce = (): number => {
		let state = 1;
		const start = performance.now();
		for (let step = 0; step < CALIBRATION_STEPS; step++) {
			state ^= state << 13;
			state ^= state >>> 17;
			state ^= state << 5;
		}
		// Uses `state`, which is never 0, so that the loop is not optimised away.
		return state === 0 ? Number.NaN : performance.now() - start;
	};
	return summarise(Array.from({ length: 5 }, measureOnce)).median;
}
