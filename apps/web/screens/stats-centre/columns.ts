import { formatAverage, formatMoney, formatPoints, formatRank } from "../../i18n/format.ts";
import { compareByName } from "../../players/filters/player-filter.ts";
import { MATCH_STATS, type MatchStat } from "../../players/match-stats.ts";
import { NO_OWNERSHIP } from "../../players/player-format.ts";
import type { StatsRow } from "./stats-row.ts";
import { DEFAULT_VIEW, type Measure, type StatsPage, type StatsView } from "./stats-view.ts";

/** One column of numbers: of each player a value, or null where there is nothing to tell. */
export interface Column {
	readonly id: ColumnId;
	readonly value: (row: StatsRow, measure: Measure) => number | null;
	readonly format: (value: number, measure: Measure) => string;
	/** A small number is the better one: such a column starts with it. */
	readonly isBestLow?: true;
	/** Whether an average and a sum over players mean something. */
	readonly summary: "both" | "average" | "none";
}

const whole = (value: number): string => formatPoints(value);
const percent = (value: number): string => `${formatAverage(value)}%`;

/** Shown where a column has no value. An unpublished ownership has its own sign, which `OwnershipFigure` explains. */
export const getEmptyValue = ({ id }: Pick<Column, "id">): string => (id === "selections" ? NO_OWNERSHIP : "-");

type PlayerColumnId =
	| ("cost" | "selections" | "avgPoints" | "avgPointsLast3" | "avgPointsLast5" | "totalPoints" | "roundPoints")
	| ("highestScore" | "lowestScore" | "gamesPlayed" | "costPerPoint" | "breakEven" | "projectedPoints" | "roundRank")
	| ("seasonRank" | "positionRank");
type ColumnId = PlayerColumnId | MatchStat;

const ofGames =
	(read: (stats: StatsRow["player"]["stats"]) => number | null) =>
	({ player: { stats } }: StatsRow) =>
		stats.gamesPlayed === 0 ? null : read(stats);

const PLAYER_COLUMNS: Readonly<Record<PlayerColumnId, Omit<Column, "id">>> = {
	cost: { value: ({ player }) => player.cost, format: formatMoney, summary: "both" },
	selections: { value: ({ player }) => player.selections, format: percent, summary: "average" },
	avgPoints: { value: ofGames((stats) => stats.avgPoints), format: formatAverage, summary: "average" },
	avgPointsLast3: { value: ofGames((stats) => stats.avgPointsLast3), format: formatAverage, summary: "average" },
	avgPointsLast5: { value: ofGames((stats) => stats.avgPointsLast5), format: formatAverage, summary: "average" },
	totalPoints: { value: ofGames((stats) => stats.totalPoints), format: whole, summary: "both" },
	roundPoints: { value: ofGames((stats) => stats.roundPoints), format: whole, summary: "both" },
	highestScore: { value: ofGames((stats) => stats.highestScore), format: whole, summary: "average" },
	lowestScore: { value: ofGames((stats) => stats.lowestScore), format: whole, summary: "average" },
	gamesPlayed: { value: ({ player }) => player.stats.gamesPlayed, format: whole, summary: "both" },
	costPerPoint: {
		value: ofGames((stats) => stats.costPerPoint),
		format: formatMoney,
		isBestLow: true,
		summary: "average",
	},
	breakEven: { value: ({ player }) => player.stats.breakEven, format: whole, isBestLow: true, summary: "average" },
	projectedPoints: { value: ({ player }) => player.stats.projectedPoints, format: formatAverage, summary: "both" },
	roundRank: { value: ({ player }) => player.stats.roundRank, format: formatRank, isBestLow: true, summary: "none" },
	seasonRank: { value: ({ player }) => player.stats.seasonRank, format: formatRank, isBestLow: true, summary: "none" },
	positionRank: {
		value: ({ positionRanks }) =>
			positionRanks.length === 0 ? null : Math.min(...positionRanks.map(({ rank }) => rank)),
		format: formatRank,
		isBestLow: true,
		summary: "none",
	},
};

