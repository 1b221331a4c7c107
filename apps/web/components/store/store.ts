import { useSyncExternalStore } from "react";

/** A value outside the component tree, so that a change re-renders only its readers. */
export interface Store<Value> {
	readonly get: () => Value;
	readonly set: (value: Value) => void;
	readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initialValue: Value): Store<Value> {
	let value = initialValue;
	const listeners = new Set<() => void>();
	return {
		get: () => value,
		set: (next) => {
			value = next;
			for (const listener of listeners) listener();
		},
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** Subscribes to a store's value. */
export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get, get);
