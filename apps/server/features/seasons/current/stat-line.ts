import type { MatchId, PlayerId, SquadId } from "@first-bounce/rules/ids";
import {
	EMPTY_STAT_LINE,
	mapStats,
	STAT_KEYS,
	STATS,
	type StatColumn,
	type StatLine,
} from "@first-bounce/rules/scoring/stats";
import type { SeasonRows } from "./season-queries.ts";

export type StatRow = SeasonRows["lines"][number];

export interface PlayerStats {
	readonly seasonId: number;
	readonly matchId: MatchId;
	readonly playerId: PlayerId;
	readonly squadId: SquadId;
	readonly stats: StatLine;
}

/** Builds the columns of a stat line's counts. */
export const buildStatColumns = (stats: StatLine): Record<StatColumn, number> =>
	Object.fromEntries(STAT_KEYS.map((key) => [STATS[key].column, stats[key]])) as Record<StatColumn, number>;

/** Completes a stat line that was stored as JSON, perhaps before the latest stat was added. */
export const completeStatLine = (stored: Partial<StatLine> | null): StatLine | null =>
	stored && { ...EMPTY_STAT_LINE, ...stored };

/** Builds the stat_lines row of a player's stats in a match. */
export const buildStatRow = ({ seasonId, matchId, playerId, squadId, stats }: PlayerStats) => ({
	season_id: seasonId,
	match_id: matchId,
	player_id: playerId,
	squad_id: squadId,
	...buildStatColumns(stats),
	tog: stats.TOG,
	other: JSON.stringify(stats.other ?? {}),
});

/** Builds the stat line that the rules use from a stat_lines row. */
export const buildStatLine = (row: Omit<StatRow, "season_id">): StatLine => ({
	...mapStats((key) => row[STATS[key].column as StatColumn]),
	TOG: row.tog,
	other: row.other,
});
