import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { NotFound } from "../../../app/not-found/not-found.tsx";
import { paths } from "../../../app/paths.ts";
import { site } from "../../../app/site.ts";
import { useIds } from "../../../app/use-ids.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { isUnknownLeague, UnknownLeague } from "../league/unknown-league.tsx";
import { LeagueContext, useLeagueQuery } from "../league/use-league.ts";
import { Lobby } from "./lobby/lobby.tsx";
import { Recap } from "./recap/recap.tsx";
import { Room } from "./room/room.tsx";
import { DraftContext, useDraft, useDraftBoard, useDraftLeague } from "./use-draft.ts";

/** The page for the draft's state. Room and recap set their own titles. */
const CurrentPart = () => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const { draftStatus } = board;
	if (draftStatus === "live" || draftStatus === "paused") return <Room />;
	if (draftStatus === "complete") return <Recap />;
	return (
		<>
			<title>{t("app.title", { page: league.name })}</title>
			<Lobby />
		</>
	);
};

const DraftContent = ({ id }: { readonly id: number }) => {
	const league = useLeagueQuery(id);
	const board = useDraftBoard(id);
	const draftLeague = useDraftLeague(id, board.data?.board);
	const draft = useMemo(
		() => board.data && draftLeague.data && { ...board.data, league: draftLeague.data.league },
		[board.data, draftLeague.data],
	);
	const shown = league.data?.league;
	if (shown && !shown.isMember && !(site.isPublicRead && shown.privacy === "public"))
		return <Navigate to={paths.joinLeague.to(shown.code)} replace />;
	if (isUnknownLeague(league.error) && !shown) return <UnknownLeague error={league.error} />;
	if (!shown || !draft) return <LoadingOrError of={[league, board, draftLeague]} height="80vh" />;
	return (
		<LeagueContext value={shown}>
			<DraftContext value={draft}>
				<CurrentPart />
			</DraftContext>
		</LeagueContext>
	);
};

/** The draft of a league: the lobby before it, the room while it is live, and the recap once it is complete. */
export const DraftScreen = () => {
	const ids = useIds("id");
	return ids ? <DraftContent key={ids.id} id={ids.id} /> : <NotFound />;
};
