import type { Dollars, Points, TeamId } from "@first-bounce/rules/ids";
import type { Direction, RankOrder } from "@first-bounce/rules/rankings/team-ranks";

/** What is asked of the rankings: an order of a set of teams, and a stretch of it. */
export interface RankingRequest {
	readonly order: RankOrder;
	readonly direction: Direction;
	/** Teams whose owners support this squad. */
	readonly squadId?: number | undefined;
	/** Teams whose owners live there. */
	readonly state?: string | undefined;
	/** Rows before the page. */
	readonly from: number;
	readonly limit: number;
}

export interface RankedTeam {
	/** Within the requested set and order. */
	readonly rank: number;
	readonly teamId: TeamId;
	readonly roundPoints: Points;
	readonly roundRank: number;
	readonly totalPoints: Points;
	readonly highestRoundPoints: Points;
	readonly overallRank: number;
	/** As at the end of a past round; null to date, where today's prices say. */
	readonly teamValue: Dollars | null;
}

export interface RankingPage {
	readonly teams: readonly RankedTeam[];
	readonly own: RankedTeam | null;
	readonly total: number;
}
