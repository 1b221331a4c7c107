import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { readFilter, writeFilter } from "./filter-address.ts";
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
const REST = 300;

/** A filter that begins with the page's address and is kept in it: it survives a reload and can be shared. */
export function useFilterStore(): FilterStore {
	const [search, setSearch] = useSearchParams();
	const [store] = useState(() => createFilterStore(readFilter(search)));
	const written = useRef(store.get());
	const write = useEffectEvent(() => {
		written.current = store.get();
		// What was rendered last may be behind what was just navigated to.
		const now = new URLSearchParams(location.search);
		setSearch(writeFilter(now, store.get()), { replace: true, preventScrollReset: true });
	});
	useEffect(() => {
		let rest: ReturnType<typeof setTimeout> | undefined;
		const leave = store.subscribe(() => {
			clearTimeout(rest);
			rest = setTimeout(write, REST);
		});
		return () => {
			clearTimeout(rest);
			leave();
		};
	}, [store]);
	// Back, forward or a link: the address leads, unless it still waits for what was typed.
	useEffect(() => {
		const asked = readFilter(search);
		const isNew = JSON.stringify(asked) !== JSON.stringify(written.current);
		if (isNew && written.current === store.get()) store.change(asked);
		if (isNew) written.current = store.get();
	}, [search, store]);
	return store;
}
