import type { Points, RoundId, SeasonTime, TeamId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export const TIEBREAKERS = ["percentage", "points_for"] as const;
export type Tiebreaker = (typeof TIEBREAKERS)[number];

export interface LadderMember {
	readonly teamId: TeamId;
	readonly joinedAt: SeasonTime;
}

/** The result of a played match-up. */
export interface LeagueResult {
	readonly roundId: RoundId;
	/** Whether it is a semi-final or the grand final, which give no ladder points. */
	readonly isFinal: boolean;
	readonly home: TeamId;
	readonly away: TeamId;
	readonly homePoints: Points;
	readonly awayPoints: Points;
}

export interface LadderRow {
	readonly teamId: TeamId;
	readonly played: number;
	readonly wins: number;
	readonly draws: number;
	readonly losses: number;
	readonly pointsFor: Points;
	readonly pointsAgainst: Points;
	/** Points for ÷ points against × 100; null with 0 points against, which ranks highest. */
	readonly percentage: number | null;
	readonly premiershipPoints: number;
}

type Compare = (a: LadderRow, b: LadderRow) => number;

function buildLadderRow(
	teamId: TeamId,
	results: readonly LeagueResult[],
	rules: Pick<SeasonRules, "leagues">,
): LadderRow {
	const scores = results.flatMap(({ home, away, homePoints, awayPoints }) => {
		if (home === teamId) return [{ own: homePoints, other: awayPoints }];
		return away === teamId ? [{ own: awayPoints, other: homePoints }] : [];
	});
	const wins = scores.filter(({ own, other }) => own > other).length;
	const draws = scores.filter(({ own, other }) => own === other).length;
	const losses = scores.length - wins - draws;
	const pointsFor = scores.reduce((sum, { own }) => sum + own, 0);
	const pointsAgainst = scores.reduce((sum, { other }) => sum + other, 0);
	const premiershipPoints = rules.leagues.premiershipPoints;
	return {
		teamId,
		played: scores.length,
		wins,
		draws,
		losses,
		pointsFor,
		pointsAgainst,
		percentage: pointsAgainst === 0 ? null : (pointsFor / pointsAgainst) * 100,
		premiershipPoints: wins * premiershipPoints.win + draws * premiershipPoints.draw + losses * premiershipPoints.loss,
	};
}

const compareDescending = (a: number, b: number) => (a === b ? 0 : b - a);
const compareByPointsFor: Compare = (a, b) => compareDescending(a.pointsFor, b.pointsFor);
const compareByPercentage: Compare = (a, b) =>
	compareDescending(a.percentage ?? Number.POSITIVE_INFINITY, b.percentage ?? Number.POSITIVE_INFINITY);

/**
 * Computes a head-to-head league's ladder, best first (docs/game-rules.md#ladder). Byes and finals do not count.
 * Match-ups with a team that has left still count for its opponents.
 */
export function computeLadder(
	members: readonly LadderMember[],
	results: readonly LeagueResult[],
	tiebreaker: Tiebreaker,
	rules: Pick<SeasonRules, "leagues">,
): LadderRow[] {
	const counted = results.filter((result) => !result.isFinal);
	const [first, second] =
		tiebreaker === "percentage" ? [compareByPercentage, compareByPointsFor] : [compareByPointsFor, compareByPercentage];
	return members
		.toSorted((a, b) => a.joinedAt - b.joinedAt || a.teamId - b.teamId)
		.map(({ teamId }) => buildLadderRow(teamId, counted, rules))
		.toSorted((a, b) => b.premiershipPoints - a.premiershipPoints || first(a, b) || second(a, b));
}
