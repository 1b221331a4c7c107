import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { setPlayerParam } from "../../players/use-player-param.ts";
import { adaptView } from "./columns.ts";
import { formatView, parseView, type StatsPage, type StatsView } from "./stats-view.ts";

/** What changes of a view: itself, or worked out from the view as it is by then. */
export type StatsChange = Partial<StatsView> | ((view: StatsView) => Partial<StatsView>);

/**
 * The view in the address, as the page can show it. A change takes the place of the last one: back leads to the page before, not to a filter.
 * It stays the same object while a player is opened over it, so that hundreds of cells need not be drawn again for her.
 */
export function useStatsView(page: StatsPage) {
	const [search, setSearch] = useSearchParams();
	const latest = useRef(setSearch);
	// Ahead of the page while hundreds of rows are drawn: a second choice meanwhile builds on the first.
	const now = useRef(search);
	useLayoutEffect(() => {
		latest.current = setSearch;
	});
	useLayoutEffect(() => {
		now.current = search;
	}, [search]);
	const change = useCallback((part: StatsChange) => {
		const view = parseView(now.current);
		now.current = formatView({ ...view, ...(typeof part === "function" ? part(view) : part) }, now.current);
		latest.current(now.current, { replace: true, preventScrollReset: true });
	}, []);
	const address = setPlayerParam(search, null).toString();
	return useMemo(() => {
		const itself = new URLSearchParams(address);
		return { view: adaptView(page, parseView(itself)), change, search: itself };
	}, [address, change, page]);
}
export type StatsViewState = ReturnType<typeof useStatsView>;
