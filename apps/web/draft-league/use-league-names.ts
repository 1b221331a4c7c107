import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { useSeason } from "../api/use-season.ts";
import { useLeagueTeams } from "./use-league-teams.ts";

/** The names of players and of the league's teams, which keep their order. */
export function useLeagueNames(leagueId: number) {
	const { t } = useTranslation();
	const season = useSeason();
	const { teams, result } = useLeagueTeams(leagueId);
	const lookup = season.state === "ready" ? season.value.lookup : null;
	const teamNames = new Map(teams.map(({ teamId, name }) => [teamId, name]));
	return {
		result,
		teamNames,
		isLoaded: lookup !== null && result.data !== undefined,
		getPlayerName: (id: PlayerId) => lookup?.(id)?.name ?? String(id),
		getTeamName: (id: TeamId | null) => teamNames.get(id ?? 0) ?? t("rankings.formerTeam"),
	};
}
export type LeagueNames = ReturnType<typeof useLeagueNames>;
