import { useSyncExternalStore } from "react";

/** What has happened to the session since the page was opened (D1 §4). */
export interface SessionFlags {
	/** She signed out or left: guards send her home and remember nothing (C-49). */
	readonly wasLoggedOut: boolean;
	/** A returning user's account has just been recovered. */
	readonly isNowRecovered: boolean;
}

const UNTOUCHED: SessionFlags = { wasLoggedOut: false, isNowRecovered: false };
let flags = UNTOUCHED;
const listeners = new Set<() => void>();

export const sessionFlags = (): SessionFlags => flags;

export function setSessionFlags(change: Partial<SessionFlags>): void {
	flags = { ...flags, ...change };
	for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

export const useSessionFlags = (): SessionFlags => useSyncExternalStore(subscribe, sessionFlags, sessionFlags);
