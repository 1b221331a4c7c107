import type { RANKING_ORDERS } from "@first-bounce/contract/constants";

/** D1 §9, D2 §9. */
export const PAGE_SIZE = 10;
export type RankingOrder = (typeof RANKING_ORDERS)[number];
export type Direction = "asc" | "desc";

/** How the rows of a table of teams are chosen and ordered. */
export interface TableView {
	/** 0 is all rounds, to date. */
	readonly roundId: number;
	readonly order: RankingOrder;
	readonly direction: Direction;
}

export const getLastPage = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** The page on which a rank stands: ascending reverses the rows, not the ranks (decisions §3). */
export const getPageOfRank = (rank: number, total: number, direction: Direction): number =>
	Math.ceil((direction === "desc" ? rank : total - rank + 1) / PAGE_SIZE);
