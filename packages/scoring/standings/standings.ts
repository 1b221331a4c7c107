/** The total of a team that takes no part in the round, and so has no rank. */
export const NOT_ENTERED = -(1 << 30);

const COLUMNS = ["points", "totals", "highs", "overallRank", "roundRank", "overallOrder", "roundOrder"] as const;

/**
 * One version of the standings, by row. Rows are teams in the order in which they were completed, then by id. This
 * order is the last tie-break of every rank (docs/game-rules.md#ranks). `highs` are the best single rounds, this one
 * included. Ranks start at 1; 0 is a row that takes no part. An order lists the ranked rows, best first, then the others.
 */
export type StandingsArrays = Readonly<Record<(typeof COLUMNS)[number], Int32Array>>;

const mapColumns = (getColumn: (name: (typeof COLUMNS)[number], index: number) => Int32Array) =>
	Object.fromEntries(COLUMNS.map((name, index) => [name, getColumn(name, index)])) as StandingsArrays;

export interface Standings extends StandingsArrays {
	/** Starts at 1; 0 before the first scoring. */
	readonly version: number;
	readonly round: number;
	readonly rows: number;
	readonly ranked: number;
}

export const computeStandingsBytes = (rows: number): number => COLUMNS.length * rows * 4;

/** Views on a buffer of `computeStandingsBytes(capacity)` bytes; each array has `capacity` elements. */
export const createStandingsArrays = (buffer: ArrayBufferLike, capacity: number): StandingsArrays =>
	mapColumns((_, index) => new Int32Array(buffer, index * capacity * 4, capacity));

/** The first `rows` of each array. */
export const sliceRows = (arrays: StandingsArrays, rows: number): StandingsArrays =>
	mapColumns((name) => arrays[name].subarray(0, rows));
