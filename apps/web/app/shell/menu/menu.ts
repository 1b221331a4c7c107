import type { IconName } from "../../../components/icon/icon.tsx";
import type { ScreenName } from "../../access.ts";
import { paths } from "../../paths.ts";

export interface MenuItem {
	/** Listed only for users who may open it. */
	readonly screen: ScreenName;
	readonly to: string;
	readonly label: `nav.${"team" | "matchCentre" | "leagues" | "rankings" | "statsCentre" | "prizes" | "help" | "myAccount"}`;
	/** The label in the bottom tabs; absent if the item has no tab. */
	readonly short?: `nav.${"team" | "matchCentre" | "leagues" | "rankings"}Short`;
	readonly icon: IconName;
	/** Paths below `to` that belong to another item, which is the active item there. */
	readonly except?: readonly string[];
	/** Pages listed below the item where there is room. */
	readonly pages?: readonly {
		readonly to: string;
		readonly label: "nav.myLeagues" | "nav.createLeague" | "nav.joinLeague" | "nav.mockDrafts";
	}[];
}

/** The menu items in order, the account last. */
export const MENU: readonly MenuItem[] = [
	{ screen: "team", to: paths.team.to(), label: "nav.team", short: "nav.teamShort", icon: "team" },
	{
		screen: "matchCentre",
		to: paths.matchCentre.to(),
		label: "nav.matchCentre",
		short: "nav.matchCentreShort",
		icon: "live",
	},
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
			{ to: paths.mockDrafts.to(), label: "nav.mockDrafts" },
		],
	},
	{ screen: "rankings", to: paths.rankings.to(), label: "nav.rankings", short: "nav.rankingsShort", icon: "rankings" },
	{
		screen: "statsCentre",
		to: paths.statsCentre.to(),
		label: "nav.statsCentre",
		icon: "stats",
	},
	{ screen: "help", to: paths.help.to("prizes"), label: "nav.prizes", icon: "prize" },
	{ screen: "help", to: paths.help.to(), label: "nav.help", icon: "help", except: [paths.help.to("prizes")] },
	{ screen: "myAccount", to: paths.myAccount.to(), label: "nav.myAccount", icon: "account" },
];

/** Whether the current page belongs to the item. */
export const isActiveItem = ({ to, except = [] }: Pick<MenuItem, "to" | "except">, pathname: string): boolean => {
	const isWithin = (address: string) => pathname === address || pathname.startsWith(`${address}/`);
	return isWithin(to) && !except.some(isWithin);
};
