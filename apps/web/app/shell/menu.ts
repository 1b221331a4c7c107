import type { IconName } from "../../components/icon/icon.tsx";
import { paths } from "../paths.ts";

export interface MenuItem {
	readonly to: string;
	readonly label: "nav.team" | "nav.rankings";
	readonly short: "nav.teamShort" | "nav.rankingsShort";
	readonly icon: IconName;
}

/** The areas of a signed-in, active user; visitors see none of them (D1 §2). */
export const MENU: readonly MenuItem[] = [
	{ to: paths.team.to(), label: "nav.team", short: "nav.teamShort", icon: "team" },
	{ to: paths.rankings.to(), label: "nav.rankings", short: "nav.rankingsShort", icon: "rankings" },
];
