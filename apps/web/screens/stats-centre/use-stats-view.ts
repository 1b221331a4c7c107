import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { withPlayer } from "../../players/player-address.ts";
import { readView, type StatsView, writeView } from "./stats-view.ts";

/**
 * The view in the address. A change takes the place of the last one: back leads to the page before, not to a filter.
 * It stays the same object while a player is opened over it, so that hundreds of cells need not be drawn again for her.
 */
export function useStatsView() {
	const [search, setSearch] = useSearchParams();
	const latest = useRef(setSearch);
	useLayoutEffect(() => {
		latest.current = setSearch;
	});
	const change = useCallback((part: Partial<StatsView>) => {
		const next = (now: URLSearchParams) => writeView({ ...readView(now), ...part }, now);
		latest.current(next, { replace: true, preventScrollReset: true });
	}, []);
	const address = withPlayer(search, null).toString();
	return useMemo(() => {
		const itself = new URLSearchParams(address);
		return { view: readView(itself), change, search: itself };
	}, [address, change]);
}
export type StatsViewState = ReturnType<typeof useStatsView>;
