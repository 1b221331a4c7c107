import { listMyDraftTeams, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { useIds } from "../../../app/use-ids.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { TeamSkeleton } from "../team-frame.tsx";
import { DraftTeamBoard } from "./draft-team-board.tsx";

/** The user's team in a draft league. */
export const DraftTeamScreen = () => {
	const { t } = useTranslation();
	const leagueId = useIds("leagueId")?.leagueId ?? 0;
	const season = useSeason();
	const timer = useSeasonTimer();
	// Asked first, because there is no team to load before the draft. A status that was loaded earlier may have changed.
	const mine = useQuietCall(listMyDraftTeams, {}, { staleTime: 0 });
	const status = mine.data?.teams.find((team) => team.leagueId === leagueId)?.draftStatus ?? null;
	const isBeforeDraft = status !== null && status !== "complete";
	const shown = useQuietCall(
		showMyDraftTeam,
		{ params: { id: leagueId } },
		{ enabled: !mine.isPending && !isBeforeDraft },
	);
	if (season.state !== "error" && isBeforeDraft && !mine.isFetching)
		return (
			<EmptyState isPage icon="team" title={t("draftTeam.missing")} text={t("draftTeam.missingText")}>
				<Link to={paths.league.to(leagueId)}>{t("draftTeam.toLeague")}</Link>
			</EmptyState>
		);
	if (season.state !== "ready" || !shown.data || !timer.isKnown)
		return <LoadingOrError of={[season, shown]} skeleton={<TeamSkeleton />} />;
	const { team } = shown.data;
	return (
		<>
			<title>{t("app.title", { page: team.teamName || t("team.title") })}</title>
			<DraftTeamBoard key={team.teamId} draft={team} season={season.value} />
		</>
	);
};
