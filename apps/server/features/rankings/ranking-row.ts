import type { RankingRow } from "@first-bounce/contract/stats/rankings";
import type { Dollars, Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { countRounds } from "./filtered-rankings.ts";
import type { TeamOwner } from "./team-directory.ts";

export interface RankedTeam {
	/** Among the teams that match the filter, in the requested order. */
	readonly rank: number;
	/** The same rank at the end of the previous round; null if the team had none. */
	readonly previousRank?: number | null;
	readonly teamId: TeamId;
	readonly roundPoints: Points;
	readonly roundRank: number;
	readonly totalPoints: Points;
	readonly highestRoundPoints: Points;
	readonly overallRank: number;
	/** The value at the end of a past round; null for current standings, which use today's prices. */
	readonly teamValue: Dollars | null;
}

/** The rounds whose points count: from round 1, or in a league from its start round. */
export interface CountedRounds {
	readonly from: RoundId;
	readonly to: RoundId;
}

/** Computes points per round, to two decimals. */
function computeAveragePoints(totalPoints: Points, startRoundId: RoundId | null, { from, to }: CountedRounds): Points {
	const start = startRoundId === null ? null : Math.max(startRoundId, from);
	return Math.round((totalPoints / countRounds(start, to)) * 100) / 100;
}

/** Builds a row of the response. Visitors, whose `viewerId` is null, see team names only. */
export const buildRankingRow = (
	team: RankedTeam,
	owner: TeamOwner,
	rounds: CountedRounds,
	viewerId: UserId | null,
): RankingRow => ({
	userId: owner.userId,
	teamId: team.teamId,
	rank: team.rank,
	previousRank: team.previousRank ?? null,
	fullName: viewerId === null ? "" : owner.fullName,
	teamName: owner.teamName,
	totalPoints: team.totalPoints,
	averagePoints: computeAveragePoints(team.totalPoints, owner.startRoundId, rounds),
	highestRoundPoints: team.highestRoundPoints,
	overallRank: team.overallRank,
	roundPoints: team.roundPoints,
	roundRank: team.roundRank,
	teamValue: team.teamValue ?? owner.value,
	avatarVersion: owner.avatarVersion,
	supportedSquadId: owner.supportedSquadId,
	isCurrentLeagueUser: owner.userId === viewerId,
});
