import type { Points, RoundId, TeamId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/**
 * The score of a team without an opponent, and the average of the league's other scores, which it plays against
 * (docs/game-rules.md#average-game).
 */
export interface AverageGame {
	readonly roundId: RoundId;
	readonly teamId: TeamId;
	readonly points: Points;
	readonly average: Points;
}

export const TIEBREAKERS = ["percentage", "points_for"] as const;
export type Tiebreaker = (typeof TIEBREAKERS)[number];

interface LadderMember {
	readonly teamId: TeamId;
	/** Ascending in the order in which members joined. */
	readonly joinNumber: number;
}

/** The result of a played match-up. */
export interface MatchUpResult {
	readonly roundId: RoundId;
	/** Whether it is a semi-final or the grand final. */
	readonly isFinal: boolean;
	/** Whether it is a match-up of teams outside the finals. Like finals, it does not count on the ladder. */
	readonly isConsolation: boolean;
	readonly home: TeamId;
	readonly away: TeamId;
	readonly homePoints: Points;
	readonly awayPoints: Points;
}

export interface WinsDrawsLosses {
	readonly wins: number;
	readonly draws: number;
	readonly losses: number;
}

export interface LadderRow extends WinsDrawsLosses {
	readonly teamId: TeamId;
	readonly played: number;
	readonly pointsFor: Points;
	readonly pointsAgainst: Points;
	/** Points for ÷ points against × 100; null with 0 points against, which ranks highest. */
	readonly percentage: number | null;
	readonly premiershipPoints: number;
	/** Wins, draws and losses against the league's median, which those above include; null in a league without median games. */
	readonly median: WinsDrawsLosses | null;
}

/** What a league has chosen about its ladder. */
interface LadderSettings {
	readonly tiebreaker: Tiebreaker;
	/** Whether each team also plays against the league's median in every round (docs/game-rules.md#median-game). */
	readonly medianGame: boolean;
}

type Compare = (a: LadderRow, b: LadderRow) => number;

/** A team's points in a match-up, and those that it played against. */
interface MatchUpScore {
	readonly own: Points;
	readonly other: Points;
}

function countOutcomes(scores: readonly MatchUpScore[]): WinsDrawsLosses {
	const wins = scores.filter(({ own, other }) => own > other).length;
	const draws = scores.filter(({ own, other }) => own === other).length;
	return { wins, draws, losses: scores.length - wins - draws };
}

const listScores = (
	results: readonly MatchUpResult[],
	teamId: TeamId,
): (MatchUpScore & { readonly roundId: RoundId })[] =>
	results.flatMap(({ roundId, home, away, homePoints, awayPoints }) => {
		if (home === teamId) return [{ roundId, own: homePoints, other: awayPoints }];
		return away === teamId ? [{ roundId, own: awayPoints, other: homePoints }] : [];
	});

/**
 * Computes the median score of the teams that meet in each round, by round: the middle one, or the mean of the two in the
 * middle. Teams with a bye and match-ups that do not count on the ladder are left out.
 */
export const computeMediansByRound = (results: readonly MatchUpResult[]): ReadonlyMap<RoundId, Points> =>
	computeGroupMedians(results.filter(countsOnLadder), ({ roundId }) => roundId);

/** Computes a league's median of one round as `computeMediansByRound` does; null in a round without one. */
export const computeRoundMedian = (results: readonly MatchUpResult[], roundId: RoundId): Points | null =>
	computeMedian(results.filter((result) => result.roundId === roundId && countsOnLadder(result)));

type MatchUpPoints = Pick<MatchUpResult, "homePoints" | "awayPoints">;

/** Computes the median score of each group of match-ups, such as those of a league. */
export const computeGroupMedians = <MatchUp extends MatchUpPoints, Key>(
	matchUps: readonly MatchUp[],
	getKey: (matchUp: MatchUp) => Key,
): ReadonlyMap<Key, Points> =>
	new Map([...Map.groupBy(matchUps, getKey)].map(([key, group]) => [key, computeMedian(group) ?? 0]));

function computeMedian(matchUps: readonly MatchUpPoints[]): Points | null {
	const scores = matchUps.flatMap(({ homePoints, awayPoints }) => [homePoints, awayPoints]).sort((a, b) => a - b);
	// Two scores a match-up, so their number is even.
	const [low, high] = scores.slice(matchUps.length - 1, matchUps.length + 1);
	return low === undefined || high === undefined ? null : (low + high) / 2;
}

export const countsOnLadder = ({ isFinal, isConsolation }: Pick<MatchUpResult, "isFinal" | "isConsolation">): boolean =>
	!isFinal && !isConsolation;

/** What the rows of a ladder are counted from. */
interface LadderResults {
	/** Without those that do not count on the ladder. */
	readonly results: readonly MatchUpResult[];
	readonly averageGames: readonly AverageGame[];
	/** Null in a league without median games. */
	readonly medians: ReadonlyMap<RoundId, Points> | null;
}

function buildLadderRow(
	teamId: TeamId,
	{ results, averageGames, medians }: LadderResults,
	{ leagues: { premiershipPoints } }: Pick<SeasonRules, "leagues">,
): LadderRow {
	const ownAverageGames = averageGames.filter((game) => game.teamId === teamId);
	const scores = [
		...listScores(results, teamId),
		...ownAverageGames.map(({ roundId, points, average }) => ({ roundId, own: points, other: average })),
	];
	const medianScores = medians && scores.map(({ roundId, own }) => ({ own, other: medians.get(roundId) ?? 0 }));
	const allScores = [...scores, ...(medianScores ?? [])];
	const { wins, draws, losses } = countOutcomes(allScores);
	const pointsFor = scores.reduce((sum, { own }) => sum + own, 0);
	const pointsAgainst = scores.reduce((sum, { other }) => sum + other, 0);
	return {
		teamId,
		played: allScores.length,
		wins,
		draws,
		losses,
		pointsFor,
		pointsAgainst,
		percentage: pointsAgainst === 0 ? null : (pointsFor / pointsAgainst) * 100,
		premiershipPoints: wins * premiershipPoints.win + draws * premiershipPoints.draw + losses * premiershipPoints.loss,
		median: medianScores && countOutcomes(medianScores),
	};
}

// Infinity − Infinity is NaN.
const compareDescending = (a: number, b: number) => (a === b ? 0 : b - a);
const compareByPointsFor: Compare = (a, b) => compareDescending(a.pointsFor, b.pointsFor);
const compareByPercentage: Compare = (a, b) =>
	compareDescending(a.percentage ?? Number.POSITIVE_INFINITY, b.percentage ?? Number.POSITIVE_INFINITY);

/**
 * Computes a head-to-head league's ladder, best first (docs/game-rules.md#ladder). Byes, finals and consolation games do not
 * count, games against the league's average do. Match-ups with a team that has left still count for its opponents.
 */
export function computeLadder(
	members: readonly LadderMember[],
	results: readonly MatchUpResult[],
	{ tiebreaker, medianGame, averageGames = [] }: LadderSettings & { readonly averageGames?: readonly AverageGame[] },
	rules: Pick<SeasonRules, "leagues">,
): LadderRow[] {
	const counted = results.filter(countsOnLadder);
	const medians = medianGame ? computeMediansByRound(results) : null;
	const [first, second] =
		tiebreaker === "percentage" ? [compareByPercentage, compareByPointsFor] : [compareByPointsFor, compareByPercentage];
	return members
		.toSorted((a, b) => a.joinNumber - b.joinNumber || a.teamId - b.teamId)
		.map(({ teamId }) => buildLadderRow(teamId, { results: counted, averageGames, medians }, rules))
		.toSorted((a, b) => b.premiershipPoints - a.premiershipPoints || first(a, b) || second(a, b));
}
