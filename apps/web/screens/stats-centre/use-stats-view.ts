import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { IN_PLACE } from "../../app/search-params.ts";
import { setPlayerParam } from "../../players/use-player-param.ts";
import { adaptView } from "./columns.ts";
import { formatView, parseView, type StatsPage, type StatsView } from "./stats-view.ts";

/** A change of the view, or a function of the current view. */
export type StatsChange = Partial<StatsView> | ((view: StatsView) => Partial<StatsView>);

/**
 * The view in the URL, adapted to the page. A change replaces the history entry, so that Back leads to another page.
 * The object stays the same while the player modal opens, so that hundreds of cells are not rendered again.
 */
export function useStatsView(page: StatsPage) {
	const [search, setSearch] = useSearchParams();
	const setSearchRef = useRef(setSearch);
	// The latest query, which may not be rendered yet, so that a second change builds on the first.
	const query = useRef(search);
	useLayoutEffect(() => {
		setSearchRef.current = setSearch;
	});
	useLayoutEffect(() => {
		query.current = search;
	}, [search]);
	const change = useCallback((part: StatsChange) => {
		const view = parseView(query.current);
		query.current = formatView({ ...view, ...(typeof part === "function" ? part(view) : part) }, query.current);
		setSearchRef.current(query.current, IN_PLACE);
	}, []);
	const viewQuery = setPlayerParam(search, null).toString();
	return useMemo(() => {
		const parsed = new URLSearchParams(viewQuery);
		return { view: adaptView(page, parseView(parsed)), change, search: parsed };
	}, [viewQuery, change, page]);
}
export type StatsViewState = ReturnType<typeof useStatsView>;
