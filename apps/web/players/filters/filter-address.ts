import { LINES, PLAYER_STATUSES } from "@first-bounce/rules/player";
import { POOL_STATS } from "../player-words.ts";
import { OPEN_FILTER, POOL_SORTS, POOL_VIEWS, type PoolFilter, PRICE_BANDS, type PriceBand } from "./player-filter.ts";

/** Where each part of a filter stands in an address; what is open is left out. */
const KEYS = {
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
const among = <Value extends string>(choices: readonly Value[], text: string | null): Value | null =>
	choices.find((choice) => choice === text) ?? null;

/** The filter that an address asks for; what it does not say, or says wrongly, is open. */
export function readFilter(search: URLSearchParams): PoolFilter {
	const squadId = Number(search.get(KEYS.squadId));
	return {
		search: search.get(KEYS.search) ?? "",
		position: among(LINES, search.get(KEYS.position)),
		squadId: Number.isSafeInteger(squadId) && squadId > 0 ? squadId : 0,
		price: among(BANDS, search.get(KEYS.price)) ?? OPEN_FILTER.price,
		stat: among(POOL_STATS, search.get(KEYS.stat)) ?? OPEN_FILTER.stat,
		sort: among(POOL_SORTS, search.get(KEYS.sort)) ?? OPEN_FILTER.sort,
		isStarred: search.get(KEYS.isStarred) === "1",
		status: among(PLAYER_STATUSES, search.get(KEYS.status)),
		view: among(POOL_VIEWS, search.get(KEYS.view)) ?? OPEN_FILTER.view,
	};
}

/** The address with this filter in it; everything else in it stays. */
export function writeFilter(search: URLSearchParams, filter: PoolFilter): URLSearchParams {
	const next = new URLSearchParams(search);
	for (const part of Object.keys(KEYS) as (keyof PoolFilter)[]) {
		const value = filter[part];
		if (value === OPEN_FILTER[part] || value === null) next.delete(KEYS[part]);
		else next.set(KEYS[part], value === true ? "1" : String(value));
	}
	return next;
}
