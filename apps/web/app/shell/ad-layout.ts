import { matchPath } from "react-router";
import { paths } from "../paths.ts";

/** Which leaderboards stand about a page (D2 §2). */
export interface AdLayout {
	readonly top: boolean;
	readonly bottom: boolean;
	/** An aside of its own at the right, on wide screens; the lists of leagues bring theirs, with the join widget. */
	readonly aside: boolean;
}

const is = (pathname: string, ...patterns: readonly string[]) =>
	patterns.some((pattern) => matchPath({ path: pattern, end: true }, pathname) !== null);

/**
 * League pages have a banner at the top and the bottom; one's own team and others' have the top one, once one's own
 * has been complete at least once. Everything else goes without.
 */
export function getAdLayout(pathname: string, viewer: { readonly hasBeenComplete: boolean }): AdLayout {
	const { leagues, joinLeague, createLeague, league, team, userTeam } = paths;
	if (is(pathname, leagues.pattern, joinLeague.pattern)) return { top: true, bottom: true, aside: false };
	if (is(pathname, createLeague.pattern, league.pattern)) return { top: true, bottom: true, aside: true };
	if (is(pathname, team.pattern, userTeam.pattern)) return { top: viewer.hasBeenComplete, bottom: false, aside: false };
	return { top: false, bottom: false, aside: false };
}
