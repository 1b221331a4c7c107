import type { Points } from "../ids.ts";
import { sum } from "../numbers.ts";
import { computeDifferenceVariance, type TeamOutlook } from "./live-outlook.ts";
import { computeNormalShare } from "./normal.ts";

interface Difference {
	readonly mean: Points;
	readonly deviation: Points;
	/** How strongly it depends on the team's own score, 0 to 1: all differences have that in common. */
	readonly loading: number;
}

/** How often the fit of the loadings is repeated. It changes by less than 0.01 after that. */
const FIT_STEPS = 5;
/** The common factor is integrated from −5 to 5 standard deviations. */
const INTEGRATION_LIMIT = 5;
const INTEGRATION_STEP = 0.1;
/** Keeps what is left beside the common factor above 0. */
const MAX_LOADING = 0.999;

/** Fits one common factor to the correlations of differences, by the centroid method. */
function fitLoadings(correlations: readonly (readonly number[])[]): number[] {
	let loadings = correlations.map(() => Math.SQRT1_2);
	for (let step = 0; step < FIT_STEPS; step++) {
		const rows = correlations.map((row, index) => sum(row) + (loadings[index] ?? 0) ** 2);
		const root = Math.sqrt(Math.max(0, sum(rows)));
		loadings = rows.map((row) => (root === 0 ? 0 : Math.min(MAX_LOADING, Math.max(0, row / root))));
	}
	return loadings;
}

/** Builds the difference between each other team's score and that of the team `own`. `variances` has those of every pair. */
function buildDifferences(teams: readonly TeamOutlook[], own: number, variances: readonly (readonly number[])[]) {
	const others = teams.map((_, index) => index).filter((index) => index !== own);
	const getVariance = (a: number, b: number) => variances[a]?.[b] ?? 0;
	const correlations = others.map((j) =>
		others.map((k) => {
			const [varianceJ, varianceK] = [getVariance(own, j), getVariance(own, k)];
			if (j === k || varianceJ === 0 || varianceK === 0) return 0;
			return (varianceJ + varianceK - getVariance(j, k)) / (2 * Math.sqrt(varianceJ * varianceK));
		}),
	);
	const loadings = fitLoadings(correlations);
	return others.map((other, index) => ({
		// Scores are whole. On equal scores the team further down goes out.
		mean: (teams[other]?.mean ?? 0) - (teams[own]?.mean ?? 0) + (other < own ? 0.5 : -0.5),
		deviation: Math.sqrt(getVariance(own, other)),
		loading: others.length === 1 ? 0 : (loadings[index] ?? 0),
	}));
}

/** The chance that a difference is above 0, given the common factor. */
function computeShareAbove({ mean, deviation, loading }: Difference, factor: number): number {
	if (deviation === 0) return Number(mean > 0);
	return computeNormalShare((mean / deviation + loading * factor) / Math.sqrt(1 - loading ** 2));
}

function computeChanceAllAbove(differences: readonly Difference[]): number {
	let [chance, weights] = [0, 0];
	for (let factor = -INTEGRATION_LIMIT; factor <= INTEGRATION_LIMIT; factor += INTEGRATION_STEP) {
		const weight = Math.exp(-(factor ** 2) / 2);
		weights += weight;
		chance += weight * differences.reduce((product, one) => product * computeShareAbove(one, factor), 1);
	}
	return chance / weights;
}

/**
 * Computes each team's chance not to end the round with the lowest score (docs/game-rules.md#elimination); 0 or 1 once
 * every player has finished. Players that teams share cancel out, as in a match-up. The work grows with the square of the
 * number of teams: 25 teams take 60,000 values of the normal distribution, a few milliseconds.
 *
 * @param teams in the order in which ties are broken: of teams with equal scores the last goes out
 */
export function computeSurvivalChances(teams: readonly TeamOutlook[]): number[] {
	if (teams.length < 2) return teams.map(() => 1);
	const variances = teams.map((a) => teams.map((b) => (a === b ? 0 : computeDifferenceVariance(a.terms, b.terms))));
	const lowest = teams.map((_, own) => computeChanceAllAbove(buildDifferences(teams, own, variances)));
	// The approximation of the correlations leaves a sum that is not quite 1.
	const total = sum(lowest);
	return lowest.map((chance) => 1 - (total === 0 ? 0 : chance / total));
}
