import { LINES, PLAYER_STATUSES } from "@first-bounce/rules/player";
import { parseOneOf, parseWholeNumber, withParams } from "../../app/search-params.ts";
import { POOL_STATS } from "../player-format.ts";
import { DEFAULT_POOL_FILTER, POOL_SORTS, POOL_VIEWS, type PoolFilter, PRICE_FILTERS } from "./player-filter.ts";

/** URL parameter of each part of a filter. Defaults are left out. */
const PARAM_NAMES = {
	search: "q",
	position: "pos",
	squadId: "club",
	price: "price",
	stat: "stat",
	sort: "sort",
	isStarred: "fav",
	status: "status",
	view: "view",
} as const satisfies Record<keyof PoolFilter, string>;

/** The filter in a URL. Missing and invalid values take their defaults. */
export function parseFilterParams(search: URLSearchParams): PoolFilter {
	return {
		search: search.get(PARAM_NAMES.search) ?? "",
		position: parseOneOf(LINES, search.get(PARAM_NAMES.position)),
		squadId: parseWholeNumber(search.get(PARAM_NAMES.squadId)) ?? 0,
		price: parseOneOf(PRICE_FILTERS, search.get(PARAM_NAMES.price)) ?? DEFAULT_POOL_FILTER.price,
		stat: parseOneOf(POOL_STATS, search.get(PARAM_NAMES.stat)) ?? DEFAULT_POOL_FILTER.stat,
		sort: parseOneOf(POOL_SORTS, search.get(PARAM_NAMES.sort)) ?? DEFAULT_POOL_FILTER.sort,
		isStarred: search.get(PARAM_NAMES.isStarred) === "1",
		status: parseOneOf(PLAYER_STATUSES, search.get(PARAM_NAMES.status)),
		view: parseOneOf(POOL_VIEWS, search.get(PARAM_NAMES.view)) ?? DEFAULT_POOL_FILTER.view,
	};
}

/** Adds a filter to a URL's parameters; the others stay. */
export function setFilterParams(search: URLSearchParams, filter: PoolFilter): URLSearchParams {
	const parts = Object.keys(PARAM_NAMES) as (keyof PoolFilter)[];
	const values = parts.map((part) => {
		const value = filter[part] === DEFAULT_POOL_FILTER[part] ? null : filter[part];
		return [PARAM_NAMES[part], value === true ? "1" : value || null] as const;
	});
	return withParams(search, Object.fromEntries(values));
}
