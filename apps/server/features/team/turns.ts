/** Lets the work of one key run after one another, in the order it came; other keys do not wait. */
export function createTurns<Key>(): <Result>(key: Key, work: () => Promise<Result>) => Promise<Result> {
	const last = new Map<Key, Promise<unknown>>();
	return async (key, work) => {
		const before = last.get(key);
		const mine = before ? before.then(work, work) : work();
		last.set(key, mine);
		try {
			return await mine;
		} finally {
			if (last.get(key) === mine) last.delete(key);
		}
	};
}
