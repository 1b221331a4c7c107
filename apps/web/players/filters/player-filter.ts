import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Line, PlayerStatus } from "@first-bounce/rules/player";
import { LANGUAGE } from "../../i18n/language.ts";
import { getStatValue, type PoolStat } from "../player-format.ts";

export type PriceBand = "all" | "affordable" | `${number}`;
export const POOL_SORTS = ["stat", "statAsc", "price", "priceAsc", "name"] as const;
type PoolSort = (typeof POOL_SORTS)[number];

/** What players are narrowed to; `squadId` 0, `position` and `status` null mean all. */
export interface PlayerFilter {
	readonly search: string;
	readonly position: Line | null;
	readonly squadId: number;
	readonly price: PriceBand;
	readonly status: PlayerStatus | null;
	/** Starred players only. */
	readonly isStarred: boolean;
}

export const POOL_VIEWS = ["prices", "matchups"] as const;
export type PoolView = (typeof POOL_VIEWS)[number];

/** The pool shows one stat of every player, and is sorted. */
export interface PoolFilter extends PlayerFilter {
	readonly stat: PoolStat;
	readonly sort: PoolSort;
	/** What a row tells: prices and form, or who plays whom in the rounds ahead (D1 §2). */
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

/** D1 §5's bands by their lower end in dollars: 300K to 900K in steps of 100K, then 1M–3M. */
export const PRICE_BANDS: readonly number[] = [3, 4, 5, 6, 7, 8, 9, 10].map((hundreds) => hundreds * PRICE_BAND_SIZE);

/** Bands are half-open, the last is closed (C-24). */
export function isInBand(cost: number, from: number): boolean {
	if (from >= MILLION) return cost >= MILLION && cost <= MAX_PRICE;
	return cost >= from && cost < from + PRICE_BAND_SIZE;
}

/** Without case, accents, apostrophes and hyphens, as people type names. */
const normalizeName = (name: string): string =>
	name
		.normalize("NFD")
		.replaceAll(/\p{Mark}|['’.]/gu, "")
		.replaceAll("-", " ")
		.toLowerCase();

const normalizedNames = new WeakMap<PlayerEntry, string>();

function getNormalizedName(player: PlayerEntry): string {
	const name = normalizedNames.get(player) ?? normalizeName(`${player.firstName} ${player.lastName}`);
	normalizedNames.set(player, name);
	return name;
}

/** Whether a player is meant by what was typed: every word of it must begin or stand within her first or last name. */
function createNameMatcher(search: string): (player: PlayerEntry) => boolean {
	const words = normalizeName(search).trim().split(/\s+/);
	return (player) => {
		const name = getNormalizedName(player);
		return words.every((word) => name.includes(word));
	};
}

const { compare: compareNames } = new Intl.Collator(LANGUAGE);

/** By last name, then first, then id. */
export const compareByName = (a: PlayerEntry, b: PlayerEntry): number =>
	compareNames(a.lastName, b.lastName) || compareNames(a.firstName, b.firstName) || a.id - b.id;

function createComparator(sort: PoolSort, stat: PoolStat): (a: PlayerEntry, b: PlayerEntry) => number {
	const value = (player: PlayerEntry) => getStatValue(player, stat) ?? Number.NEGATIVE_INFINITY;
	const compare = (x: number, y: number) => (x === y ? 0 : x < y ? -1 : 1);
	const orders: Readonly<Record<PoolSort, (a: PlayerEntry, b: PlayerEntry) => number>> = {
		stat: (a, b) => compare(value(b), value(a)),
		statAsc: (a, b) => compare(value(a), value(b)),
		price: (a, b) => b.cost - a.cost,
		priceAsc: (a, b) => a.cost - b.cost,
		name: () => 0,
	};
	return (a, b) => orders[sort](a, b) || compareByName(a, b);
}

/** What a filter has to know besides the players: what "affordable" means now, and who is starred. */
export interface FilterContext {
	readonly bank: number;
	readonly starred: ReadonlySet<number>;
}

/** Who fits a filter, in the order given. */
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

/** The pool as it is narrowed and sorted, without those who have left. Ties go by name. */
export const filterPool = (
	players: readonly PlayerEntry[],
	filter: PoolFilter,
	context: FilterContext,
): readonly PlayerEntry[] =>
	filterPlayers(players, filter, context)
		.filter(({ departed }) => !departed)
		.sort(createComparator(filter.sort, filter.stat));
