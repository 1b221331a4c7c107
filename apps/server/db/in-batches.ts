/** How a piece of work is done together with others of its kind. */
export interface Batches {
	/** Batches under way at the same time. */
	readonly lanes: number;
	/** Items of one batch. */
	readonly most: number;
}

interface Waiting<Item, Result> {
	readonly item: Item;
	readonly resolve: (result: Result) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Does together what is asked for at the same moment: one item at once, several in one `run` while others are under
 * way. `run` answers in the order of its items; when it fails, so do all of them.
 */
export function inBatches<Item, Result>(
	run: (items: readonly Item[]) => Promise<readonly Result[]>,
	{ lanes, most }: Batches,
): (item: Item) => Promise<Result> {
	const waiting: Waiting<Item, Result>[] = [];
	let underWay = 0;
	let isDue = false;

	const send = async (batch: readonly Waiting<Item, Result>[]) => {
		underWay++;
		try {
			const results = await run(batch.map(({ item }) => item));
			for (const [index, result] of results.entries()) batch[index]?.resolve(result);
		} catch (error) {
			for (const { reject } of batch) reject(error);
		} finally {
			underWay--;
			arrange();
		}
	};
	// After all that has arrived by now has been read, so that it goes together.
	const arrange = () => {
		if (isDue || waiting.length === 0 || underWay >= lanes) return;
		isDue = true;
		setImmediate(() => {
			isDue = false;
			void send(waiting.splice(0, most));
			arrange();
		});
	};
	return (item) => {
		const { promise, resolve, reject } = Promise.withResolvers<Result>();
		waiting.push({ item, resolve, reject });
		arrange();
		return promise;
	};
}
