import type { RankingRow } from "@first-bounce/contract/rankings";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { roundsCounted } from "./order-by-average.ts";
import type { RankedTeam } from "./ranking-request.ts";
import type { TeamOwner } from "./team-columns.ts";

/** Rounds whose points count: of the whole competition from its first on, of a league from its own. */
export interface Counted {
	readonly from: RoundId;
	readonly to: RoundId;
}

/** One row as the wire has it. */
export function rowOf(team: RankedTeam, owner: TeamOwner, counted: Counted, userId: UserId | null): RankingRow {
	const start = owner.startRoundId === null ? null : Math.max(owner.startRoundId, counted.from);
	const average = team.totalPoints / roundsCounted(start, counted.to);
	return {
		userId: owner.userId,
		teamId: team.teamId,
		rank: team.rank,
		previousRank: team.previousRank ?? null,
		fullName: owner.fullName,
		teamName: owner.teamName,
		totalPoints: team.totalPoints,
		averagePoints: Math.round(average * 100) / 100,
		highestRoundPoints: team.highestRoundPoints,
		overallRank: team.overallRank,
		roundPoints: team.roundPoints,
		roundRank: team.roundRank,
		teamValue: team.teamValue ?? owner.value,
		avatarVersion: owner.avatarVersion,
		supportedSquadId: owner.supportedSquadId,
		isCurrentLeagueUser: owner.userId === userId,
	};
}
