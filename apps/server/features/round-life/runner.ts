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
	let isStopped = true;
	let last: Promise<void> = Promise.resolve();

	const next = () => {
		last = last.then(step);
		return last;
	};
	const schedule = () => {
		if (!isStopped) timer = setTimeout(repeat, every);
	};
	const repeat = () =>
		void next().then(schedule, (error) => {
			last = Promise.resolve();
			onError(error);
			schedule();
		});
	return {
		step: () => {
			const done = next();
			last = done.catch(() => undefined);
			return done;
		},
		start: () => {
			if (!isStopped) return;
			isStopped = false;
			repeat();
		},
		stop: async () => {
			isStopped = true;
			if (timer) clearTimeout(timer);
			await last.catch(() => undefined);
		},
	};
}
