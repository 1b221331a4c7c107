import { useSearchParams } from "react-router";
import { readView, type StatsView, writeView } from "./stats-view.ts";

/** The view in the address. A change takes the place of the last one: back leads to the page before, not to a filter. */
export function useStatsView() {
	const [search, setSearch] = useSearchParams();
	const view = readView(search);
	const change = (part: Partial<StatsView>) =>
		setSearch((now) => writeView({ ...readView(now), ...part }, now), { replace: true, preventScrollReset: true });
	return { view, change, search };
}
export type StatsViewState = ReturnType<typeof useStatsView>;
