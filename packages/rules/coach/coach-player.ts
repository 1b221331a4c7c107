import type { Dollars, Points } from "../ids.ts";
import { LINES, type Player, type PlayerStatus } from "../player.ts";
import type { MagicNumber } from "../prices/price-change.ts";
import { computeChanceToPlay, computeForecast, type Selection } from "../projections/forecast.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** A set of lines as bits, in the order of LINES. */
export type LineSet = number;

export const getLineSet = ({ position }: Pick<Player, "position">): LineSet =>
	LINES.reduce((set, line, index) => (position.includes(line) ? set | (1 << index) : set), 0);

export interface CoachPlayer {
	readonly player: Player;
	readonly lines: LineSet;
	/** Expected points in each of the next rounds, the next one first. */
	readonly points: readonly Points[];
	/** The expected rise of her price over these rounds. */
	readonly priceRise: Dollars;
}

/** What is known about a player before a round. */
export interface PlayerFacts {
	readonly player: Player;
	/** Points in a match that she plays. */
	readonly estimate: Points;
	/** Her scores per match, newest first. */
	readonly scores: readonly Points[];
	readonly status: PlayerStatus;
	readonly selection: Selection;
	/** By round, the next one first: her club's matches, one against a weak opponent counting a little more. */
	readonly matches: readonly number[];
}

type CoachRules = Pick<SeasonRules, "coach" | "projections" | "prices" | "floorPrice" | "priceStep">;

/** The number of rounds that the coach considers: one for each weight, but not beyond the season's end. */
export const countRoundsAhead = (roundsLeft: number, { coach }: Pick<SeasonRules, "coach">): number =>
	Math.min(roundsLeft, coach.roundWeights.length);

/**
 * Computes a player's forecast from what is known about her.
 *
 * @param roundsAhead how many rounds pass before the first of `matches`
 */
export function createCoachPlayer(
	{ player, estimate, scores, status, selection, matches }: PlayerFacts,
	m: MagicNumber,
	rules: CoachRules,
	roundsAhead = 0,
): CoachPlayer {
	const chances = matches.map((_, index) => computeChanceToPlay({ selection, status }, roundsAhead + index, rules));
	return {
		player,
		lines: getLineSet(player),
		...computeForecast({ estimate, price: player.cost, scores, chances, matches }, m, rules),
	};
}

/** A player's expected points over the rounds that the coach considers, with their weights. */
export const computeWeightedPoints = (
	{ points }: Pick<CoachPlayer, "points">,
	{ coach }: Pick<SeasonRules, "coach">,
): Points => points.reduce((sum, roundPoints, index) => sum + (coach.roundWeights[index] ?? 0) * roundPoints, 0);

/**
 * The value of an expected dollar in points: `moneyWeight` × the points that a dollar buys in a round × the number of
 * rounds in which it can be spent. These are all rounds after those that the coach considers, and half of the ones that
 * it considers apart from the first.
 *
 * @param roundsLeft the rounds of the season from the next one on
 * @param pricePoint the prior's coefficient for a player's price in points, as fitted to the scores so far
 */
export function computePointsPerDollar(
	roundsLeft: number,
	pricePoint: number,
	rules: Pick<SeasonRules, "coach" | "prices">,
): number {
	const roundCount = rules.coach.roundWeights.length;
	const spendingRounds = Math.max(0, roundsLeft - roundCount + (roundCount - 1) / 2);
	return (rules.coach.moneyWeight * spendingRounds * Math.max(0, pricePoint)) / rules.prices.openingMagicNumber;
}
