import { showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useOnline } from "../../../live/use-online.ts";
import { parseFilterParams } from "../../../players/filters/filter-params.ts";
import { Trophies } from "../../../trophies/trophies.tsx";
import { ViewSwitch } from "../board/header/view-switch.tsx";
import { useTeamView } from "../board/use-team-view.ts";
import { TeamSkeleton } from "../team-frame.tsx";
import styles from "./history.module.css";
import { HistoryBoard } from "./history-board.tsx";

const parseId = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : 0);

/** Another user's team in a round, read-only. */
export const UserTeamScreen = () => {
	const { t } = useTranslation();
	const { roundId, userId } = useParams();
	const season = useSeason();
	const [search] = useSearchParams();
	const [view] = useTeamView();
	const params = { roundId: parseId(roundId), userId: parseId(userId) };
	const hasValidParams = params.roundId > 0 && params.userId > 0;
	const result = useQuietCall(showUserTeamHistory, { params }, { enabled: hasValidParams });
	const error = result.data ? null : result.error;
	const reason = hasValidParams ? error && getErrorMessage(error, t) : t("history.noAddress");
	const isOnline = useOnline();

	const showError = useEffectEvent((message: string) => showProblem({ title: t("history.errorTitle"), message }));
	useEffect(() => {
		if (reason && isOnline) showError(reason);
	}, [reason, isOnline]);

	if (season.state === "error") return <ErrorState reason={getErrorMessage(season.error, t)} onRetry={season.retry} />;
	if (reason) return <ErrorState reason={reason} />;
	if (season.state !== "ready" || !result.data) return <TeamSkeleton />;
	const { teamHistory } = result.data;
	const round = season.value.rounds.find(({ id }) => id === teamHistory.roundId);
	const name = teamHistory.teamName || t("rankings.formerTeam");
	if (!round) return null;
	return (
		<>
			<title>{t("app.title", { page: name })}</title>
			<header className={styles.head}>
				<h1>{name}</h1>
				<ViewSwitch />
			</header>
			<HistoryBoard
				history={teamHistory}
				round={round}
				season={season.value}
				view={view}
				stat={parseFilterParams(search).stat}
			/>
			<Trophies userId={teamHistory.userId} />
		</>
	);
};
