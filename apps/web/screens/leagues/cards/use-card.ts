import type { CardTeam } from "@first-bounce/contract/leagues/league-cards";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { getShortName } from "../../../players/short-name.ts";

/** The league and the round of a card. */
export const CardContext = createContext<{ readonly leagueId: number; readonly roundId: number } | null>(null);

export function useCard() {
	const card = useContext(CardContext);
	if (!card) throw new Error("useCard must be used inside a CardContext");
	return card;
}

/** Gets a team's name, also of a former one. */
export const useTeamName = () => {
	const { t } = useTranslation();
	return ({ teamName }: Pick<CardTeam, "teamName">) => teamName || t("rankings.formerTeam");
};

/** Gets a player's short name, once the season is loaded. */
export const usePlayerName = () => {
	const season = useSeason();
	return (id: number): string => (season.state === "ready" ? getShortName(id, season.value) : "…");
};
