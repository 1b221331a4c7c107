import type { CardTeam } from "@first-bounce/contract/leagues/league-cards";
import { createContext } from "react";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { getShortName } from "../../../players/short-name.ts";
import { useRequiredContext } from "../frame/use-required-context.ts";

export const CardContext = createContext<{ readonly leagueId: number; readonly roundId: number } | null>(null);
export const useCard = () => useRequiredContext(CardContext);

/** Gets a team's name, also if its manager has left. */
export const useTeamName = () => {
	const { t } = useTranslation();
	return ({ teamName }: Pick<CardTeam, "teamName">) => teamName || t("rankings.formerTeam");
};

/** Gets a player's short name, once the season is loaded. */
export const usePlayerName = () => {
	const season = useSeason();
	return (id: number): string => (season.state === "ready" ? getShortName(id, season.value) : "…");
};
