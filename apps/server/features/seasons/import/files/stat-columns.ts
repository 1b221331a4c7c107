import { mapStats, STAT_KEYS, STATS, type StatKey } from "@first-bounce/rules/scoring/stats";
import type { HasColumn } from "../csv/csv-table.ts";

/** The column names of a stats file. */
export interface StatColumns {
	readonly source: "season folder" | "fitzRoy";
	readonly match: string;
	readonly player: string;
	readonly squad: string;
	readonly counts: Readonly<Record<StatKey, string>>;
	readonly timeOnGround: string;
}

const FOLDER_COLUMNS: StatColumns = {
	source: "season folder",
	match: "match_id",
	player: "player_id",
	squad: "squad_id",
	counts: mapStats((key) => STATS[key].column),
	timeOnGround: "tog_percentage",
};

/** The columns of `fetch_player_stats_afl()` of the R package fitzRoy; older versions nest the player deeper. */
const FITZROY_COLUMNS: StatColumns = {
	source: "fitzRoy",
	match: "providerId",
	player: "player.playerId",
	squad: "teamId",
	counts: mapStats((key) => STATS[key].aflName),
	timeOnGround: "timeOnGroundPercentage",
};
const NESTED_PLAYER_COLUMN = "player.player.player.playerId";

/** Gets the column names that a file uses. */
export function getStatColumns(hasColumn: HasColumn): StatColumns {
	const isFitzRoy = [
		FITZROY_COLUMNS.match,
		FITZROY_COLUMNS.player,
		NESTED_PLAYER_COLUMN,
		FITZROY_COLUMNS.counts.FF,
	].some(hasColumn);
	if (!isFitzRoy) return FOLDER_COLUMNS;
	const isNested = !hasColumn(FITZROY_COLUMNS.player) && hasColumn(NESTED_PLAYER_COLUMN);
	return isNested ? { ...FITZROY_COLUMNS, player: NESTED_PLAYER_COLUMN } : FITZROY_COLUMNS;
}

/**
 * Lists the required columns. fitzRoy's squad column is optional because match or player give the squad, and time on
 * ground because it never scores.
 */
export function listRequiredColumns(hasColumn: HasColumn, otherStats: readonly string[]): string[] {
	const { source, match, player, squad, counts } = getStatColumns(hasColumn);
	const squads = source === "fitzRoy" ? [] : [squad];
	const required = STAT_KEYS.filter((key) => !STATS[key].isOptional).map((key) => counts[key]);
	return [match, player, ...squads, ...required, ...otherStats];
}
