import { STATS } from "@first-bounce/rules/scoring/stats";
import { formatColumnAverage, formatInteger, formatMoney, formatPoints, PERCENT_SIGN } from "../../i18n/format.ts";
import { compareByName, compareNullsLast } from "../../players/filters/player-filter.ts";
import { MATCH_STATS, type MatchStat } from "../../players/matches/match-stats.ts";
import { hasScored, NO_OWNERSHIP } from "../../players/player-format.ts";
import type { StatsRow } from "./stats-row.ts";
import { DEFAULT_VIEW, type Measure, type StatsPage, type StatsView } from "./stats-view.ts";

/** A column of numbers. */
export interface Column {
	readonly id: ColumnId;
	/** Null if the player has no such number. */
	readonly getValue: (row: StatsRow, measure: Measure) => number | null;
	readonly format: (value: number, measure: Measure) => string;
	/** A lower value is better, so the column sorts ascending first. */
	readonly isLowerBetter?: true;
	/** Whether an average and a sum over players are meaningful. */
	readonly summary: "both" | "average" | "none";
}

const formatPercent = (value: number): string => formatColumnAverage(value) + PERCENT_SIGN;

/** Shown for null. An unpublished ownership is shown differently, and `StatFigure` explains it. */
export const getEmptyValue = ({ id }: Pick<Column, "id">): string => (id === "selections" ? NO_OWNERSHIP : "-");

type PlayerColumnId =
	| ("cost" | "selections" | "avgPoints" | "avgPointsLast3" | "avgPointsLast5" | "totalPoints" | "roundPoints")
	| ("highestScore" | "lowestScore" | "gamesPlayed" | "costPerPoint" | "breakEven" | "projectedPoints" | "roundRank")
	| ("seasonRank" | "positionRank");
type ColumnId = PlayerColumnId | MatchStat;

/** Creates a column's `getValue` that is null before the player's first complete match. */
const nullBeforeFirstMatch =
	(read: (stats: StatsRow["player"]["stats"]) => number | null) =>
	({ player: { stats } }: StatsRow) =>
		stats.gamesPlayed === 0 ? null : read(stats);

/** Creates a column's `getValue` that is null before the player's first score. */
const nullBeforeFirstScore =
	(read: (stats: StatsRow["player"]["stats"]) => number | null) =>
	({ player }: StatsRow) =>
		hasScored(player) ? read(player.stats) : null;

const createAverageColumn = (read: Parameters<typeof nullBeforeFirstMatch>[0]): Omit<Column, "id"> => ({
	getValue: nullBeforeFirstMatch(read),
	format: formatColumnAverage,
	summary: "average",
});

const createRankColumn = (getValue: Column["getValue"]): Omit<Column, "id"> => ({
	getValue,
	format: formatInteger,
	isLowerBetter: true,
	summary: "none",
});

const PLAYER_COLUMNS: Readonly<Record<PlayerColumnId, Omit<Column, "id">>> = {
	cost: { getValue: ({ player }) => player.cost, format: formatMoney, summary: "both" },
	selections: { getValue: ({ player }) => player.selections, format: formatPercent, summary: "average" },
	avgPoints: createAverageColumn((stats) => stats.avgPoints),
	avgPointsLast3: createAverageColumn((stats) => stats.avgPointsLast3),
	avgPointsLast5: createAverageColumn((stats) => stats.avgPointsLast5),
	totalPoints: { getValue: nullBeforeFirstScore((stats) => stats.totalPoints), format: formatPoints, summary: "both" },
	roundPoints: { getValue: nullBeforeFirstScore((stats) => stats.roundPoints), format: formatPoints, summary: "both" },
	highestScore: {
		getValue: nullBeforeFirstScore((stats) => stats.highestScore),
		format: formatPoints,
		summary: "average",
	},
	lowestScore: {
		getValue: nullBeforeFirstMatch((stats) => stats.lowestScore),
		format: formatPoints,
		summary: "average",
	},
	gamesPlayed: { getValue: ({ player }) => player.stats.gamesPlayed, format: formatPoints, summary: "both" },
	costPerPoint: {
		getValue: nullBeforeFirstMatch((stats) => stats.costPerPoint),
		format: formatMoney,
		isLowerBetter: true,
		summary: "average",
	},
	breakEven: {
		getValue: ({ player }) => player.stats.breakEven,
		format: formatPoints,
		isLowerBetter: true,
		summary: "average",
	},
	projectedPoints: {
		getValue: ({ player }) => player.stats.projectedPoints,
		format: formatColumnAverage,
		summary: "both",
	},
	roundRank: createRankColumn(({ player }) => player.stats.roundRank),
	seasonRank: createRankColumn(({ player }) => player.stats.seasonRank),
	positionRank: createRankColumn(({ positionRanks }) =>
		positionRanks.length === 0 ? null : Math.min(...positionRanks.map(({ rank }) => rank)),
	),
};

