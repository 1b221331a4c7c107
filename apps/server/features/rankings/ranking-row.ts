import type { RankingRow } from "@first-bounce/contract/stats/rankings";
import type { Dollars, Points, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { countRounds } from "./ranked-sets.ts";
import type { TeamOwner } from "./team-directory.ts";

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

/** Rounds whose points count: of the whole competition from its first on, of a league from its own. */
export interface CountedRounds {
	readonly from: RoundId;
	readonly to: RoundId;
}

/** Points a round, to two decimals. */
function computeAveragePoints(totalPoints: Points, startRoundId: RoundId | null, { from, to }: CountedRounds): Points {
	const start = startRoundId === null ? null : Math.max(startRoundId, from);
	return Math.round((totalPoints / countRounds(start, to)) * 100) / 100;
}

/** One row as the wire has it, for the reader `userId`. */
export const buildRankingRow = (
	team: RankedTeam,
	owner: TeamOwner,
	rounds: CountedRounds,
	userId: UserId,
): RankingRow => ({
	userId: owner.userId,
	teamId: team.teamId,
	rank: team.rank,
	previousRank: team.previousRank ?? null,
	fullName: owner.fullName,
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
	isCurrentLeagueUser: owner.userId === userId,
});
