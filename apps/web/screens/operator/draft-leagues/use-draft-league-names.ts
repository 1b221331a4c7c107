import type { OperatorDraftLeague } from "@first-bounce/contract/operator/draft-leagues";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { formatSeatName } from "../../../draft-league/seat-name.ts";

/**
 * The players of the season, and the names of players and of the league's teams, which keep their order. Until the season has
 * loaded, there are no players, and their names are their ids.
 */
export function useDraftLeagueNames({ squads }: OperatorDraftLeague) {
	const { t } = useTranslation();
	const season = useSeason();
	const teamNames = new Map(
		squads.map(({ teamId, teamName, isRobot }, index) => [
			teamId,
			formatSeatName({ teamName, isRobot, number: index + 1 }, t),
		]),
	);
	const lookup = season.state === "ready" ? season.value.lookup : null;
	return {
		teamNames,
		players: season.state === "ready" ? season.value.players : [],
		getPlayerName: (id: PlayerId) => lookup?.(id)?.name ?? String(id),
		getTeamName: (id: TeamId | null) => (id === null ? "–" : (teamNames.get(id) ?? String(id))),
	};
}
export type DraftLeagueNames = ReturnType<typeof useDraftLeagueNames>;
