import { STATES } from "@first-bounce/contract/constants";
import { BEST_PERCENTS, type BestPercent } from "@first-bounce/rules/rankings/best-of-season";
import { RANK_ORDERS } from "@first-bounce/rules/rankings/ranks";
import { parseOneOf, parseWholeNumber, withParams } from "../../app/search-params.ts";
import { PAGE_SIZE, type TableView } from "../../components/ranking-table/paging.ts";

/** The filters and page of the rankings, stored in the URL. */
export interface RankingView extends TableView {
	readonly state: (typeof STATES)[number] | null;
	readonly squadId: number | null;
	/** Only teams of managers who finished in the best `best` percent of last season. */
	readonly best: BestPercent | null;
	readonly page: number;
}

/** Parses the percentage of `best`; null for any other text. */
const parseBest = (text: string | null): BestPercent | null =>
	BEST_PERCENTS.find((percent) => String(percent) === text) ?? null;

export const DEFAULT_VIEW: RankingView = {
	roundId: 0,
	order: "totalPoints",
	direction: "desc",
	state: null,
	squadId: null,
	best: null,
	page: 1,
};

/** Parses a URL query; invalid values fall back to the defaults. */
export const parseView = (query: URLSearchParams): RankingView => ({
	roundId: parseWholeNumber(query.get("round")) ?? DEFAULT_VIEW.roundId,
	order: parseOneOf(RANK_ORDERS, query.get("order")) ?? DEFAULT_VIEW.order,
	direction: parseOneOf(["asc", "desc"], query.get("direction")) ?? DEFAULT_VIEW.direction,
	state: parseOneOf(STATES, query.get("state")),
	squadId: parseWholeNumber(query.get("club")),
	best: parseBest(query.get("best")),
	page: parseWholeNumber(query.get("page")) ?? DEFAULT_VIEW.page,
});

/** The URL query of a view, without default values. */
export function formatView(view: RankingView): URLSearchParams {
	const { roundId, squadId, ...rest } = view;
	const parameters = { ...rest, round: roundId, club: squadId };
	const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_VIEW, round: DEFAULT_VIEW.roundId };
	const changed = Object.entries(parameters).filter(([name, value]) => value !== defaults[name]);
	return withParams(new URLSearchParams(), Object.fromEntries(changed));
}

/** Changing a filter returns to the first page. */
export const updateView = (view: RankingView, change: Partial<RankingView>): RankingView => ({
	...view,
	page: 1,
	...change,
});

export const NO_FILTERS = { state: null, squadId: null, best: null } as const;

export const hasFilters = ({ state, squadId, best }: RankingView): boolean =>
	state !== null || squadId !== null || best !== null;

export const buildRankingQuery = ({ page, order, direction, roundId, state, squadId, best }: RankingView) => ({
	page,
	limit: PAGE_SIZE,
	order,
	direction,
	roundId,
	...(state === null ? {} : { state }),
	...(squadId === null ? {} : { squadId }),
	...(best === null ? {} : { best }),
});
