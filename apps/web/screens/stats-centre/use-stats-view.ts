import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { setPlayerParam } from "../../players/use-player-param.ts";
import { adaptView } from "./columns.ts";
import { formatView, parseView, type StatsPage, type StatsView } from "./stats-view.ts";

/** A change of the view, or a function of the current view. */
export type StatsChange = Partial<StatsView> | ((view: StatsView) => Partial<StatsView>);

/**
 * The view in the URL, adapted to the page. A change replaces the history entry, so that back leads to the previous page.
 * The object stays the same while the player modal opens, so that hundreds of cells are not rendered again.
 */
export function useStatsView(page: StatsPage) {
	const [search, setSearch] = useSearchParams();
	const latest = useRef(setSearch);
	// Newer than the rendered view while rows render, so that a second change builds on the first.
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
