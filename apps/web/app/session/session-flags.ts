import { createStore, useStore } from "../../components/store/store.ts";

/** What has happened to the session since the page was loaded. */
export interface SessionFlags {
	/** The user signed out or deactivated the account: guards redirect home without storing the page. */
	readonly wasLoggedOut: boolean;
	/** The user has just reactivated the account, and has not been greeted yet. */
	readonly hasJustRecovered: boolean;
}

const INITIAL_FLAGS: SessionFlags = { wasLoggedOut: false, hasJustRecovered: false };
const store = createStore(INITIAL_FLAGS);

export const getSessionFlags = (): SessionFlags => store.get();
export const setSessionFlags = (change: Partial<SessionFlags>): void => store.set({ ...store.get(), ...change });
export const useSessionFlags = (): SessionFlags => useStore(store);
