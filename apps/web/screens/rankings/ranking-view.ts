import { STATES } from "@first-bounce/contract/fields";
import { RANKING_ORDERS } from "@first-bounce/contract/rankings";

/** D1 §9. */
export const PAGE_SIZE = 10;
export type RankingOrder = (typeof RANKING_ORDERS)[number];
export type Direction = "asc" | "desc";

/** What the rankings show; it lives in the page's address, so that it can be shared and gone back to. */
export interface RankingView {
	/** 0 is all rounds, to date. */
	readonly roundId: number;
	readonly order: RankingOrder;
	readonly direction: Direction;
	readonly state: (typeof STATES)[number] | null;
	readonly squadId: number | null;
	readonly page: number;
}

export const FIRST_VIEW: RankingView = {
	roundId: 0,
	order: "totalPoints",
	direction: "desc",
	state: null,
	squadId: null,
	page: 1,
};

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
	values.find((value) => value === text) ?? null;

function wholeNumber(text: string | null): number | null {
	const value = Number(text ?? Number.NaN);
	return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Reads an address; whatever is not understood is as at first. */
export const readView = (query: URLSearchParams): RankingView => ({
	roundId: wholeNumber(query.get("round")) ?? FIRST_VIEW.roundId,
	order: oneOf(RANKING_ORDERS, query.get("order")) ?? FIRST_VIEW.order,
	direction: oneOf(["asc", "desc"], query.get("direction")) ?? FIRST_VIEW.direction,
	state: oneOf(STATES, query.get("state")),
	squadId: wholeNumber(query.get("club")),
	page: wholeNumber(query.get("page")) ?? FIRST_VIEW.page,
});

/** The address of a view, naming only what differs from the first one. */
export function writeView(view: RankingView): URLSearchParams {
	const { roundId, squadId, ...rest } = view;
	const named = { ...rest, round: roundId, club: squadId };
	const first: Readonly<Record<string, unknown>> = { ...FIRST_VIEW, round: FIRST_VIEW.roundId, club: null };
	const told = Object.entries(named).filter(([name, value]) => value !== null && value !== first[name]);
	return new URLSearchParams(told.map(([name, value]): [string, string] => [name, String(value)]));
}

/** Another choice begins at its first page. */
export const changedView = (view: RankingView, change: Partial<RankingView>): RankingView => ({
	...view,
	page: 1,
	...change,
});

export const hasFilters = ({ state, squadId }: RankingView): boolean => state !== null || squadId !== null;

/** What the call is asked for a view (D1 §7). */
export const rankingQuery = ({ page, order, direction, roundId, state, squadId }: RankingView) => ({
	page,
	limit: PAGE_SIZE,
	order,
	direction,
	roundId,
	...(state === null ? {} : { state }),
	...(squadId === null ? {} : { squadId }),
});

export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** The page on which a rank stands: ascending reverses the rows, not the ranks (decisions §3). */
export const pageOfRank = (rank: number, total: number, direction: Direction): number =>
	Math.ceil((direction === "desc" ? rank : total - rank + 1) / PAGE_SIZE);
