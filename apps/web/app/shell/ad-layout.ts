import { matchPath } from "react-router";
import { paths } from "../paths.ts";

type AdBanner = "leaderboard" | "billboard";

/** The ad slots of a page (D2.2.75). */
export interface AdLayout {
	readonly top: AdBanner | null;
	readonly bottom: AdBanner | null;
	/** An aside at the right on wide screens; the league lists have their own, with the join widget. */
	readonly aside: boolean;
}

const matchesAny = (pathname: string, ...patterns: readonly string[]) =>
	patterns.some((pattern) => matchPath(pattern, pathname) !== null);

/**
 * League pages have a banner at the top and the bottom. Team pages have the banner at the top once the user's own team
 * has been complete. The rankings have a billboard above them, and the Stats Centre one below it, because its tables
 * are long. Other pages have none.
 */
export function getAdLayout(pathname: string, viewer: { readonly hasBeenComplete: boolean }): AdLayout {
	const { leagues, joinLeague, createLeague, league, team, userTeam, rankings, statsCentre } = paths;
	if (matchesAny(pathname, leagues.pattern, joinLeague.pattern))
		return { top: "leaderboard", bottom: "leaderboard", aside: false };
	if (matchesAny(pathname, createLeague.pattern, league.pattern))
		return { top: "leaderboard", bottom: "leaderboard", aside: true };
	if (matchesAny(pathname, team.pattern, userTeam.pattern))
		return { top: viewer.hasBeenComplete ? "leaderboard" : null, bottom: null, aside: false };
	if (matchesAny(pathname, rankings.pattern)) return { top: "billboard", bottom: null, aside: false };
	if (matchesAny(pathname, statsCentre.pattern)) return { top: null, bottom: "billboard", aside: false };
	return { top: null, bottom: null, aside: false };
}
