import type { OperatorDraftLeague } from "@first-bounce/contract/operator/draft-leagues";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { formatSeatName } from "../../../draft-league/seat-name.ts";

/** The names of a league's teams, in their order, and of players. Until the season has loaded, a player's name is her id. */
export function useSquadNames({ squads }: OperatorDraftLeague) {
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
		getTeamName: (id: TeamId | null) => teamNames.get(id ?? 0) ?? String(id ?? "–"),
	};
}
export type SquadNames = ReturnType<typeof useSquadNames>;
