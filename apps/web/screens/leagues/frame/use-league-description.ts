import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";

/** Formats a round's name, also before the season has loaded. */
export function useRoundName(): (id: number) => string {
	const formatRoundLabel = useRoundLabel();
	const { t } = useTranslation();
	const season = useSeason();
	return (id) => (season.state === "ready" ? formatRoundLabel(id, season.value.rules) : t("round.round", { id }));
}

type LeagueInfo = Pick<
	LeagueSummary,
	"class" | "type" | "privacy" | "size" | "numTeams" | "startId" | "status" | "draftStatus" | "draftStart"
>;

/** Describes a league by its type, privacy, size and start. The description of a draft league begins with its draft. */
export function useLeagueDescription(): (league: LeagueInfo) => readonly string[] {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return ({ class: leagueClass, type, privacy, size, numTeams, startId, status, draftStatus, draftStart }) => {
		const round = formatRoundName(startId);
		const isWaiting = draftStatus !== null && draftStatus !== "complete";
		return [
			t(leagueClass === "draft" ? "leagues.form.class.draft" : `leagues.${type}`),
			t(`leagues.${privacy}`),
			type === "open" ? t("leagues.teams", { count: numTeams }) : t("leagues.teamsOf", { count: numTeams, size }),
			isWaiting
				? draftStatus === "scheduled" && draftStart !== null
					? t("leagues.drafts", { time: formatDateTime(Date.parse(draftStart)) })
					: t(`leagues.draftStatus.${draftStatus}`)
				: t(status === "scheduled" ? "leagues.starts" : "leagues.since", { round }),
		];
	};
}
