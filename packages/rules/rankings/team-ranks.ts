import type { Points, SeasonTime, TeamId } from "../ids.ts";

/** What a team's place is decided by, as at the end of a round or to date. */
export interface TeamStanding {
	readonly teamId: TeamId;
	readonly totalPoints: Points;
	readonly averagePoints: Points;
	/** Her best single round. */
	readonly highestRoundPoints: Points;
	/** Points of the round in question. */
	readonly roundPoints: Points;
	/** When the team was first complete; earlier goes first among equals. */
	readonly completedAt: SeasonTime;
}

export const RANK_ORDERS = ["totalPoints", "avgPoints", "roundPoints"] as const;
export type RankOrder = (typeof RANK_ORDERS)[number];
export type SortDirection = "asc" | "desc";

export interface RankedStanding<Row> {
	/** From 1, no two alike. */
	readonly rank: number;
	readonly standing: Row;
}

type Compare = (a: TeamStanding, b: TeamStanding) => number;

/** Total desc, highest single round desc, completed first, then id (decisions §3). */
const compareOverall: Compare = (a, b) =>
	b.totalPoints - a.totalPoints ||
	b.highestRoundPoints - a.highestRoundPoints ||
	a.completedAt - b.completedAt ||
	a.teamId - b.teamId;

const COMPARE: Readonly<Record<RankOrder, Compare>> = {
	totalPoints: compareOverall,
	avgPoints: (a, b) => b.averagePoints - a.averagePoints || compareOverall(a, b),
	roundPoints: (a, b) => b.roundPoints - a.roundPoints || compareOverall(a, b),
};

/**
 * A set of teams with `rank` 1..n within it, best first (decisions §3): over everyone by totalPoints it is
 * `showTeamRank`, by roundPoints `roundRank`. Average and round points fall back on the overall order.
 */
export function rankTeams<Row extends TeamStanding>(
	standings: readonly Row[],
	order: RankOrder,
): RankedStanding<Row>[] {
	return standings.toSorted(COMPARE[order]).map((standing, index) => ({ rank: index + 1, standing }));
}

/** Ascending turns the rows round, not the ranks (decisions §3). */
export const applyDirection = <Row>(
	rows: readonly RankedStanding<Row>[],
	direction: SortDirection,
): RankedStanding<Row>[] => (direction === "asc" ? rows.toReversed() : [...rows]);
