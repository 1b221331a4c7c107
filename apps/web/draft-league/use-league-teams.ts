import { showDraftTeams } from "@first-bounce/contract/draft/draft";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../api/use-quiet-call.ts";
import { formatSeatName } from "./seat-name.ts";

/** Squads also change by other managers' moves and by runs, which the live stream need not bring. */
export const LEAGUE_OPTIONS = { staleTime: 15_000, refetchInterval: 20_000 };

/** The league's teams in their order, robots without a name by their number. */
export function useLeagueTeams(leagueId: number) {
	const { t } = useTranslation();
	const result = useQuietCall(showDraftTeams, { params: { id: leagueId } }, LEAGUE_OPTIONS);
	const teams = useMemo(
		() =>
			result.data?.teams.map(({ teamId, teamName, isRobot, playerIds, injuredPlayerId }, index) => ({
				teamId,
				name: formatSeatName({ teamName, isRobot, number: index + 1 }, t),
				playerIds,
				placedIds: playerIds.filter((id) => id !== injuredPlayerId),
			})) ?? [],
		[result.data, t],
	);
	return { result, teams };
}
