import type { League } from "@first-bounce/contract/leagues/league";

export const LEAGUE_TABS = ["ladder", "fixtures", "invites", "about", "settings"] as const;
export type LeagueTab = (typeof LEAGUE_TABS)[number];

/** The tabs of a league for who looks at it (D2 §2): a commissioner has Settings where others have About. */
export function listLeagueTabs({
	hasFixture,
	isCommissioner,
	may,
}: Pick<League, "hasFixture" | "isCommissioner" | "may">) {
	const shown: Readonly<Record<LeagueTab, boolean>> = {
		ladder: true,
		fixtures: hasFixture,
		invites: may.invite,
		about: !isCommissioner,
		settings: isCommissioner,
	};
	return LEAGUE_TABS.filter((tab) => shown[tab]);
}

/** Whether a page of the league may be opened: About also by the commissioner, who has no tab for it (C-12). */
export const canOpenTab = (tab: LeagueTab, league: Parameters<typeof listLeagueTabs>[0]): boolean =>
	tab === "about" || listLeagueTabs(league).includes(tab);
