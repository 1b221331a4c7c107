import type { MatchId, PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { SeasonRows } from "./queries.ts";

export type StatRow = SeasonRows["lines"][number];

export interface PlayerStats {
	readonly seasonId: number;
	readonly matchId: MatchId;
	readonly playerId: PlayerId;
	readonly squadId: SquadId;
	readonly stats: StatLine;
}

/** Builds the stat_lines row of a player's stats in a match. */
export const buildStatRow = ({ seasonId, matchId, playerId, squadId, stats }: PlayerStats) => ({
	season_id: seasonId,
	match_id: matchId,
	player_id: playerId,
	squad_id: squadId,
	kicks: stats.K,
	handballs: stats.H,
	marks: stats.M,
	tackles: stats.T,
	frees_for: stats.FF,
	frees_against: stats.FA,
	hitouts: stats.HO,
	goals: stats.G,
	behinds: stats.B,
	tog: stats.TOG,
	other: JSON.stringify(stats.other ?? {}),
});

/** Builds the stat line that the rules use from a stat_lines row. */
export const buildStatLine = (row: Omit<StatRow, "season_id">): StatLine => ({
	K: row.kicks,
	H: row.handballs,
	M: row.marks,
	T: row.tackles,
	FF: row.frees_for,
	FA: row.frees_against,
	HO: row.hitouts,
	G: row.goals,
	B: row.behinds,
	TOG: row.tog,
	other: row.other,
});
