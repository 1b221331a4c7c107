import { useState } from "react";

export type TeamView = "field" | "list";
/** D1 §2 names the key. */
const STORAGE_KEY = "team_view";

const loadView = (): TeamView => (localStorage.getItem(STORAGE_KEY) === "list" ? "list" : "field");

/** The ground or the list, remembered on this device. */
export function useTeamView(): readonly [TeamView, (view: TeamView) => void] {
	const [view, setView] = useState(loadView);
	const choose = (next: TeamView) => {
		localStorage.setItem(STORAGE_KEY, next);
		setView(next);
	};
	return [view, choose];
}
