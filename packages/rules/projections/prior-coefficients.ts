import type { PlayerId, Points, RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";
import { computePricePoints, type OpeningFacts, type PriorCoefficients } from "./estimate.ts";

/** A score of a player in a past round, with what was known about her before the season. */
export interface PriorObservation extends OpeningFacts {
	readonly playerId: PlayerId;
	readonly roundId: RoundId;
	readonly points: Points;
}

/** With fewer scores, the coefficients of the season's rules are used. */
const MIN_OBSERVATIONS = 100;

/**
 * Fits the prior's coefficients by least squares to all scores so far; that of ownership only if it is known for every
 * player. Returns the coefficients of the season's rules if there are too few scores, or if they do not determine a
 * fit.
 */
export function fitPriorCoefficients(
	observations: readonly PriorObservation[],
	rules: Pick<SeasonRules, "projections" | "prices">,
): PriorCoefficients {
	const { prior } = rules.projections;
	if (observations.length < MIN_OBSERVATIONS) return prior;
	const isOwnershipKnown = observations.every(({ ownership }) => ownership !== null);
	// Sums of floating-point numbers depend on their order, so it must not be that of a file.
	const sorted = observations.toSorted((a, b) => a.playerId - b.playerId || a.roundId - b.roundId);
	const rows = sorted.map(({ openingPrice, ownership }) => [
		1,
		computePricePoints(openingPrice, rules),
		...(isOwnershipKnown ? [Math.sqrt(ownership ?? 0)] : []),
	]);
	const results = sorted.map(({ points }) => points);
	const fitted = solveLeastSquares(rows, results);
	if (!fitted) return prior;
	const [base = 0, pricePoint = 0, rootOwnership = prior.rootOwnership] = fitted;
	return { base, pricePoint, rootOwnership };
}

/**
 * The coefficients with which each row, multiplied by them, comes closest to its result. Solves the normal equations by
 * Gaussian elimination; null if they have no unique solution.
 */
function solveLeastSquares(rows: readonly (readonly number[])[], results: readonly number[]): number[] | null {
	const size = rows[0]?.length ?? 0;
	const system = Array.from({ length: size }, (_, i) => [
		...Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
		rows.reduce((sum, row, k) => sum + (row[i] ?? 0) * (results[k] ?? 0), 0),
	]);
	for (const [i, pivotRow] of system.entries()) {
		const pivot = pivotRow[i] ?? 0;
		if (Math.abs(pivot) < 1e-6) return null;
		for (const [k, row] of system.entries()) {
			if (k === i) continue;
			const factor = (row[i] ?? 0) / pivot;
			system[k] = row.map((value, j) => value - factor * (pivotRow[j] ?? 0));
		}
	}
	return system.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
