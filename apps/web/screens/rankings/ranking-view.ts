import { RANKING_ORDERS, STATES } from "@first-bounce/contract/constants";
import { PAGE_SIZE, type TableView } from "../../components/ranking-table/table-view.ts";

/** What the rankings show; it lives in the page's address, so that it can be shared and gone back to. */
export interface RankingView extends TableView {
	readonly state: (typeof STATES)[number] | null;
	readonly squadId: number | null;
	readonly page: number;
}

export const DEFAULT_VIEW: RankingView = {
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
export const parseView = (query: URLSearchParams): RankingView => ({
	roundId: wholeNumber(query.get("round")) ?? DEFAULT_VIEW.roundId,
	order: oneOf(RANKING_ORDERS, query.get("order")) ?? DEFAULT_VIEW.order,
	direction: oneOf(["asc", "desc"], query.get("direction")) ?? DEFAULT_VIEW.direction,
	state: oneOf(STATES, query.get("state")),
	squadId: wholeNumber(query.get("club")),
	page: wholeNumber(query.get("page")) ?? DEFAULT_VIEW.page,
});

/** The address of a view, naming only what differs from the first one. */
export function formatView(view: RankingView): URLSearchParams {
	const { roundId, squadId, ...rest } = view;
	const named = { ...rest, round: roundId, club: squadId };
	const first: Readonly<Record<string, unknown>> = { ...DEFAULT_VIEW, round: DEFAULT_VIEW.roundId, club: null };
	const told = Object.entries(named).filter(([name, value]) => value !== null && value !== first[name]);
	return new URLSearchParams(told.map(([name, value]): [string, string] => [name, String(value)]));
}

/** Another choice begins at its first page. */
export const updateView = (view: RankingView, change: Partial<RankingView>): RankingView => ({
	...view,
	page: 1,
	...change,
});

export const hasFilters = ({ state, squadId }: RankingView): boolean => state !== null || squadId !== null;

/** What the call is asked for a view (D1 §7). */
export const buildRankingQuery = ({ page, order, direction, roundId, state, squadId }: RankingView) => ({
	page,
	limit: PAGE_SIZE,
	order,
	direction,
	roundId,
	...(state === null ? {} : { state }),
	...(squadId === null ? {} : { squadId }),
});
