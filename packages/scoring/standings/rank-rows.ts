import { NOT_ENTERED, type StandingsArrays } from "./standings.ts";

/**
 * Turns counts by key into the index of each key's first row, lowest key first. Changes and returns the array, which
 * must have an entry for every key that occurs.
 */
function computeKeyStarts(counts: Int32Array): Int32Array {
	let start = 0;
	for (let key = 0; key < counts.length; key++) {
		const count = counts[key] ?? 0;
		counts[key] = start;
		start += count;
	}
	return counts;
}

/** Minimum and maximum of the first `rows` values above `ignored`; [0, 0] if there are none. */
function findRange(values: Int32Array, rows: number, ignored: number): readonly [number, number] {
	let min = 0x7fffffff;
	let max = ignored;
	for (let row = 0; row < rows; row++) {
		const value = values[row] ?? 0;
		max = Math.max(max, value);
		if (value < min && value > ignored) min = value;
	}
	return max === ignored ? [0, 0] : [min, max];
}

/** Each row's total before the round, NOT_ENTERED for a team that takes no part, and its best single round before it. */
export type PreviousTotals = Pick<StandingsArrays, "totals" | "highs">;

/** Computes live totals and best rounds from those before the round and the round's points. */
export function addPreviousTotals(previous: PreviousTotals, arrays: StandingsArrays, rows: number): void {
	const { points, totals, highs } = arrays;
	for (let row = 0; row < rows; row++) {
		const scored = points[row] ?? 0;
		totals[row] = (previous.totals[row] ?? 0) + scored;
		highs[row] = Math.max(previous.highs[row] ?? 0, scored);
	}
}

/**
 * Computes overall ranks: by total, then by highest single round, both descending, then by row. Returns the number of
 * ranked rows.
 *
 * It uses two stable counting sorts, first by highest round, then by total. The first stores the total keys in its
 * order, so that the second reads them in sequence, which is faster. `roundOrder` and `roundRank` are scratch space
 * until `rankRound` fills them.
 */
export function rankOverall(standings: StandingsArrays, rows: number): number {
	const { totals, highs, overallOrder, overallRank } = standings;
	const { roundOrder: rowsByHigh, roundRank: keys } = standings;
	const [minHigh, maxHigh] = findRange(highs, rows, NOT_ENTERED);
	const [minTotal, maxTotal] = findRange(totals, rows, NOT_ENTERED);
	const byHigh = new Int32Array(maxHigh - minHigh + 1);
	// The last key is for rows that are NOT_ENTERED.
	const byTotal = new Int32Array(maxTotal - minTotal + 2);
	for (let row = 0; row < rows; row++) {
		const key = maxHigh - (highs[row] ?? 0);
		byHigh[key] = (byHigh[key] ?? 0) + 1;
	}
	computeKeyStarts(byHigh);
	for (let row = 0; row < rows; row++) {
		const total = maxTotal - Math.max(totals[row] ?? 0, minTotal - 1);
		byTotal[total] = (byTotal[total] ?? 0) + 1;
		const high = maxHigh - (highs[row] ?? 0);
		const place = byHigh[high] ?? 0;
		byHigh[high] = place + 1;
		rowsByHigh[place] = row;
		keys[place] = total;
	}
	computeKeyStarts(byTotal);
	// The rows of the last key start after all ranked rows.
	const ranked = byTotal[byTotal.length - 1] ?? 0;
	for (let item = 0; item < rows; item++) {
		const row = rowsByHigh[item] ?? 0;
		const total = keys[item] ?? 0;
		const place = byTotal[total] ?? 0;
		byTotal[total] = place + 1;
		overallOrder[place] = row;
		overallRank[row] = place + 1;
	}
	clearRank(overallOrder, overallRank, ranked, rows);
	return ranked;
}

/** Computes round ranks: by points, descending, then in the order of `rankOverall`. `keys` is scratch space. */
export function rankRound(standings: StandingsArrays, ranked: number, rows: number, keys: Int32Array): void {
	const { points, overallOrder, roundOrder, roundRank } = standings;
	const [min, max] = findRange(points, rows, NOT_ENTERED);
	const byPoints = new Int32Array(max - min + 1);
	for (let item = 0; item < ranked; item++) {
		const key = max - (points[overallOrder[item] ?? 0] ?? 0);
		keys[item] = key;
		byPoints[key] = (byPoints[key] ?? 0) + 1;
	}
	computeKeyStarts(byPoints);
	for (let item = 0; item < ranked; item++) {
		const key = keys[item] ?? 0;
		const place = byPoints[key] ?? 0;
		byPoints[key] = place + 1;
		const row = overallOrder[item] ?? 0;
		roundOrder[place] = row;
		roundRank[row] = place + 1;
	}
	for (let item = ranked; item < rows; item++) roundOrder[item] = overallOrder[item] ?? 0;
	clearRank(roundOrder, roundRank, ranked, rows);
}

function clearRank(order: Int32Array, ranks: Int32Array, ranked: number, rows: number): void {
	for (let item = ranked; item < rows; item++) ranks[order[item] ?? 0] = 0;
}
