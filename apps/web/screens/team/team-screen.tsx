import { showMyTeam } from "@first-bounce/contract/team/team";
import { useTranslation } from "react-i18next";
import { useCall } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { useSeasonTimer } from "../../live/season-clock.ts";
import { TeamBoard } from "./team-board.tsx";
import { TeamSkeleton } from "./team-skeleton.tsx";

/** The user's own team. */
export const TeamScreen = () => {
	const { t } = useTranslation();
	const season = useSeason();
	const team = useCall(showMyTeam, {});
	const timer = useSeasonTimer();
	if (season.state === "error") return <ErrorState reason={getErrorMessage(season.error, t)} onRetry={season.retry} />;
	if (team.error && !team.data)
		return <ErrorState reason={getErrorMessage(team.error, t)} onRetry={() => void team.refetch()} />;
	if (season.state !== "ready" || !team.data || !timer.isKnown) return <TeamSkeleton />;
	return (
		<>
			<title>{t("app.title", { page: t("team.title") })}</title>
			<TeamBoard shown={team.data} season={season.value} />
		</>
	);
};
