import { computeKeyStarts, findRange } from "./counting-sort.ts";
import { NOT_ENTERED, type StandingsArrays } from "./standings.ts";

/** What stood before the round: totals, NOT_ENTERED for who takes no part, and best single rounds. */
export interface Priors {
	readonly totals: Int32Array;
	readonly highs: Int32Array;
}

/** Live totals and best rounds: what stood before, and the round's points. */
export function addPriors(priors: Priors, into: StandingsArrays, rows: number): void {
	const { points, totals, highs } = into;
	for (let row = 0; row < rows; row++) {
		const scored = points[row] ?? 0;
		totals[row] = (priors.totals[row] ?? 0) + scored;
		highs[row] = Math.max(priors.highs[row] ?? 0, scored);
	}
}

/**
 * Overall ranks: total desc, highest single round desc, row asc. Two counting sorts, the last key
 * first. The first carries the total along: fetching it by row in the second would cost more than both.
 * Returns how many are ranked. Works in the round's arrays, which `rankRound` fills afterwards.
 */
export function rankOverall(standings: StandingsArrays, rows: number): number {
	const { totals, highs, overallOrder, overallRank } = standings;
	const { roundOrder: rowsByHigh, roundRank: keys } = standings;
	const [leastHigh, greatestHigh] = findRange(highs, rows, NOT_ENTERED);
	const [leastTotal, greatestTotal] = findRange(totals, rows, NOT_ENTERED);
	const byHigh = new Int32Array(greatestHigh - leastHigh + 1);
	// One key more, for who is not entered.
	const byTotal = new Int32Array(greatestTotal - leastTotal + 2);
	for (let row = 0; row < rows; row++) {
		const key = greatestHigh - (highs[row] ?? 0);
		byHigh[key] = (byHigh[key] ?? 0) + 1;
	}
	computeKeyStarts(byHigh);
	for (let row = 0; row < rows; row++) {
		const total = greatestTotal - Math.max(totals[row] ?? 0, leastTotal - 1);
		byTotal[total] = (byTotal[total] ?? 0) + 1;
		const high = greatestHigh - (highs[row] ?? 0);
		const place = byHigh[high] ?? 0;
		byHigh[high] = place + 1;
		rowsByHigh[place] = row;
		keys[place] = total;
	}
	computeKeyStarts(byTotal);
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

/** Round ranks: round points desc, then overall order, which `rankOverall` has laid down. `keys` is scratch. */
export function rankRound(standings: StandingsArrays, ranked: number, rows: number, keys: Int32Array): void {
	const { points, overallOrder, roundOrder, roundRank } = standings;
	const [least, greatest] = findRange(points, rows, NOT_ENTERED);
	const byPoints = new Int32Array(greatest - least + 1);
	for (let item = 0; item < ranked; item++) {
		const key = greatest - (points[overallOrder[item] ?? 0] ?? 0);
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
