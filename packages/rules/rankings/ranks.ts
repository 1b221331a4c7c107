import type { PlayerId, Points, SeasonTime, TeamId } from "../ids.ts";

/** The figures that a team's rank depends on, at the end of a round or to date. */
export interface TeamStanding {
	readonly teamId: TeamId;
	readonly totalPoints: Points;
	readonly averagePoints: Points;
	/** The team's best single round. */
	readonly highestRoundPoints: Points;
	/** Points in the round at whose end the team is ranked. */
	readonly roundPoints: Points;
	/** When the team was first complete, the last tie-break before the id. */
	readonly completedAt: SeasonTime;
}

export const RANK_ORDERS = ["totalPoints", "avgPoints", "roundPoints"] as const;
export type RankOrder = (typeof RANK_ORDERS)[number];
export type SortDirection = "asc" | "desc";

export interface RankedStanding<Row> {
	/** From 1, without ties. */
	readonly rank: number;
	readonly standing: Row;
}

type Compare = (a: TeamStanding, b: TeamStanding) => number;

/**
 * Total descending, highest single round descending, completed earlier, then id (docs/game-rules.md#ranks). The scoring engine
 * ranks a million teams by the same order in packages/scoring/standings/rank-rows.ts.
 */
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
 * Ranks a set of teams from 1 to n, best first (docs/game-rules.md#ranks). Over all teams, `totalPoints` gives the overall
 * rank and `roundPoints` the round rank. Equal average or round points are ordered by overall rank.
 */
export function rankTeams<Row extends TeamStanding>(
	standings: readonly Row[],
	order: RankOrder,
): RankedStanding<Row>[] {
	return standings.toSorted(COMPARE[order]).map((standing, index) => ({ rank: index + 1, standing }));
}

/** Puts ranked rows in the given direction: ascending order reverses them, and each keeps its rank. */
export const applyDirection = <Row>(
	rows: readonly RankedStanding<Row>[],
	direction: SortDirection,
): RankedStanding<Row>[] => (direction === "asc" ? rows.toReversed() : [...rows]);

/**
 * Season or round ranks of players, best first; ties share a rank and the next one is skipped: 1, 2, 2, 4
 * (docs/game-rules.md#ranks). `points` holds only players who played.
 */
export function computePlayerRanks(points: ReadonlyMap<PlayerId, Points>): Map<PlayerId, number> {
	const ranks = new Map<PlayerId, number>();
	let shared = { points: Number.NaN, rank: 0 };
	for (const [id, scored] of [...points].toSorted(([, a], [, b]) => b - a)) {
		if (scored !== shared.points) shared = { points: scored, rank: ranks.size + 1 };
		ranks.set(id, shared.rank);
	}
	return ranks;
}
