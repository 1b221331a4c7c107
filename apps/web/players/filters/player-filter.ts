import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Line, PlayerStatus } from "@first-bounce/rules/player";
import { LANGUAGE } from "../../i18n/language.ts";
import { getFullName, getStatValue, type PoolStat } from "../player-format.ts";

export type PriceBand = "all" | "affordable" | `${number}`;
export const POOL_SORTS = ["stat", "statAsc", "projected", "price", "priceAsc", "name"] as const;
type PoolSort = (typeof POOL_SORTS)[number];

/** Filters that every list of players has. A `squadId` of 0, and nulls, match everyone. */
export interface PlayerFilter {
	readonly search: string;
	readonly position: Line | null;
	readonly squadId: number;
	readonly price: PriceBand;
	readonly status: PlayerStatus | null;
	/** Favourites only. */
	readonly isStarred: boolean;
}

export const POOL_VIEWS = ["prices", "matchups"] as const;
export type PoolView = (typeof POOL_VIEWS)[number];

/** The pool also has a selected stat, an order and a view. */
export interface PoolFilter extends PlayerFilter {
	readonly stat: PoolStat;
	readonly sort: PoolSort;
	/** Rows show prices and form, or the matchups of the next rounds. */
	readonly view: PoolView;
}

export const DEFAULT_PLAYER_FILTER: PlayerFilter = {
	search: "",
	position: null,
	squadId: 0,
	price: "all",
	status: null,
	isStarred: false,
};
export const DEFAULT_POOL_FILTER: PoolFilter = {
	...DEFAULT_PLAYER_FILTER,
	stat: "avgPoints",
	sort: "stat",
	view: "prices",
};

const PRICE_BAND_SIZE = 100_000;
const MILLION = 1_000_000;
const MAX_PRICE = 3_000_000;

/** Lower ends of the price bands in dollars: 300K to 900K in steps of 100K, then 1M to 3M. */
export const PRICE_BANDS: readonly number[] = [3, 4, 5, 6, 7, 8, 9, 10].map((hundreds) => hundreds * PRICE_BAND_SIZE);

export const PRICE_FILTERS: readonly PriceBand[] = [
	"all",
	"affordable",
	...PRICE_BANDS.map((from) => `${from}` as const),
];

/** Bands exclude their upper end, except for the last one. */
export function isInBand(cost: number, from: number): boolean {
	if (from >= MILLION) return cost >= MILLION && cost <= MAX_PRICE;
	return cost >= from && cost < from + PRICE_BAND_SIZE;
}

/** In lower case, without accents, apostrophes and full stops; a hyphen becomes a space. */
export const normalizeName = (name: string): string =>
	name
		.normalize("NFD")
		.replaceAll(/\p{Mark}|['’.]/gu, "")
		.replaceAll("-", " ")
		.toLowerCase();

const normalizedNames = new WeakMap<PlayerEntry, string>();

function getNormalizedName(player: PlayerEntry): string {
	const name = normalizedNames.get(player) ?? normalizeName(getFullName(player));
	normalizedNames.set(player, name);
	return name;
}

/** Matches a player if every word of the search is part of her name. */
function createNameMatcher(search: string): (player: PlayerEntry) => boolean {
	const words = normalizeName(search).trim().split(/\s+/);
	return (player) => {
		const name = getNormalizedName(player);
		return words.every((word) => name.includes(word));
	};
}

/** The players whose names have every word of a search, in the given order; nobody for an empty search. */
export const searchPlayers = (players: readonly PlayerEntry[], search: string): PlayerEntry[] =>
	normalizeName(search).trim() === "" ? [] : players.filter(createNameMatcher(search));

const { compare: compareNames } = new Intl.Collator(LANGUAGE);

/** Compares by last name, then first name, then id. */
export const compareByName = (a: PlayerEntry, b: PlayerEntry): number =>
	compareNames(a.lastName, b.lastName) || compareNames(a.firstName, b.firstName) || a.id - b.id;

/** Compares values, ascending with a sign of 1; nulls are last in both directions. */
export function compareNullsLast(a: number | null, b: number | null, sign: 1 | -1): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	return sign * (a - b);
}

function createComparator(sort: PoolSort, stat: PoolStat): (a: PlayerEntry, b: PlayerEntry) => number {
	const getValue = (player: PlayerEntry) => getStatValue(player, stat);
	const orders: Readonly<Record<PoolSort, (a: PlayerEntry, b: PlayerEntry) => number>> = {
		stat: (a, b) => compareNullsLast(getValue(a), getValue(b), -1),
		statAsc: (a, b) => compareNullsLast(getValue(a), getValue(b), 1),
		projected: (a, b) => b.stats.projectedPoints - a.stats.projectedPoints,
		price: (a, b) => b.cost - a.cost,
		priceAsc: (a, b) => a.cost - b.cost,
		name: () => 0,
	};
	return (a, b) => orders[sort](a, b) || compareByName(a, b);
}

/** The bank, which the price band "affordable" needs, and the favourites. */
export interface FilterContext {
	readonly bank: number;
	readonly starred: ReadonlySet<number>;
}

/** The matching players, in the given order. */
export function filterPlayers(
	players: readonly PlayerEntry[],
	filter: PlayerFilter,
	{ bank, starred }: FilterContext,
): PlayerEntry[] {
	const { search, position, squadId, price, status, isStarred } = filter;
	const matchesPrice = ({ cost }: PlayerEntry) =>
		price === "all" || (price === "affordable" ? cost <= bank : isInBand(cost, Number(price)));
	const matchesName = createNameMatcher(search);
	return players.filter(
		(player) =>
			(position === null || player.position.includes(position)) &&
			(squadId === 0 || player.squadId === squadId) &&
			(status === null || player.status === status) &&
			(!isStarred || starred.has(player.id)) &&
			matchesPrice(player) &&
			matchesName(player),
	);
}

/** The matching players who have not left, sorted, with ties in order of name. */
export const filterPool = (
	players: readonly PlayerEntry[],
	filter: PoolFilter,
	context: FilterContext,
): readonly PlayerEntry[] =>
	filterPlayers(players, filter, context)
		.filter(({ departed }) => !departed)
		.sort(createComparator(filter.sort, filter.stat));
