/** The total of a team that takes no part in the round, and so has no rank. */
export const NOT_ENTERED = -(1 << 30);

/**
 * One version of the standings, by row. Rows are teams in the order in which they were completed, then by id. This
 * order is the last tie-break of every rank (docs/game-rules.md#ranks). Ranks start at 1; 0 is a row that takes no part. An order lists the ranked rows, best
 * first, then the others.
 */
export interface StandingsArrays {
	readonly points: Int32Array;
	readonly totals: Int32Array;
	/** The best single round, this one included. */
	readonly highs: Int32Array;
	readonly overallRank: Int32Array;
	readonly roundRank: Int32Array;
	readonly overallOrder: Int32Array;
	readonly roundOrder: Int32Array;
}

export interface Standings extends StandingsArrays {
	/** Starts at 1; 0 before the first scoring. */
	readonly version: number;
	readonly round: number;
	readonly rows: number;
	readonly ranked: number;
}

const COLUMN_COUNT = 7;
const createColumn = (buffer: ArrayBufferLike, index: number, rows: number): Int32Array =>
	new Int32Array(buffer, index * rows * 4, rows);

export const computeStandingsBytes = (rows: number): number => COLUMN_COUNT * rows * 4;

/** Views on a buffer of `computeStandingsBytes(capacity)` bytes; each array has `capacity` elements. */
export function createStandingsArrays(buffer: ArrayBufferLike, capacity: number): StandingsArrays {
	return {
		points: createColumn(buffer, 0, capacity),
		totals: createColumn(buffer, 1, capacity),
		highs: createColumn(buffer, 2, capacity),
		overallRank: createColumn(buffer, 3, capacity),
		roundRank: createColumn(buffer, 4, capacity),
		overallOrder: createColumn(buffer, 5, capacity),
		roundOrder: createColumn(buffer, 6, capacity),
	};
}

/** The first `rows` of each array. */
export function sliceRows(arrays: StandingsArrays, rows: number): StandingsArrays {
	return {
		points: arrays.points.subarray(0, rows),
		totals: arrays.totals.subarray(0, rows),
		highs: arrays.highs.subarray(0, rows),
		overallRank: arrays.overallRank.subarray(0, rows),
		roundRank: arrays.roundRank.subarray(0, rows),
		overallOrder: arrays.overallOrder.subarray(0, rows),
		roundOrder: arrays.roundOrder.subarray(0, rows),
	};
}
