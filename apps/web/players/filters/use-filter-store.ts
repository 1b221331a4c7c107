import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useSearchParams } from "react-router";
import { IN_PLACE } from "../../app/search-params.ts";
import { createStore, type Store } from "../../components/store/store.ts";
import { parseFilterParams, setFilterParams } from "./filter-params.ts";
import type { PoolFilter } from "./player-filter.ts";

export interface FilterStore extends Pick<Store<PoolFilter>, "get" | "subscribe"> {
	readonly change: (part: Partial<PoolFilter>) => void;
}

export function createFilterStore(initialFilter: PoolFilter): FilterStore {
	const { get, set, subscribe } = createStore(initialFilter);
	return { get, subscribe, change: (part) => set({ ...get(), ...part }) };
}

/** Subscribes to part of the filter: `useFilter(store, (filter) => filter.stat)`. */
export const useFilter = <Part>(store: FilterStore, select: (filter: PoolFilter) => Part): Part =>
	useSyncExternalStore(store.subscribe, () => select(store.get()));

/** Delay between the last change and the URL update: longer than between two keys, because the update re-renders the page. */
const URL_UPDATE_DELAY_MS = 800;

/**
 * A filter that is initialised from the URL and written back to it. Other navigation on the page, such as a link that
 * opens the pool or Back that closes it, keeps the filter, because its URL may be older than the last change.
 */
export function useFilterStore(): FilterStore {
	const [search, setSearch] = useSearchParams();
	const { key } = useLocation();
	const [store] = useState(() => createFilterStore(parseFilterParams(search)));
	const timeout = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const write = useEffectEvent(() => {
		// Until a navigation is rendered, it is not replaced: its state, and the screen that it opens, would be lost.
		if ((history.state?.key ?? "default") !== key) return;
		setSearch(setFilterParams(search, store.get()), IN_PLACE);
	});
	const scheduleWrite = useEffectEvent(() => {
		clearTimeout(timeout.current);
		timeout.current = setTimeout(write, URL_UPDATE_DELAY_MS);
	});
	useEffect(() => {
		const unsubscribe = store.subscribe(() => scheduleWrite());
		return () => {
			clearTimeout(timeout.current);
			unsubscribe();
		};
	}, [store]);
	useEffect(() => {
		// A navigation that was rendered late is another reason to write, so the effect depends on its key.
		if (key && JSON.stringify(parseFilterParams(search)) !== JSON.stringify(store.get())) scheduleWrite();
	}, [key, search, store]);
	return store;
}
