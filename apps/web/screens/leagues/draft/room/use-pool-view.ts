import { useCallback, useState } from "react";
import { DEFAULT_PLAYER_FILTER, type PlayerFilter } from "../../../../players/filters/player-filter.ts";

/** How many rows are shown at first, and by each press on "Show more". */
const PAGE_SIZE = 50;

/** The filters of a list of players, and how many of its rows are shown. A change of the filters shows the first rows again. */
export function useFilteredPage(start: PlayerFilter) {
	const [filter, setFilter] = useState(start);
	const [shownCount, setShownCount] = useState(PAGE_SIZE);
	const changeFilter = useCallback((part: Partial<PlayerFilter>) => {
		setFilter((previous) => ({ ...previous, ...part }));
		setShownCount(PAGE_SIZE);
	}, []);
	return { filter, setFilter, changeFilter, shownCount, showMore: () => setShownCount(shownCount + PAGE_SIZE) };
}

export const SORTS = ["rank", "projected", "average", "lastSeason", "averagePick", "name"] as const;
export type Sort = (typeof SORTS)[number];
export const SHOWN = ["free", "legal"] as const;
export type Shown = (typeof SHOWN)[number];

/** Which free players the pool shows, and in which order. */
export function usePoolView() {
	const page = useFilteredPage(DEFAULT_PLAYER_FILTER);
	const [sort, setSort] = useState<Sort>("rank");
	const [shown, setShown] = useState<Shown>("free");
	return { ...page, sort, setSort, shown, setShown };
}
export type DraftPoolView = ReturnType<typeof usePoolView>;
