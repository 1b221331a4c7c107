import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { parseFilterParams, setFilterParams } from "./filter-params.ts";
import type { PoolFilter } from "./player-filter.ts";

/** Holds a filter outside the tree, so that a keystroke draws only what reads it. */
export interface FilterStore {
	readonly get: () => PoolFilter;
	readonly change: (part: Partial<PoolFilter>) => void;
	readonly subscribe: (listener: () => void) => () => void;
}

function createFilterStore(first: PoolFilter): FilterStore {
	let filter = first;
	const listeners = new Set<() => void>();
	return {
		get: () => filter,
		change: (part) => {
			filter = { ...filter, ...part };
			for (const listener of listeners) listener();
		},
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** A part of the filter, drawn again when that part changes: `useFilter(store, (filter) => filter.stat)`. */
export const useFilter = <Part>(store: FilterStore, part: (filter: PoolFilter) => Part): Part =>
	useSyncExternalStore(store.subscribe, () => part(store.get()));

/** Typing rests for so many milliseconds before the address follows. */
const URL_UPDATE_DELAY_MS = 300;

/** A filter that begins with the page's address and is kept in it: it survives a reload and can be shared. */
export function useFilterStore(): FilterStore {
	const [search, setSearch] = useSearchParams();
	const [store] = useState(() => createFilterStore(parseFilterParams(search)));
	const written = useRef(store.get());
	const write = useEffectEvent(() => {
		written.current = store.get();
		// What was rendered last may be behind what was just navigated to.
		const now = new URLSearchParams(location.search);
		setSearch(setFilterParams(now, store.get()), { replace: true, preventScrollReset: true });
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
	// Back, forward or a link: the address leads, unless it still waits for what was typed.
	useEffect(() => {
		const requested = parseFilterParams(search);
		const isNew = JSON.stringify(requested) !== JSON.stringify(written.current);
		if (isNew && written.current === store.get()) store.change(requested);
		if (isNew) written.current = store.get();
	}, [search, store]);
	return store;
}
