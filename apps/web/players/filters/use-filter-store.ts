import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { createStore, type Store } from "../create-store.ts";
import { parseFilterParams, setFilterParams } from "./filter-params.ts";
import type { PoolFilter } from "./player-filter.ts";

export interface FilterStore extends Pick<Store<PoolFilter>, "get" | "subscribe"> {
	readonly change: (part: Partial<PoolFilter>) => void;
}

function createFilterStore(first: PoolFilter): FilterStore {
	const { get, set, subscribe } = createStore(first);
	return { get, subscribe, change: (part) => set({ ...get(), ...part }) };
}

/** Subscribes to part of the filter: `useFilter(store, (filter) => filter.stat)`. */
export const useFilter = <Part>(store: FilterStore, part: (filter: PoolFilter) => Part): Part =>
	useSyncExternalStore(store.subscribe, () => part(store.get()));

/** Delay between the last keystroke and the URL update. */
const URL_UPDATE_DELAY_MS = 300;

/** A filter that is initialised from the URL and written back to it. */
export function useFilterStore(): FilterStore {
	const [search, setSearch] = useSearchParams();
	const [store] = useState(() => createFilterStore(parseFilterParams(search)));
	const lastWritten = useRef(store.get());
	const write = useEffectEvent(() => {
		lastWritten.current = store.get();
		// The rendered URL may be older than the current one.
		const current = new URLSearchParams(location.search);
		setSearch(setFilterParams(current, store.get()), { replace: true, preventScrollReset: true });
	});
	useEffect(() => {
		let timeout: ReturnType<typeof setTimeout> | undefined;
		const unsubscribe = store.subscribe(() => {
			clearTimeout(timeout);
			timeout = setTimeout(write, URL_UPDATE_DELAY_MS);
		});
		return () => {
			clearTimeout(timeout);
			unsubscribe();
		};
	}, [store]);
	// Navigation changes the filter, unless an edit has not been written to the URL yet.
	useEffect(() => {
		const requested = parseFilterParams(search);
		const isNew = JSON.stringify(requested) !== JSON.stringify(lastWritten.current);
		if (isNew && lastWritten.current === store.get()) store.change(requested);
		if (isNew) lastWritten.current = store.get();
	}, [search, store]);
	return store;
}
