import type { ProjectionsFile } from "@first-bounce/contract/stats/static-data";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import {
	buildProjectionsFile,
	type ComparedProjection,
} from "../../apps/server/features/projections/projections-file.ts";
import { createRoundOutlook } from "../../apps/server/features/seasons/backtest/round-outlook.ts";
import { SeasonHistory } from "../../apps/server/features/seasons/backtest/season-history.ts";
import type { SeasonData } from "../../apps/server/features/seasons/import/files/season-data.ts";
import { computeAverage } from "../../packages/rules/numbers.ts";
import { computeBaselines } from "../../packages/rules/projections/baselines.ts";
import { computeRange } from "../../packages/rules/projections/estimate.ts";
import type { SeasonRules } from "../../packages/rules/season-rules/season-rules.ts";

/**
 * The prior weights, decays, opponents' points, exponents of line mates and range widths to choose from. Round 2 uses the
 * first ones, because no projections before it can be compared with scores.
 */
const CHOICES = [1.5, 1, 2, 3].flatMap((priorMatches) =>
	[0.95, 1].flatMap((decay) =>
		[2_000, 1_000, 4_000].flatMap((opponentPoints) =>
			[0.1, 0, 0.2].map((lineMateExponent) => ({ priorMatches, decay, opponentPoints, lineMateExponent })),
		),
	),
);
const WIDTHS = [3.2, 2.8, 3, 3.4, 3.6];

/** Lists the projections of every player named in round 2 or later, computed from the rounds before, with the players' scores. */
function listProjections(season: SeasonData, rules: SeasonRules): ComparedProjection[] {
	const history = new SeasonHistory(season, []);
	return season.rounds.flatMap((roundId) => {
		const seasonBefore = history.getSeasonBefore(roundId);
		const { estimates } = createRoundOutlook(seasonBefore, { rules, ownership: null, seed: null });
		const getScore = history.createPlayerRoundLookup(roundId);
		const projections = [...seasonBefore.namedPlayers].flatMap((id): ComparedProjection[] => {
			const player = seasonBefore.players.get(id);
			if (!player) return [];
			const scores = computeFormScores(seasonBefore.listPlayedMatches(id)).map(({ points }) => points);
			const estimate = estimates.get(id) ?? 0;
			const baselines = computeBaselines({ price: player.cost, scores }, seasonBefore.magicNumber);
			return [{ roundId, score: getScore(id).points, estimate, ...computeRange(estimate, rules), ...baselines }];
		});
		history.addRound(roundId);
		return roundId === season.rounds[0] ? [] : projections;
	});
}

const computeError = (projections: readonly ComparedProjection[]): number =>
	computeAverage(projections.map(({ score, estimate }) => Math.abs(score - estimate)));

const computeCoverage = (projections: readonly ComparedProjection[], width: number): number =>
	computeAverage(
		projections.map(({ score, estimate }) =>
			Math.abs(score - estimate) <= width * Math.sqrt(Math.max(0, estimate)) ? 1 : 0,
		),
	);

/** Finds the choice with the least loss in the rounds before `round`, or the first choice if there are none. */
function chooseByEarlierRounds<Choice>(
	choices: readonly { readonly choice: Choice; readonly projections: readonly ComparedProjection[] }[],
	round: number,
	computeLoss: (earlier: readonly ComparedProjection[], choice: Choice) => number,
) {
	const rated = choices.map((choice) => {
		const earlier = choice.projections.filter(({ roundId }) => roundId < round);
		return { ...choice, loss: earlier.length > 0 ? computeLoss(earlier, choice.choice) : 0 };
	});
	return rated.reduce((best, rating) => (rating.loss < best.loss ? rating : best));
}

/** Measures the errors of projections by the season's rules and of simple estimates, in the format of projections.json. */
export const measureAccuracy = (season: SeasonData): ProjectionsFile =>
	buildProjectionsFile(listProjections(season, season.rules));

/** Measures the error of projections whose hyper-parameters are chosen for each round from earlier rounds only. */
export function measureChosenAccuracy(season: SeasonData): { readonly error: number; readonly coverage: number } {
	const candidates = CHOICES.map((choice) => {
		const rules = { ...season.rules, projections: { ...season.rules.projections, ...choice } };
		return { choice, projections: listProjections(season, rules) };
	});
	const inRange: number[] = [];
	const chosenProjections = season.rounds.slice(1).flatMap((round) => {
		const { projections } = chooseByEarlierRounds(candidates, round, computeError);
		const { choice: width } = chooseByEarlierRounds(
			WIDTHS.map((width) => ({ choice: width, projections })),
			round,
			(earlier, choice) => Math.abs(computeCoverage(earlier, choice) - 0.8),
		);
		const roundProjections = projections.filter(({ roundId }) => roundId === round);
		inRange.push(...roundProjections.map((roundProjection) => computeCoverage([roundProjection], width)));
		return roundProjections;
	});
	return { error: computeError(chosenProjections), coverage: computeAverage(inRange) };
}
