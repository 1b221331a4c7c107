/** How a piece of work is done together with others of its kind. */
export interface BatchLimits {
	/** Batches under way at the same time. */
	readonly maxConcurrent: number;
	/** Items of one batch. */
	readonly maxItems: number;
}

interface PendingItem<Item, Result> {
	readonly item: Item;
	readonly resolve: (result: Result) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Does together what is asked for at the same moment: one item at once, several in one `run` while others are under
 * way. `run` answers in the order of its items; when it fails, so do all of them.
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
	// After all that has arrived by now has been read, so that it goes together.
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
