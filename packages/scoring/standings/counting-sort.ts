/**
 * Turns counts by key into the index of each key's first row, lowest key first. Changes and returns the array, which
 * must have an entry for every key that occurs.
 */
export function computeKeyStarts(counts: Int32Array): Int32Array {
	let start = 0;
	for (let key = 0; key < counts.length; key++) {
		const count = counts[key] ?? 0;
		counts[key] = start;
		start += count;
	}
	return counts;
}

/** Minimum and maximum of the first `rows` values above `ignored`; [0, 0] if there are none. */
export function findRange(values: Int32Array, rows: number, ignored: number): readonly [number, number] {
	let min = 0x7fffffff;
	let max = ignored;
	for (let row = 0; row < rows; row++) {
		const value = values[row] ?? 0;
		max = Math.max(max, value);
		if (value < min && value > ignored) min = value;
	}
	return max === ignored ? [0, 0] : [min, max];
}
