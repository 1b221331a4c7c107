import { useState } from "react";

export type TeamView = "field" | "list";
/** D1 §2 names the key. */
const KEY = "team_view";

const read = (): TeamView => (localStorage.getItem(KEY) === "list" ? "list" : "field");

/** The ground or the list, remembered on this device. */
export function useTeamView(): readonly [TeamView, (view: TeamView) => void] {
	const [view, setView] = useState(read);
	const choose = (next: TeamView) => {
		localStorage.setItem(KEY, next);
		setView(next);
	};
	return [view, choose];
}
