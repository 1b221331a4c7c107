import type { RANK_ORDERS } from "@first-bounce/rules/rankings/ranks";

export const PAGE_SIZE = 10;
export type RankingOrder = (typeof RANK_ORDERS)[number];
export type Direction = "asc" | "desc";

/** The round and the order of the rankings. */
export interface TableView {
	/** 0 is the season to date. */
	readonly roundId: number;
	readonly order: RankingOrder;
	readonly direction: Direction;
}

export const getLastPage = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** The page that contains a rank. Ascending order reverses the rows, not the ranks. */
export const getPageOfRank = (rank: number, total: number, direction: Direction): number =>
	Math.ceil((direction === "desc" ? rank : total - rank + 1) / PAGE_SIZE);
