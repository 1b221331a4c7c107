/** Limits of a batcher. */
export interface BatchLimits {
	readonly maxConcurrent: number;
	/** Maximum number of items in a batch. */
	readonly maxItems: number;
}

interface PendingItem<Item, Result> {
	readonly item: Item;
	readonly resolve: (result: Result) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Creates a function that batches concurrent calls: items that arrive together, or while the maximum number of batches is
 * running, share one `run`. `run` returns results in the order of its items. If it fails, all of its items do.
 */
export function createBatcher<Item, Result>(
	run: (items: readonly Item[]) => Promise<readonly Result[]>,
	{ maxConcurrent, maxItems }: BatchLimits,
): (item: Item) => Promise<Result> {
	const waiting: PendingItem<Item, Result>[] = [];
	let runningCount = 0;
	let isScheduled = false;

	const send = async (batch: readonly PendingItem<Item, Result>[]) => {
		runningCount++;
		try {
			const results = await run(batch.map(({ item }) => item));
			for (const [index, result] of results.entries()) batch[index]?.resolve(result);
		} catch (error) {
			for (const { reject } of batch) reject(error);
		} finally {
			runningCount--;
			scheduleBatch();
		}
	};
	// Deferred, so that all requests that have arrived by now share a batch.
	const scheduleBatch = () => {
		if (isScheduled || waiting.length === 0 || runningCount >= maxConcurrent) return;
		isScheduled = true;
		setImmediate(() => {
			isScheduled = false;
			void send(waiting.splice(0, maxItems));
			scheduleBatch();
		});
	};
	return (item) => {
		const { promise, resolve, reject } = Promise.withResolvers<Result>();
		waiting.push({ item, resolve, reject });
		scheduleBatch();
		return promise;
	};
}
