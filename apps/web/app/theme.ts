import { useState } from "react";

export type Theme = "system" | "light" | "dark";
const KEY = "theme";

function read(): Theme {
	const chosen = document.documentElement.dataset.theme;
	return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** The chosen theme, kept on this device; public/theme.js lays it before the first paint. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
	const [theme, setTheme] = useState(read);
	const choose = (next: Theme) => {
		if (next === "system") {
			localStorage.removeItem(KEY);
			delete document.documentElement.dataset.theme;
		} else {
			localStorage.setItem(KEY, next);
			document.documentElement.dataset.theme = next;
		}
		setTheme(next);
	};
	return [theme, choose];
}
