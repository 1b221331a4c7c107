import { useSyncExternalStore } from "react";

/** What has happened to the session since the page was loaded. */
export interface SessionFlags {
	/** The user signed out or deactivated the account: guards redirect home without storing the page. */
	readonly wasLoggedOut: boolean;
	/** The user has just recovered the account, and has not been greeted yet. */
	readonly hasJustRecovered: boolean;
}

const INITIAL_FLAGS: SessionFlags = { wasLoggedOut: false, hasJustRecovered: false };
let flags = INITIAL_FLAGS;
const listeners = new Set<() => void>();

export const getSessionFlags = (): SessionFlags => flags;

export function setSessionFlags(change: Partial<SessionFlags>): void {
	flags = { ...flags, ...change };
	for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

export const useSessionFlags = (): SessionFlags => useSyncExternalStore(subscribe, getSessionFlags, getSessionFlags);
