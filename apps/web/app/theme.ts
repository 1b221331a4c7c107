import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";
const KEY = "theme";
const listeners = new Set<() => void>();

function read(): Theme {
	const chosen = document.documentElement.dataset.theme;
	return chosen === "light" || chosen === "dark" ? chosen : "system";
}

function choose(next: Theme): void {
	if (next === "system") {
		localStorage.removeItem(KEY);
		delete document.documentElement.dataset.theme;
	} else {
		localStorage.setItem(KEY, next);
		document.documentElement.dataset.theme = next;
	}
	for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

/** The theme chosen on this device, which public/start.js applies before the first paint. A prerendered page has none. */
export const useTheme = (): readonly [Theme, (theme: Theme) => void] => [
	useSyncExternalStore(subscribe, read, () => "system"),
	choose,
];
