import { matchPath, useLocation } from "react-router";
import type { PlayerActionsProps } from "../../players/modal/player-detail.tsx";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import { paths } from "../paths.ts";
import { parseWholeNumber } from "../search-params.ts";

const PlayerTeamActions = lazyPart(
	async () => (await import("../../screens/team/player-actions/player-team-actions.tsx")).PlayerTeamActions,
);
const LeaguePlayerActions = lazyPart(
	async () => (await import("../../draft-league/league-player-actions.tsx")).LeaguePlayerActions,
);

/** The league whose page it is; null on other pages, and for the cup. */
function findLeagueId(pathname: string): number | null {
	const { leagueId } = matchPath("/team/draft/:leagueId/*", pathname)?.params ?? {};
	const { id } = matchPath(paths.league.pattern, pathname)?.params ?? {};
	return parseWholeNumber(leagueId ?? id ?? null);
}

/** The user's actions for a player, below her details. On a page of a drafted league, they are for the user's team there. */
export const PlayerActions = (props: PlayerActionsProps) => {
	const leagueId = findLeagueId(useLocation().pathname);
	return leagueId === null ? (
		<PlayerTeamActions {...props} />
	) : (
		<LeaguePlayerActions leagueId={leagueId} classic={PlayerTeamActions} {...props} />
	);
};
