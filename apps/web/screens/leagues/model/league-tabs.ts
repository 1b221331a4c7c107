import type { League } from "@first-bounce/contract/leagues/league";

export const LEAGUE_TABS = ["ladder", "fixtures", "finals", "chat", "history", "invites", "about", "settings"] as const;
export type LeagueTab = (typeof LEAGUE_TABS)[number];

/**
 * The tabs of a league for the viewer: the commissioner has Settings instead of About (D2.2.46), and deputies have both.
 * Non-members read the ladder, fixtures, finals and history only.
 */
export function listLeagueTabs({
	hasFixture,
	semiFinalId,
	isMember,
	isCommissioner,
	may,
}: Pick<League, "hasFixture" | "semiFinalId" | "isMember" | "isCommissioner" | "may">) {
	const shown: Readonly<Record<LeagueTab, boolean>> = {
		ladder: true,
		fixtures: hasFixture,
		finals: semiFinalId !== null,
		chat: isMember,
		history: true,
		invites: may.invite,
		about: isMember && !isCommissioner,
		settings: may.edit,
	};
	return LEAGUE_TABS.filter((tab) => shown[tab]);
}

/** Whether the viewer may open a tab's page. The commissioner may open About without having its tab. */
export const canOpenTab = (tab: LeagueTab, league: Parameters<typeof listLeagueTabs>[0]): boolean =>
	(tab === "about" && league.isMember) || listLeagueTabs(league).includes(tab);
