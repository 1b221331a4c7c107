/** The least that a ranking needs: a descending counting sort by one key. Fills `order` with the rows and `ranks` with their ranks. */
export function sortByCounting(keys: Int32Array, order: Int32Array, ranks: Int32Array): void {
	let minimum = 0x7fffffff;
	let maximum = -0x80000000;
	for (let row = 0; row < keys.length; row++) {
		const key = keys[row] ?? 0;
		if (key < minimum) minimum = key;
		if (key > maximum) maximum = key;
	}
	const next = new Int32Array(maximum - minimum + 2);
	for (let row = 0; row < keys.length; row++) {
		const key = maximum - (keys[row] ?? 0) + 1;
		next[key] = (next[key] ?? 0) + 1;
	}
	for (let key = 1; key < next.length; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
	for (let row = 0; row < keys.length; row++) {
		const key = maximum - (keys[row] ?? 0);
		const place = next[key] ?? 0;
		next[key] = place + 1;
		order[place] = row;
		ranks[row] = place + 1;
	}
}
