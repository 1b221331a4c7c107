import type { RankingRow } from "@first-bounce/contract/rankings";
import type { Dollars, RoundId, UserId } from "@first-bounce/rules/ids";
import { type JsonWriter, pieceOf } from "./json-writer.ts";
import { roundsCounted } from "./order-by-average.ts";
import { HIGHEST, OVERALL, POINTS, PREVIOUS, ROUND_RANK, TEAM, TOTAL, WORTH } from "./rank-records.ts";
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

/** Points a round, in hundredths. */
function hundredthsOf(totalPoints: number, startRoundId: RoundId | null, { from, to }: Counted): number {
	const start = startRoundId === null ? null : Math.max(startRoundId, from);
	return Math.round((totalPoints / roundsCounted(start, to)) * 100);
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
	averagePoints: hundredthsOf(team.totalPoints, owner.startRoundId, counted) / 100,
	highestRoundPoints: team.highestRoundPoints,
	overallRank: team.overallRank,
	roundPoints: team.roundPoints,
	roundRank: team.roundRank,
	teamValue: team.teamValue ?? owner.value,
	avatarVersion: owner.avatarVersion,
	supportedSquadId: owner.supportedSquadId,
	isCurrentLeagueUser: owner.userId === userId,
});

/** What stands before each value of a row. */
const BEFORE = {
	...{ text: pieceOf("{"), rank: pieceOf(',"rank":'), previousRank: pieceOf(',"previousRank":') },
	...{ total: pieceOf(',"totalPoints":'), average: pieceOf(',"averagePoints":') },
	...{ highest: pieceOf(',"highestRoundPoints":'), overallRank: pieceOf(',"overallRank":') },
	...{ points: pieceOf(',"roundPoints":'), roundRank: pieceOf(',"roundRank":') },
	...{ value: pieceOf(',"teamValue":'), end: pieceOf(',"isCurrentLeagueUser":false}') },
	...{ ownEnd: pieceOf(',"isCurrentLeagueUser":true}'), noPrevious: pieceOf(',"previousRank":null') },
};

/** The same row as JSON, from the record at `from` and the columns: ten of them are most of what a page costs. */
export function writeRow(
	out: JsonWriter,
	records: Int32Array,
	from: number,
	rank: number,
	columns: TeamColumns,
	counted: Counted,
	isOwn: boolean,
): void {
	const teamId = records[from + TEAM] ?? 0;
	const previous = records[from + PREVIOUS] ?? 0;
	const total = records[from + TOTAL] ?? 0;
	const worth = records[from + WORTH] ?? -1;
	out.text(BEFORE.text);
	columns.writeText(teamId, out);
	out.field(BEFORE.rank, rank);
	if (previous === 0) out.text(BEFORE.noPrevious);
	else out.field(BEFORE.previousRank, previous);
	out.field(BEFORE.total, total);
	out.text(BEFORE.average);
	out.hundredths(hundredthsOf(total, columns.startOf(teamId), counted));
	out.field(BEFORE.highest, records[from + HIGHEST] ?? 0);
	out.field(BEFORE.overallRank, records[from + OVERALL] ?? 0);
	out.field(BEFORE.points, records[from + POINTS] ?? 0);
	out.field(BEFORE.roundRank, records[from + ROUND_RANK] ?? 0);
	out.field(BEFORE.value, worth < 0 ? columns.valueOf(teamId) : worth);
	out.text(isOwn ? BEFORE.ownEnd : BEFORE.end);
}
