/** Lets so many pieces of work in at once; the others wait in the order they came. */
export function createGate(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
	const waiting: (() => void)[] = [];
	let inside = 0;
	const enter = async () => {
		if (inside < most) inside++;
		else await new Promise<void>((resolve) => waiting.push(resolve));
	};
	const leave = () => {
		const next = waiting.shift();
		if (next) next();
		else inside--;
	};
	return async (work) => {
		await enter();
		try {
			return await work();
		} finally {
			leave();
		}
	};
}
