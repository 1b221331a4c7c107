import { useState } from "react";

export type TeamView = "field" | "list";
/** Key of the view in the browser's storage. */
const STORAGE_KEY = "team_view";

const loadView = (): TeamView => (localStorage.getItem(STORAGE_KEY) === "list" ? "list" : "field");

/** Ground or list, stored on this device. */
export function useTeamView(): readonly [TeamView, (view: TeamView) => void] {
	const [view, setView] = useState(loadView);
	const choose = (next: TeamView) => {
		localStorage.setItem(STORAGE_KEY, next);
		setView(next);
	};
	return [view, choose];
}
