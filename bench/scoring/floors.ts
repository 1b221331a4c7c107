/** The least a ranking can be: one counting sort of one key, the greatest first; the order and every row's rank. */
export function countingSort(keys: Int32Array, order: Int32Array, ranks: Int32Array): void {
	let least = 0x7fffffff;
	let greatest = -0x80000000;
	for (let row = 0; row < keys.length; row++) {
		const key = keys[row] ?? 0;
		if (key < least) least = key;
		if (key > greatest) greatest = key;
	}
	const next = new Int32Array(greatest - least + 2);
	for (let row = 0; row < keys.length; row++) {
		const key = greatest - (keys[row] ?? 0) + 1;
		next[key] = (next[key] ?? 0) + 1;
	}
	for (let key = 1; key < next.length; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
	for (let row = 0; row < keys.length; row++) {
		const key = greatest - (keys[row] ?? 0);
		const place = next[key] ?? 0;
		next[key] = place + 1;
		order[place] = row;
		ranks[row] = place + 1;
	}
}
