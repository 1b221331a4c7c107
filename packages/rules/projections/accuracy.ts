import type { Points } from "../ids.ts";
import { computeAverage } from "../numbers.ts";
import type { Baselines } from "./baselines.ts";
import type { PointsRange } from "./estimate.ts";

/** A player's projection before a round, with the baselines computed at the same time. */
export interface RoundProjection extends PointsRange, Baselines {
	readonly estimate: Points;
}

/** A projection of a player who played, with her score per match. */
export interface ScoredProjection extends RoundProjection {
	readonly score: Points;
}

/** The mean absolute errors of projections and baselines, in points (docs/coach.md#figures). */
export interface Accuracy {
	readonly scores: number;
	/** The error of `estimate`. */
	readonly error: Points;
	/** The share of scores, 0 to 1, within `low` and `high`, which should be four in five. */
	readonly coverage: number;
	readonly seasonAverageError: Points;
	readonly lastThreeError: Points;
	readonly priceError: Points;
}

/** Compares projections with scores; null if there is none. */
export function computeAccuracy(projections: readonly ScoredProjection[]): Accuracy | null {
	if (projections.length === 0) return null;
	const computeMean = (getValue: (projection: ScoredProjection) => number) => computeAverage(projections.map(getValue));
	return {
		scores: projections.length,
		error: computeMean(({ score, estimate }) => Math.abs(score - estimate)),
		coverage: computeMean(({ score, low, high }) => (low <= score && score <= high ? 1 : 0)),
		seasonAverageError: computeMean(({ score, seasonAverage }) => Math.abs(score - seasonAverage)),
		lastThreeError: computeMean(({ score, lastThree }) => Math.abs(score - lastThree)),
		priceError: computeMean(({ score, pricePoints }) => Math.abs(score - pricePoints)),
	};
}
