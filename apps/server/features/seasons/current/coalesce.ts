/**
 * Runs `work` at most once at a time. Calls made while it runs share one further run, so that each caller gets a result
 * that includes its own earlier writes.
 */
export function coalesce<Result>(work: () => Promise<Result>): () => Promise<Result> {
	let running: Promise<Result> | null = null;
	let waiting: Promise<Result> | null = null;

	const start = (): Promise<Result> => {
		const run = work().finally(() => {
			if (running === run) running = null;
		});
		running = run;
		return run;
	};
	return () => {
		if (!running) return start();
		waiting ??= running
			.catch(() => undefined)
			.then(() => {
				waiting = null;
				return start();
			});
		return waiting;
	};
}
