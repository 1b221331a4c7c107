import { showRankings } from "@first-bounce/contract/stats/rankings";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { callQuery } from "../../api/use-call.ts";
import { getLastPage } from "../../components/ranking-table/paging.ts";
import {
	buildRankingQuery,
	DEFAULT_VIEW,
	formatView,
	parseView,
	type RankingView,
	updateView,
} from "./ranking-view.ts";

/** The rankings of the view in the URL; unknown rounds and clubs are ignored. */
export function useRankings({ rounds, squads }: Pick<Season, "rounds" | "squads">) {
	const [search, setSearch] = useSearchParams();
	const requested = parseView(search);
	const view = {
		...requested,
		roundId: rounds.some(({ id }) => id === requested.roundId) ? requested.roundId : DEFAULT_VIEW.roundId,
		squadId: requested.squadId !== null && squads.has(requested.squadId) ? requested.squadId : DEFAULT_VIEW.squadId,
	};
	const result = useQuery({
		...callQuery(showRankings, { query: buildRankingQuery(view) }),
		// The previous page stays visible while the next one loads.
		placeholderData: keepPreviousData,
	});
	const change = (part: Partial<RankingView>, options?: { readonly replace: boolean }) =>
		setSearch(formatView(updateView(view, part)), { preventScrollReset: true, ...options });
	return { view, change, result };
}

/** Shows the last page if the URL names a page beyond it. */
export function useValidPage(
	page: number,
	result: Pick<UseQueryResult<{ readonly total: number }>, "data" | "isPlaceholderData">,
	change: (part: { readonly page: number }, options: { readonly replace: boolean }) => void,
) {
	const { data, isPlaceholderData } = result;
	const last = data && !isPlaceholderData && data.total > 0 ? getLastPage(data.total) : null;
	const isBeyond = last !== null && page > last;
	const showPage = useEffectEvent((lastPage: number) => change({ page: lastPage }, { replace: true }));
	useEffect(() => {
		if (isBeyond) showPage(last);
	}, [isBeyond, last]);
}
