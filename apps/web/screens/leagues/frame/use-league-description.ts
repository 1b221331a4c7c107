import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";

/** Formats a round's name, also before the season has loaded. */
export function useRoundName(): (id: number) => string {
	const formatRoundLabel = useRoundLabel();
	const { t } = useTranslation();
	const season = useSeason();
	return (id) => (season.state === "ready" ? formatRoundLabel(id, season.value.rules) : t("round.round", { id }));
}

type LeagueInfo = Pick<LeagueSummary, "type" | "privacy" | "size" | "numTeams" | "startId" | "status">;

/** Describes a league: type, privacy, size and start. */
export function useLeagueDescription(): (league: LeagueInfo) => readonly string[] {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return ({ type, privacy, size, numTeams, startId, status }) => {
		const round = formatRoundName(startId);
		return [
			t(`leagues.${type}`),
			t(`leagues.${privacy}`),
			type === "open" ? t("leagues.teams", { count: numTeams }) : t("leagues.teamsOf", { count: numTeams, size }),
			t(status === "scheduled" ? "leagues.starts" : "leagues.since", { round }),
		];
	};
}
