import type { SuccessOf } from "@first-bounce/contract/call";
import type { HistoryManager, showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";

export type LeagueHistoryData = SuccessOf<typeof showLeagueHistory>;

/** The round of one of the league's seasons in which something happened. */
interface HistoryMoment {
	readonly seasonId: number;
	readonly roundId: number;
	/** It was the league's grand final. */
	readonly isGrandFinal?: boolean;
	/** It was a consolation game. */
	readonly isConsolation?: boolean;
}

export function useHistoryNames({ managers, seasons }: LeagueHistoryData) {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const managersById = new Map(managers.map((manager) => [manager.userId, manager]));
	const findManager = (userId: number | null): HistoryManager | undefined =>
		userId === null ? undefined : managersById.get(userId);
	return {
		findManager,
		getTeamName: (userId: number | null): string => findManager(userId)?.teamName || t("rankings.formerTeam"),
		/** The season is left out if there is only one, or with `isShort`. */
		formatSeasonRound: (
			{ seasonId, roundId, isGrandFinal = false, isConsolation = false }: HistoryMoment,
			isShort = seasons.length === 1,
		): string => {
			const season = seasons.find((other) => other.seasonId === seasonId);
			if (!season) return "";
			const round = isGrandFinal ? t("leagues.fixtures.grandFinal") : formatRoundLabel(roundId, season);
			const moment = isShort ? round : t("leagues.history.moment", { round, season: season.seasonName });
			return isConsolation ? `${moment} (${t("leagues.history.consolation")})` : moment;
		},
	};
}

export type HistoryNames = ReturnType<typeof useHistoryNames>;
