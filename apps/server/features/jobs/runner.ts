export interface Runner {
	/** Runs one step after the current one has finished. */
	readonly step: () => Promise<void>;
	readonly start: () => void;
	/** Resolves once the last step has finished. */
	readonly stop: () => Promise<void>;
}

/** Repeats a step, `intervalMs` after the last one ended. A failed step is reported and does not stop the next. */
export function createRunner(step: () => Promise<void>, onError: (error: unknown) => void, intervalMs = 1_000): Runner {
	let timer: NodeJS.Timeout | null = null;
	let isRunning = false;
	let lastStep: Promise<unknown> = Promise.resolve();

	const runNext = (): Promise<void> => {
		const done = lastStep.then(step);
		lastStep = done.catch(() => undefined);
		return done;
	};
	const repeat = async () => {
		await runNext().catch(onError);
		if (isRunning) timer = setTimeout(repeat, intervalMs);
	};
	return {
		step: runNext,
		start: () => {
			if (isRunning) return;
			isRunning = true;
			void repeat();
		},
		stop: async () => {
			isRunning = false;
			if (timer) clearTimeout(timer);
			await lastStep;
		},
	};
}

export function startRunner(...args: Parameters<typeof createRunner>): Runner {
	const runner = createRunner(...args);
	runner.start();
	return runner;
}
