import { matchPath } from "react-router";
import { paths } from "../paths.ts";

/** The ad slots of a page (D2.2.75). */
export interface AdLayout {
	readonly top: boolean;
	readonly bottom: boolean;
	/** An aside at the right on wide screens; the league lists have their own, with the join widget. */
	readonly aside: boolean;
}

const matchesAny = (pathname: string, ...patterns: readonly string[]) =>
	patterns.some((pattern) => matchPath({ path: pattern, end: true }, pathname) !== null);

/**
 * League pages have a banner at the top and the bottom. Team pages have the top one once the user's own team has been
 * complete. Other pages have none.
 */
export function getAdLayout(pathname: string, viewer: { readonly hasBeenComplete: boolean }): AdLayout {
	const { leagues, joinLeague, createLeague, league, team, userTeam } = paths;
	if (matchesAny(pathname, leagues.pattern, joinLeague.pattern)) return { top: true, bottom: true, aside: false };
	if (matchesAny(pathname, createLeague.pattern, league.pattern)) return { top: true, bottom: true, aside: true };
	if (matchesAny(pathname, team.pattern, userTeam.pattern))
		return { top: viewer.hasBeenComplete, bottom: false, aside: false };
	return { top: false, bottom: false, aside: false };
}
