import type { OperatorDraftLeague } from "@first-bounce/contract/operator/draft-leagues";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { formatSeatName } from "../../../draft-league/seat-name.ts";

export interface SquadNames {
	/** The names of the league's teams in their order. */
	readonly teams: ReadonlyMap<TeamId, string>;
	/** The season's players; empty while they are loaded. */
	readonly players: readonly PlayerEntry[];
	readonly getPlayerName: (id: PlayerId) => string;
	readonly getTeamName: (id: TeamId | null) => string;
}

/** The names of a league's teams, and of players, their ids until the season is loaded. */
export function useSquadNames({ squads }: OperatorDraftLeague): SquadNames {
	const { t } = useTranslation();
	const season = useSeason();
	const teams = new Map(
		squads.map(({ teamId, teamName, isRobot }, index) => [
			teamId,
			formatSeatName({ teamName, isRobot, number: index + 1 }, t),
		]),
	);
	const lookup = season.state === "ready" ? season.value.lookup : null;
	return {
		teams,
		players: season.state === "ready" ? season.value.players : [],
		getPlayerName: (id) => lookup?.(id)?.name ?? String(id),
		getTeamName: (id) => teams.get(id ?? 0) ?? String(id ?? "–"),
	};
}
