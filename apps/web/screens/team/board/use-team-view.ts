import { useSyncExternalStore } from "react";
import { readStorage, writeStorage } from "../../../app/session/browser-storage.ts";

export type TeamView = "field" | "list";
/** Key of the view in the browser's storage. */
const STORAGE_KEY = "team_view";

const loadView = (): TeamView => (readStorage("local", STORAGE_KEY) === "list" ? "list" : "field");

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};
const chooseView = (view: TeamView) => {
	writeStorage("local", STORAGE_KEY, view);
	for (const listener of listeners) listener();
};

/** Ground or list, stored on this device. A change re-renders only the components that use it. */
export const useTeamView = (): readonly [TeamView, (view: TeamView) => void] => [
	useSyncExternalStore(subscribe, loadView),
	chooseView,
];
