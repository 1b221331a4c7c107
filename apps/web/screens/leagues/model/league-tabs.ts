import type { League } from "@first-bounce/contract/leagues/league";

export const LEAGUE_TABS = [
	"players",
	"trades",
	"moves",
	"keepers",
	"ladder",
	"fixtures",
	"finals",
	"chat",
	"history",
	"invites",
	"about",
	"settings",
] as const;
export type LeagueTab = (typeof LEAGUE_TABS)[number];

/** Tabs that are screens of their own: a draft league's draft, and the viewer's team in it. */
type DraftTab = "draft" | "team";

/**
 * The tabs of a league for the viewer: the commissioner has Settings instead of About (D2.2.46), and deputies have both. Those of
 * a draft league include its draft and, once that is complete, a member's team, the players, trades and the moves. Non-members read the
 * moves, ladder, fixtures, finals and history only.
 */
export function listLeagueTabs({
	hasFixture,
	semiFinalId,
	isMember,
	isCommissioner,
	may,
	class: leagueClass,
	draftStatus,
	hasKeepers,
}: Pick<
	League,
	"hasFixture" | "semiFinalId" | "isMember" | "isCommissioner" | "may" | "class" | "draftStatus" | "hasKeepers"
>): (LeagueTab | DraftTab)[] {
	const isDrafted = leagueClass === "draft" && draftStatus === "complete";
	const shown: Readonly<Record<LeagueTab, boolean>> = {
		keepers: hasKeepers && draftStatus !== "complete",
		players: isDrafted && isMember,
		trades: isDrafted && isMember,
		moves: isDrafted,
		ladder: true,
		fixtures: hasFixture,
		finals: semiFinalId !== null,
		chat: isMember,
		history: true,
		invites: may.invite,
		about: isMember && !isCommissioner,
		settings: may.edit,
	};
	const tabs = LEAGUE_TABS.filter((tab) => shown[tab]);
	if (leagueClass === "regular") return tabs;
	// The draft leads until it is complete.
	if (draftStatus !== "complete") return ["draft", ...tabs];
	// What players cost next season is of less interest than the season.
	return [...(isMember ? (["team"] as const) : []), ...tabs, ...(hasKeepers ? (["keepers"] as const) : []), "draft"];
}

/** Where a click on the league leads: to the draft until that is complete. */
export const getLandingTab = ({
	class: leagueClass,
	draftStatus,
	landing,
}: Pick<League, "class" | "draftStatus" | "landing">) =>
	leagueClass === "draft" && draftStatus !== "complete" ? "draft" : landing;

/** Whether the viewer may open a tab's page. The commissioner may open About without having its tab. */
export const canOpenTab = (tab: LeagueTab, league: Parameters<typeof listLeagueTabs>[0]): boolean =>
	(tab === "about" && league.isMember) || listLeagueTabs(league).includes(tab);
