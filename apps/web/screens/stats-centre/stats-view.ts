import { LINES, PLAYER_STATUSES } from "@first-bounce/rules/player";
import { parseOneOf, parseWholeNumber, withParams } from "../../app/search-params.ts";
import { DEFAULT_PLAYER_FILTER, type PlayerFilter, PRICE_FILTERS } from "../../players/filters/player-filter.ts";

export const STATS_PAGES = ["fantasy", "matches", "matchups", "compare"] as const;
export type StatsPage = (typeof STATS_PAGES)[number];
export type Measure = "average" | "total";

export const MAX_COMPARED = 4;

/** Filters, order and selection of the stats centre, stored in the URL. */
export interface StatsView {
	readonly filter: PlayerFilter;
	/** A column's id. */
	readonly sort: string;
	readonly direction: "asc" | "desc";
	/** Match stats per match or in total. */
	readonly measure: Measure;
	/** The players to compare, in the order they were chosen. */
	readonly comparedIds: readonly number[];
}

/** Sorted by average (D1.9.21). */
export const DEFAULT_VIEW: StatsView = {
	filter: DEFAULT_PLAYER_FILTER,
	sort: "avgPoints",
	direction: "desc",
	measure: "average",
	comparedIds: [],
};

/** Parses a URL query; invalid values fall back to the defaults. */
export const parseView = (query: URLSearchParams): StatsView => ({
	filter: {
		search: query.get("name") ?? "",
		position: parseOneOf(LINES, query.get("position")),
		squadId: parseWholeNumber(query.get("club")) ?? 0,
		price: parseOneOf(PRICE_FILTERS, query.get("price")) ?? DEFAULT_PLAYER_FILTER.price,
		status: parseOneOf(PLAYER_STATUSES, query.get("status")),
		isStarred: query.get("starred") === "yes",
	},
	sort: query.get("sort") ?? DEFAULT_VIEW.sort,
	direction: parseOneOf(["asc", "desc"], query.get("direction")) ?? DEFAULT_VIEW.direction,
	measure: parseOneOf(["average", "total"], query.get("measure")) ?? DEFAULT_VIEW.measure,
	comparedIds: [...new Set((query.get("with") ?? "").split(",").flatMap((id) => parseWholeNumber(id) ?? []))].slice(
		0,
		MAX_COMPARED,
	),
});

/** The URL query of a view, without default values. The open player modal stays open. */
export function formatView(
	{ filter, sort, direction, measure, comparedIds }: StatsView,
	current: URLSearchParams,
): URLSearchParams {
	return withParams(new URLSearchParams(), {
		name: filter.search || null,
		position: filter.position,
		club: filter.squadId || null,
		price: filter.price === "all" ? null : filter.price,
		status: filter.status,
		starred: filter.isStarred ? "yes" : null,
		sort: sort === DEFAULT_VIEW.sort ? null : sort,
		direction: direction === DEFAULT_VIEW.direction ? null : direction,
		measure: measure === DEFAULT_VIEW.measure ? null : measure,
		with: comparedIds.join() || null,
		player: current.get("player"),
	});
}

/** Adds or removes a player; a fifth is ignored. */
export function toggleCompared(comparedIds: readonly number[], id: number): readonly number[] {
	if (comparedIds.includes(id)) return comparedIds.filter((comparedId) => comparedId !== id);
	return comparedIds.length < MAX_COMPARED ? [...comparedIds, id] : comparedIds;
}

export const hasActiveFilters = ({ search, ...rest }: PlayerFilter): boolean =>
	search.trim() !== "" ||
	Object.entries(rest).some(([name, value]) => DEFAULT_PLAYER_FILTER[name as keyof typeof rest] !== value);
