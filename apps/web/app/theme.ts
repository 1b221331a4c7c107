import { useSyncExternalStore } from "react";
import { writeStorage } from "./session/browser-storage.ts";

export type Theme = "system" | "light" | "dark";
const STORAGE_KEY = "theme";
const listeners = new Set<() => void>();

function getTheme(): Theme {
	const theme = document.documentElement.dataset.theme;
	return theme === "light" || theme === "dark" ? theme : "system";
}

function setTheme(next: Theme): void {
	writeStorage("local", STORAGE_KEY, next === "system" ? null : next);
	if (next === "system") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = next;
	for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

/** The theme chosen on this device, which public/start.js applies before the first paint. A prerendered page has none. */
export const useTheme = (): readonly [Theme, (theme: Theme) => void] => [
	useSyncExternalStore(subscribe, getTheme, () => "system"),
	setTheme,
];