const statColumn = (stat: MatchStat): Column => ({
	id: stat,
	value: ({ totals }, measure) => {
		if (!totals) return null;
		// A sum of percentages says nothing: time on ground is an average either way.
		return measure === "total" && stat !== "TOG" ? totals.stats[stat] : totals.stats[stat] / totals.games;
	},
	format: (value, measure) => (measure === "total" && stat !== "TOG" ? whole(value) : formatAverage(value)),
	...(stat === "FA" ? { isBestLow: true } : {}),
	summary: stat === "TOG" ? "average" : "both",
});

const STAT_COLUMNS = MATCH_STATS.map(statColumn);
const column = (id: PlayerColumnId): Column => ({ id, ...PLAYER_COLUMNS[id] });
const playerColumns = (...ids: readonly PlayerColumnId[]): readonly Column[] => ids.map(column);

/** The columns of each page after the player's own; a price's change is not shown in the stats centre (D1 §2). */
export const COLUMNS: Readonly<Record<StatsPage, readonly Column[]>> = {
	fantasy: playerColumns(
		...(["cost", "avgPoints", "totalPoints", "roundPoints", "avgPointsLast3", "avgPointsLast5"] as const),
		...(["selections", "breakEven", "projectedPoints", "costPerPoint", "highestScore", "lowestScore"] as const),
		...(["gamesPlayed", "positionRank", "seasonRank", "roundRank"] as const),
	),
	matches: [...playerColumns("gamesPlayed"), ...STAT_COLUMNS, ...playerColumns("avgPoints", "totalPoints")],
	matchups: playerColumns("cost", "avgPoints", "projectedPoints", "breakEven"),
	compare: [
		...playerColumns(
			"cost",
			"avgPoints",
			"avgPointsLast3",
			"totalPoints",
			"roundPoints",
			"highestScore",
			"lowestScore",
		),
		...playerColumns("projectedPoints", "breakEven", "costPerPoint", "selections", "gamesPlayed"),
		...playerColumns("positionRank", "seasonRank"),
		...STAT_COLUMNS,
	],
};

/** What rows can be sorted by: a column, or the name. */
export interface SortKey extends Pick<Column, "value" | "isBestLow"> {
	readonly id: ColumnId | "name";
}
/** The players' own column: alike by number, so that names alone decide. */
export const NAME_SORT: SortKey = { id: "name", value: () => 0, isBestLow: true };

/** What the sort control offers; the columns themselves offer the rest (D1 §9). */
export const SORT_OPTIONS = ["avgPoints", "totalPoints", "roundPoints"] as const;

/** What a page is sorted by: a column of its own, or what every page knows. */
export const findSortKey = (page: StatsPage, sort: string): SortKey | undefined =>
	[NAME_SORT, ...COLUMNS[page]].find(({ id }) => id === sort) ??
	COLUMNS.fantasy.find(({ id }) => id === sort && SORT_OPTIONS.some((option) => option === id));

/** A view as a page can show it: an order that only another page knows gives way to the first one. */
export const adaptView = (page: StatsPage, view: StatsView): StatsView =>
	findSortKey(page, view.sort) ? view : { ...view, sort: DEFAULT_VIEW.sort, direction: DEFAULT_VIEW.direction };

/** Rows by one key; who has nothing to tell comes last either way, and ties go by name. */
export function sortRows(
	rows: readonly StatsRow[],
	{ id, value }: SortKey,
	direction: "asc" | "desc",
	measure: Measure,
): readonly StatsRow[] {
	const sign = direction === "asc" ? 1 : -1;
	const nameSign = id === NAME_SORT.id ? sign : 1;
	return rows
		.map((row) => ({ row, value: value(row, measure) }))
		.sort((a, b) => {
			if (a.value === null || b.value === null)
				return Number(a.value === null) - Number(b.value === null) || compareByName(a.row.player, b.row.player);
			return sign * (a.value - b.value) || nameSign * compareByName(a.row.player, b.row.player);
		})
		.map(({ row }) => row);
}

/** Average and sum of a column over the rows that have a value; null without any. */
export function computeSummary(
	rows: readonly StatsRow[],
	{ value }: Pick<Column, "value">,
	measure: Measure,
): { readonly average: number; readonly total: number } | null {
	const values = rows.map((row) => value(row, measure)).filter((each) => each !== null);
	if (values.length === 0) return null;
	const total = values.reduce((sum, each) => sum + each, 0);
	return { average: total / values.length, total };
}
