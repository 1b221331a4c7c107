import { useCallback, useState } from "react";
import { DEFAULT_PLAYER_FILTER, type PlayerFilter } from "../../../../players/filters/player-filter.ts";

export const SORTS = ["rank", "projected", "average", "lastSeason", "averagePick", "name"] as const;
export type Sort = (typeof SORTS)[number];
export const SHOWN = ["free", "legal"] as const;
export type Shown = (typeof SHOWN)[number];

/** How many rows are shown at first, and by each press on "Show more". */
const PAGE = 50;

/** Which free players the pool shows, and in which order. */
export function usePoolView() {
	const [filter, setFilter] = useState(DEFAULT_PLAYER_FILTER);
	const [sort, setSort] = useState<Sort>("rank");
	const [shown, setShown] = useState<Shown>("free");
	const [count, setCount] = useState(PAGE);
	const changeFilter = useCallback((part: Partial<PlayerFilter>) => {
		setFilter((previous) => ({ ...previous, ...part }));
		setCount(PAGE);
	}, []);
	return { filter, changeFilter, sort, setSort, shown, setShown, count, showMore: () => setCount(count + PAGE) };
}
export type PoolView = ReturnType<typeof usePoolView>;
