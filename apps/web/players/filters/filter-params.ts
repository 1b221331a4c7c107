import { LINES, PLAYER_STATUSES } from "@first-bounce/rules/player";
import { POOL_STATS } from "../player-format.ts";
import {
	DEFAULT_POOL_FILTER,
	POOL_SORTS,
	POOL_VIEWS,
	type PoolFilter,
	PRICE_BANDS,
	type PriceBand,
} from "./player-filter.ts";

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

const BANDS: readonly PriceBand[] = ["all", "affordable", ...PRICE_BANDS.map((from) => `${from}` as const)];
const findChoice = <Value extends string>(choices: readonly Value[], text: string | null): Value | null =>
	choices.find((choice) => choice === text) ?? null;

/** The filter in a URL. Missing and invalid values take their defaults. */
export function parseFilterParams(search: URLSearchParams): PoolFilter {
	const squadId = Number(search.get(PARAM_NAMES.squadId));
	return {
		search: search.get(PARAM_NAMES.search) ?? "",
		position: findChoice(LINES, search.get(PARAM_NAMES.position)),
		squadId: Number.isSafeInteger(squadId) && squadId > 0 ? squadId : 0,
		price: findChoice(BANDS, search.get(PARAM_NAMES.price)) ?? DEFAULT_POOL_FILTER.price,
		stat: findChoice(POOL_STATS, search.get(PARAM_NAMES.stat)) ?? DEFAULT_POOL_FILTER.stat,
		sort: findChoice(POOL_SORTS, search.get(PARAM_NAMES.sort)) ?? DEFAULT_POOL_FILTER.sort,
		isStarred: search.get(PARAM_NAMES.isStarred) === "1",
		status: findChoice(PLAYER_STATUSES, search.get(PARAM_NAMES.status)),
		view: findChoice(POOL_VIEWS, search.get(PARAM_NAMES.view)) ?? DEFAULT_POOL_FILTER.view,
	};
}

/** Adds a filter to a URL's parameters; the others stay. */
export function setFilterParams(search: URLSearchParams, filter: PoolFilter): URLSearchParams {
	const next = new URLSearchParams(search);
	for (const part of Object.keys(PARAM_NAMES) as (keyof PoolFilter)[]) {
		const value = filter[part];
		if (value === DEFAULT_POOL_FILTER[part] || value === null) next.delete(PARAM_NAMES[part]);
		else next.set(PARAM_NAMES[part], value === true ? "1" : String(value));
	}
	return next;
}
