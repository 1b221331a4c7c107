import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { createRoundOutlook } from "../../apps/server/features/seasons/backtest/round-outlook.ts";
import { SeasonHistory } from "../../apps/server/features/seasons/backtest/season-history.ts";
import type { SeasonData } from "../../apps/server/features/seasons/import/files/season-data.ts";
import type { SeasonRules } from "../../packages/rules/season-rules/season-rules.ts";

/** A player who played, what was expected of her and what she scored. */
interface Forecasted {
	readonly round: number;
	readonly score: number;
	readonly estimate: number;
}

export interface Accuracy {
	readonly name: string;
	readonly error: number;
	/** The share of scores within the 80 % range; null where there is none. */
	readonly coverage: number | null;
}

type Estimator = (facts: {
	readonly scores: readonly number[];
	readonly price: number;
	readonly magicNumber: number;
	readonly estimate: number;
}) => number;

const average = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Plain estimates that anybody could make. A player without a score is estimated from her price. */
const BASELINES: readonly { readonly name: string; readonly estimate: Estimator }[] = [
	{
		name: "season average",
		estimate: ({ scores, price, magicNumber }) => (scores.length > 0 ? average(scores) : price / magicNumber),
	},
	{
		name: "3-2-1 of the last three",
		estimate: ({ scores, price, magicNumber }) => {
			const last = scores.slice(0, 3);
			const weights = [3, 2, 1].slice(0, last.length);
			const total = weights.reduce((sum, each) => sum + each, 0);
			return total > 0 ? last.reduce((sum, each, k) => sum + (weights[k] ?? 0) * each, 0) / total : price / magicNumber;
		},
	},
	{ name: "price ÷ magic number", estimate: ({ price, magicNumber }) => price / magicNumber },
];

/** Prior weights, decays and range widths to choose from. The first is used until a round has been played to choose by. */
const CHOICES = [2, 1, 1.5, 3, 4].flatMap((priorMatches) => [0.95, 0.9, 1].map((decay) => ({ priorMatches, decay })));
const WIDTHS = [3.2, 2.8, 3, 3.4, 3.6];

/** Estimates of everybody who played in rounds 2 and later. */
function listForecasts(season: SeasonData, rules: SeasonRules, estimator: Estimator): Forecasted[] {
	const history = new SeasonHistory(season, []);
	return season.rounds.flatMap((round) => {
		const known = history.getKnown(round);
		const { estimates } = createRoundOutlook(known, { rules, ownership: null, seed: null });
		const getScore = history.getScores(round);
		const forecasts = [...known.named].flatMap((id): Forecasted[] => {
			const player = known.players.get(id);
			if (!player) return [];
			const scores = computeFormScores(known.playedBy(id)).map(({ points }) => points);
			const facts = { scores, price: player.cost, magicNumber: known.magicNumber, estimate: estimates.get(id) ?? 0 };
			return [{ round, score: getScore(id).points, estimate: estimator(facts) }];
		});
		history.addRound(round);
		return round === season.rounds[0] ? [] : forecasts;
	});
}

const computeError = (forecasts: readonly Forecasted[]): number =>
	average(forecasts.map(({ score, estimate }) => Math.abs(score - estimate)));

const computeCoverage = (forecasts: readonly Forecasted[], width: number): number =>
	average(
		forecasts.map(({ score, estimate }) =>
			Math.abs(score - estimate) <= width * Math.sqrt(Math.max(0, estimate)) ? 1 : 0,
		),
	);

const isBefore = (round: number) => (each: Forecasted) => each.round < round;

/** The choice with the least badness in earlier rounds; the first while there is none. */
function chooseByEarlierRounds<Choice>(
	choices: readonly { readonly choice: Choice; readonly forecasts: readonly Forecasted[] }[],
	round: number,
	computeBadness: (earlier: readonly Forecasted[], choice: Choice) => number,
) {
	const rated = choices.map((each) => {
		const earlier = each.forecasts.filter(isBefore(round));
		return { ...each, badness: earlier.length > 0 ? computeBadness(earlier, each.choice) : 0 };
	});
	return rated.reduce((best, each) => (each.badness < best.badness ? each : best));
}

/** How far the estimates and the baselines miss, with hyper-parameters that each round chooses by earlier rounds only. */
export function measureAccuracy(season: SeasonData): readonly Accuracy[] {
	const candidates = CHOICES.map((choice) => {
		const rules = { ...season.rules, projections: { ...season.rules.projections, ...choice } };
		return { choice, forecasts: listForecasts(season, rules, ({ estimate }) => estimate) };
	});
	const inRange: number[] = [];
	const chosen = season.rounds.slice(1).flatMap((round) => {
		const { forecasts } = chooseByEarlierRounds(candidates, round, computeError);
		const { choice: width } = chooseByEarlierRounds(
			WIDTHS.map((each) => ({ choice: each, forecasts })),
			round,
			(earlier, each) => Math.abs(computeCoverage(earlier, each) - 0.8),
		);
		const ofRound = forecasts.filter((each) => each.round === round);
		inRange.push(...ofRound.map((each) => computeCoverage([each], width)));
		return ofRound;
	});
	const asInRules = candidates[0]?.forecasts ?? [];
	return [
		{ name: "the coach, chosen by earlier rounds", error: computeError(chosen), coverage: average(inRange) },
		{
			name: "the coach, by the season's rules",
			error: computeError(asInRules),
			coverage: computeCoverage(asInRules, season.rules.projections.rangeWidth),
		},
		...BASELINES.map(({ name, estimate }) => ({
			name,
			error: computeError(listForecasts(season, season.rules, estimate)),
			coverage: null,
		})),
	];
}
