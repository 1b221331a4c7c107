import { showMyTeam } from "@first-bounce/contract/team/team";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { useStatic } from "../../api/use-static.ts";
import { paths } from "../../app/paths.ts";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { useSeasonTimer } from "../../live/season-clock.ts";
import { LastVisitNote } from "../../offline/last-visit-note.tsx";
import { TeamSwitch, useDraftTeams } from "./draft/team-switch.tsx";
import { TeamBoard } from "./team-board.tsx";
import { TeamSkeleton } from "./team-frame.tsx";

/** The user's own team. */
export const TeamScreen = () => {
	const { t } = useTranslation();
	const season = useSeason();
	const team = useCall(showMyTeam, {});
	const scores = useStatic("rounds");
	const timer = useSeasonTimer();
	const draftTeams = useDraftTeams();
	const [search] = useSearchParams();
	const isChoosing = team.data?.team.isComplete === false && draftTeams.isLoading;
	if (season.state !== "ready" || !team.data || !timer.isKnown || isChoosing)
		return <LoadingOrError of={[season, team]} skeleton={<TeamSkeleton />} />;
	// Whoever plays draft only gets her draft team, unless she asks for the classic team.
	const draftTeam = team.data.team.isComplete || search.size > 0 ? undefined : draftTeams.data?.[0];
	if (draftTeam) return <Navigate to={paths.draftTeam.to(draftTeam.leagueId)} replace />;
	const receivedAt = Math.min(team.dataUpdatedAt, scores.dataUpdatedAt);
	return (
		<>
			<title>{t("app.title", { page: t("team.title") })}</title>
			<TeamSwitch />
			<LastVisitNote receivedAt={receivedAt} />
			<TeamBoard shown={team.data} season={season.value} receivedAt={timer.speed > 1 ? null : receivedAt} />
		</>
	);
};
