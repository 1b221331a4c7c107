export interface Runner {
	/** Runs one step now; a step that runs already is waited for, and then run once more. */
	readonly step: () => Promise<void>;
	readonly start: () => void;
	/** Resolves when no step runs any more. */
	readonly stop: () => Promise<void>;
}

/** Repeats a step, `every` milliseconds of wall time after the last one ended. A failed step is reported and repeated. */
export function createRunner(step: () => Promise<void>, onError: (error: unknown) => void, every = 1_000): Runner {
	let timer: NodeJS.Timeout | null = null;
	let isRunning = false;
	let last: Promise<unknown> = Promise.resolve();

	const next = (): Promise<void> => {
		const done = last.then(step);
		last = done.catch(() => undefined);
		return done;
	};
	const repeat = async () => {
		await next().catch(onError);
		if (isRunning) timer = setTimeout(repeat, every);
	};
	return {
		step: next,
		start: () => {
			if (isRunning) return;
			isRunning = true;
			void repeat();
		},
		stop: async () => {
			isRunning = false;
			if (timer) clearTimeout(timer);
			await last;
		},
	};
}
