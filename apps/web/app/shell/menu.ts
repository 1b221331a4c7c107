import type { IconName } from "../../components/icon/icon.tsx";
import type { ScreenName } from "../access.ts";
import { paths } from "../paths.ts";

export interface MenuItem {
	/** Listed for those who may open it, by the access table. */
	readonly screen: ScreenName;
	readonly to: string;
	readonly label: "nav.team" | "nav.leagues" | "nav.rankings" | "nav.statsCentre" | "nav.myAccount";
	readonly short:
		| "nav.teamShort"
		| "nav.leaguesShort"
		| "nav.rankingsShort"
		| "nav.statsCentreShort"
		| "nav.myAccountShort";
	readonly icon: IconName;
	/** Its pages, listed below it where there is room. */
	readonly pages?: readonly {
		readonly to: string;
		readonly label: "nav.myLeagues" | "nav.createLeague" | "nav.joinLeague";
	}[];
}

/** The areas in the menu's order, the account last (D1 §2). */
export const MENU: readonly MenuItem[] = [
	{ screen: "team", to: paths.team.to(), label: "nav.team", short: "nav.teamShort", icon: "team" },
	{
		screen: "leagues",
		to: paths.leagues.to(),
		label: "nav.leagues",
		short: "nav.leaguesShort",
		icon: "leagues",
		pages: [
			{ to: paths.leagues.to(), label: "nav.myLeagues" },
			{ to: paths.createLeague.to(), label: "nav.createLeague" },
			{ to: paths.joinLeague.to(), label: "nav.joinLeague" },
		],
	},
	{ screen: "rankings", to: paths.rankings.to(), label: "nav.rankings", short: "nav.rankingsShort", icon: "rankings" },
	{
		screen: "statsCentre",
		to: paths.statsCentre.to(),
		label: "nav.statsCentre",
		short: "nav.statsCentreShort",
		icon: "stats",
	},
	{
		screen: "myAccount",
		to: paths.myAccount.to(),
		label: "nav.myAccount",
		short: "nav.myAccountShort",
		icon: "account",
	},
];
