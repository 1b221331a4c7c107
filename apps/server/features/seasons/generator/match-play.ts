import { computeAverage, sum } from "@first-bounce/rules/numbers";
import { mapStats, type StatKey } from "@first-bounce/rules/scoring/stats";
import type { MatchLine } from "../current/season-snapshot.ts";
import type { Footballer } from "./footballers.ts";
import type { Random } from "./random.ts";
import { getStatRandom } from "./stat-profile.ts";

/** A side's score is the sum of its players' goals, six points each, and behinds, one point each. */
export interface MatchResult {
	readonly lines: readonly MatchLine[];
	readonly homeScore: number;
	readonly awayScore: number;
}

/** Sixteen of a side's twenty-one players are on the ground at any time. */
const MEAN_TIME_ON_GROUND = (16 / 21) * 100;
/** Standard deviation of the logarithm of a player's form on the day. */
const FORM_DEVIATION = 0.12;
const EARLY_INJURY_CHANCE = 0.012;
/** How strongly the difference in level between two sides affects their goals and behinds. */
const LEVEL_EFFECT = 1.5;
/** The home side's constant advantage, added to the logarithm of its scoring factor. */
const HOME_GROUND_ADVANTAGE = 0.04;
/** Standard deviation of the home side's random advantage, in the same logarithm. */
const ADVANTAGE_DEVIATION = 0.24;
/** Mean hitouts of a side in a match, shared by its rucks. */
const MEAN_TEAM_HITOUTS = 27;

const computeMeanLevel = (side: readonly Footballer[]): number => computeAverage(side.map(({ level }) => level));

function drawTimesOnGround(side: readonly Footballer[], random: Random): number[] {
	const times = side.map(({ tog }) =>
		random.chance(EARLY_INJURY_CHANCE) ? random.between(8, 40) : random.normal(tog, 7),
	);
	const shift = MEAN_TIME_ON_GROUND - computeAverage(times);
	return times.map((tog) => Math.round(Math.min(100, Math.max(5, tog + shift))));
}

function playSide(side: readonly Footballer[], scoringFactor: number, random: Random): MatchLine[] {
	const timesOnGround = drawTimesOnGround(side, random);
	const totalHitoutRate = sum(side.map(({ rates }) => rates.HO));
	return side.map((footballer, index) => {
		const TOG = timesOnGround[index] ?? 0;
		const form = (TOG / footballer.tog) * Math.exp(random.normal(-(FORM_DEVIATION ** 2) / 2, FORM_DEVIATION));
		const factors: Partial<Record<StatKey, number>> = {
			G: scoringFactor,
			B: scoringFactor,
			HO: Math.min(1.2, MEAN_TEAM_HITOUTS / Math.max(totalHitoutRate, 1)),
		};
		const counts = mapStats((key) =>
			getStatRandom(key, random, footballer.id).poisson(footballer.rates[key] * form * (factors[key] ?? 1)),
		);
		// Every goal and behind is also a kick.
		const K = Math.max(counts.K, counts.G + counts.B);
		return { playerId: footballer.id, squadId: footballer.squadId, stats: { ...counts, K, TOG } };
	});
}

/** Computes a side's score, without rushed behinds. */
export const computeScore = (lines: readonly MatchLine[]): number =>
	sum(lines.map(({ stats }) => 6 * stats.G + stats.B));

/** Plays a match between two sides of twenty-one. */
export function playMatch(home: readonly Footballer[], away: readonly Footballer[], random: Random): MatchResult {
	const homeAdvantage =
		Math.log(computeMeanLevel(home) / computeMeanLevel(away)) * LEVEL_EFFECT +
		HOME_GROUND_ADVANTAGE +
		random.normal(0, ADVANTAGE_DEVIATION);
	const homeLines = playSide(home, Math.exp(homeAdvantage), random);
	const awayLines = playSide(away, Math.exp(-homeAdvantage), random);
	return {
		lines: [...homeLines, ...awayLines],
		homeScore: computeScore(homeLines),
		awayScore: computeScore(awayLines),
	};
}