const buildStatColumn = (stat: MatchStat): Column => ({
	id: stat,
	getValue: ({ totals }, measure) => {
		if (!totals) return null;
		// Percentages cannot be summed, so time on ground is always an average.
		return measure === "total" && stat !== "TOG" ? totals.stats[stat] : totals.stats[stat] / totals.games;
	},
	format: (value, measure) =>
		measure === "total" && stat !== "TOG" ? formatPoints(value) : formatColumnAverage(value),
	...(stat !== "TOG" && STATS[stat].points < 0 ? { isLowerBetter: true } : {}),
	summary: stat === "TOG" ? "average" : "both",
});

/** What the players did in matches, per match or in total. */
export const STAT_COLUMNS = MATCH_STATS.map(buildStatColumn);
const buildColumn = (id: PlayerColumnId): Column => ({ id, ...PLAYER_COLUMNS[id] });
const listPlayerColumns = (...ids: readonly PlayerColumnId[]): readonly Column[] => ids.map(buildColumn);

/** The columns of each page after the player's name. Price changes are not shown (D1.2.91). */
export const COLUMNS: Readonly<Record<StatsPage, readonly Column[]>> = {
	fantasy: listPlayerColumns(
		"cost",
		"avgPoints",
		"totalPoints",
		"roundPoints",
		"avgPointsLast3",
		"avgPointsLast5",
		"selections",
		"breakEven",
		"projectedPoints",
		"costPerPoint",
		"highestScore",
		"lowestScore",
		"gamesPlayed",
		"positionRank",
		"seasonRank",
		"roundRank",
	),
	matches: [...listPlayerColumns("gamesPlayed"), ...STAT_COLUMNS, ...listPlayerColumns("avgPoints", "totalPoints")],
	matchups: listPlayerColumns("cost", "avgPoints", "projectedPoints", "breakEven"),
	compare: [
		...listPlayerColumns(
			"cost",
			"avgPoints",
			"avgPointsLast3",
			"totalPoints",
			"roundPoints",
			"highestScore",
			"lowestScore",
		),
		...listPlayerColumns("projectedPoints", "breakEven", "costPerPoint", "selections", "gamesPlayed"),
		...listPlayerColumns("positionRank", "seasonRank"),
		...STAT_COLUMNS,
	],
};

export interface SortKey extends Pick<Column, "getValue" | "isLowerBetter"> {
	readonly id: ColumnId | "name";
}
/** Equal for all players, so that the name breaks the tie. */
export const NAME_SORT: SortKey = { id: "name", getValue: () => 0, isLowerBetter: true };

/** The options of the sort control (D1.9.20); other columns sort by their headings. */
export const SORT_OPTIONS = ["avgPoints", "totalPoints", "roundPoints"] as const;

export const findSortKey = (page: StatsPage, sort: string): SortKey | undefined =>
	[NAME_SORT, ...COLUMNS[page]].find(({ id }) => id === sort) ??
	COLUMNS.fantasy.find(({ id }) => id === sort && SORT_OPTIONS.some((option) => option === id));

/** Falls back to the default order if the page does not have the sort column. */
export const adaptView = (page: StatsPage, view: StatsView): StatsView =>
	findSortKey(page, view.sort) ? view : { ...view, sort: DEFAULT_VIEW.sort, direction: DEFAULT_VIEW.direction };

/** Sorts rows by one key; null values are last in both directions, ties are sorted by name. */
export function sortRows(
	rows: readonly StatsRow[],
	{ id, getValue }: SortKey,
	direction: "asc" | "desc",
	measure: Measure,
): readonly StatsRow[] {
	const sign = direction === "asc" ? 1 : -1;
	const nameSign = id === NAME_SORT.id ? sign : 1;
	return rows
		.map((row) => ({ row, value: getValue(row, measure) }))
		.sort((a, b) => compareNullsLast(a.value, b.value, sign) || nameSign * compareByName(a.row.player, b.row.player))
		.map(({ row }) => row);
}

/** Average and sum of a column over the rows with a value; null if there are none. */
export function computeSummary(
	rows: readonly StatsRow[],
	{ getValue }: Pick<Column, "getValue">,
	measure: Measure,
): { readonly average: number; readonly total: number } | null {
	const values = rows.map((row) => getValue(row, measure)).filter((candidate) => candidate !== null);
	if (values.length === 0) return null;
	const total = values.reduce((sum, item) => sum + item, 0);
	return { average: total / values.length, total };
}
