/**
 * Runs `work` at most once at a time. A call while it runs waits for one further run, shared by all who wait, so that
 * what a caller wrote before calling is always seen.
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
