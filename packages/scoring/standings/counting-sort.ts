/**
 * Turns counts by key into the place where each key's first row goes, the lowest key first. In place; the array's
 * last entry becomes the start of its own key, so there must be an entry for every key that occurs.
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

/** Least and greatest of the first `rows` values that are above `ignored`; [0, 0] if there are none. */
export function findRange(values: Int32Array, rows: number, ignored: number): readonly [number, number] {
	let least = 0x7fffffff;
	let greatest = ignored;
	for (let row = 0; row < rows; row++) {
		const value = values[row] ?? 0;
		greatest = Math.max(greatest, value);
		if (value < least && value > ignored) least = value;
	}
	return greatest === ignored ? [0, 0] : [least, greatest];
}
