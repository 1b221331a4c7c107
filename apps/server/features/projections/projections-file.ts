import type { ProjectionsFile } from "@first-bounce/contract/stats/static-data";
import type { PlayerId, Points, RoundId } from "@first-bounce/rules/ids";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { type Accuracy, computeAccuracy, type ScoredProjection } from "@first-bounce/rules/projections/accuracy";
import type { Db } from "../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import { listProjections } from "./queries.ts";

const limitDecimals = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const limitAccuracyDecimals = (accuracy: Accuracy): Accuracy => ({
	scores: accuracy.scores,
	error: limitDecimals(accuracy.error, 2),
	coverage: limitDecimals(accuracy.coverage, 3),
	seasonAverageError: limitDecimals(accuracy.seasonAverageError, 2),
	lastThreeError: limitDecimals(accuracy.lastThreeError, 2),
	priceError: limitDecimals(accuracy.priceError, 2),
});

/** A projection of a past round, and the score it is compared with. */
export interface ComparedProjection extends ScoredProjection {
	readonly roundId: RoundId;
}

/** Builds projections.json: the errors of projections in each round and in the whole season. */
export function buildProjectionsFile(projections: readonly ComparedProjection[]): ProjectionsFile {
	const byRound = Map.groupBy(projections, ({ roundId }) => roundId);
	const seasonAccuracy = computeAccuracy(projections);
	return {
		rounds: [...byRound].flatMap(([roundId, roundProjections]) => {
			const accuracy = computeAccuracy(roundProjections);
			return accuracy ? [{ roundId, ...limitAccuracyDecimals(accuracy) }] : [];
		}),
		season: seasonAccuracy && limitAccuracyDecimals(seasonAccuracy),
	};
}

/** Loads the projections of everybody who played in published rounds, with their scores after all corrections. */
async function loadComparedProjections(db: Db, { seasonId, players }: SeasonSnapshot): Promise<ComparedProjection[]> {
	const scores = new Map<PlayerId, ReadonlyMap<RoundId, Points>>(
		[...players].map(([id, { played }]) => [
			id,
			new Map(computeFormScores(played).map(({ roundId, points }) => [roundId, points])),
		]),
	);
	return (await listProjections(db, seasonId)).flatMap((projection) => {
		const score = scores.get(projection.playerId)?.get(projection.roundId);
		return score === undefined ? [] : [{ ...projection, score }];
	});
}

/** Returns a function that loads projections.json, again only after a round was published or corrected. */
export function createProjectionsFile(db: Db) {
	let cached: { readonly key: string; readonly file: ProjectionsFile } | null = null;
	return async (season: SeasonSnapshot): Promise<ProjectionsFile> => {
		const published = season.rounds.filter(({ status }) => status === "complete");
		const key = JSON.stringify([season.seasonId, ...published.map(({ id, revision }) => [id, revision])]);
		if (cached?.key !== key) {
			const projections = published.length > 0 ? await loadComparedProjections(db, season) : [];
			cached = { key, file: buildProjectionsFile(projections) };
		}
		return cached.file;
	};
}
