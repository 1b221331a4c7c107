import type { Dollars, Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { Direction, RankOrder } from "@first-bounce/rules/rankings/team-ranks";
import type { TeamFilter } from "./ranked-sets.ts";

/** What is asked of the rankings: an order of a set of teams, and a page of it. */
export interface RankingQuery extends TeamFilter {
	readonly order: RankOrder;
	readonly direction: Direction;
	readonly page: number;
	readonly limit: number;
	/** 0 is to date. */
	readonly roundId: RoundId;
}

export interface RankedTeam {
	/** Within the requested set and order. */
	readonly rank: number;
	/** In the same set and order at the end of the round before; null for a newcomer, or where it says nothing. */
	readonly previousRank?: number | null;
	readonly teamId: TeamId;
	readonly roundPoints: Points;
	readonly roundRank: number;
	readonly totalPoints: Points;
	readonly highestRoundPoints: Points;
	readonly overallRank: number;
	/** As at the end of a past round; null to date, where today's prices say. */
	readonly teamValue: Dollars | null;
}
