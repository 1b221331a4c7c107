import type { RankingRow } from "@first-bounce/contract/rankings";
import type { Dollars, RoundId, UserId } from "@first-bounce/rules/ids";
import type { JsonWriter } from "./json-writer.ts";
import { roundsCounted } from "./order-by-average.ts";
import type { RankedTeam } from "./ranking-request.ts";
import type { TeamColumns } from "./team-columns.ts";

/** Whose team it is, as rankings tell it; names are empty for a deactivated account (decisions §3). */
export interface TeamOwner {
	readonly userId: UserId;
	readonly fullName: string;
	readonly teamName: string;
	readonly avatarVersion: number;
	readonly supportedSquadId: number | null;
	readonly startRoundId: RoundId | null;
	/** Of the latest line-up at today's prices. */
	readonly value: Dollars;
}

/** Rounds whose points count: of the whole competition from its first on, of a league from its own. */
export interface Counted {
	readonly from: RoundId;
	readonly to: RoundId;
}

function averageOf(totalPoints: number, startRoundId: RoundId | null, { from, to }: Counted): number {
	const start = startRoundId === null ? null : Math.max(startRoundId, from);
	return Math.round((totalPoints / roundsCounted(start, to)) * 100) / 100;
}

/** One row as the wire has it. */
export const rowOf = (team: RankedTeam, owner: TeamOwner, counted: Counted, userId: UserId): RankingRow => ({
	userId: owner.userId,
	teamId: team.teamId,
	rank: team.rank,
	previousRank: team.previousRank ?? null,
	fullName: owner.fullName,
	teamName: owner.teamName,
	totalPoints: team.totalPoints,
	averagePoints: averageOf(team.totalPoints, owner.startRoundId, counted),
	highestRoundPoints: team.highestRoundPoints,
	overallRank: team.overallRank,
	roundPoints: team.roundPoints,
	roundRank: team.roundRank,
	teamValue: team.teamValue ?? owner.value,
	avatarVersion: owner.avatarVersion,
	supportedSquadId: owner.supportedSquadId,
	isCurrentLeagueUser: owner.userId === userId,
});

/** The same row as JSON, straight from the columns: ten of them are most of what a page costs. */
export function writeRow(
	out: JsonWriter,
	team: RankedTeam,
	columns: TeamColumns,
	counted: Counted,
	isOwn: boolean,
): void {
	const { teamId, totalPoints } = team;
	const average = averageOf(totalPoints, columns.startRounds[teamId] || null, counted);
	out.ascii(
		`{"userId":${columns.userOf(teamId)},"teamId":${teamId},"rank":${team.rank},"previousRank":${team.previousRank ?? null},`,
	);
	out.bytes(columns.namesOf(teamId));
	out.ascii(
		`,"totalPoints":${totalPoints},"averagePoints":${average},"highestRoundPoints":${team.highestRoundPoints},` +
			`"overallRank":${team.overallRank},"roundPoints":${team.roundPoints},"roundRank":${team.roundRank},` +
			`"teamValue":${team.teamValue ?? columns.valueOf(teamId)},"avatarVersion":${columns.avatarOf(teamId)},` +
			`"supportedSquadId":${columns.squadOf(teamId)},"isCurrentLeagueUser":${isOwn}}`,
	);
}
