import { showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { findRound } from "@first-bounce/rules/round/round";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { isRetryable } from "../../../api/retry.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { useIds } from "../../../app/use-ids.ts";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useOnline } from "../../../live/use-online.ts";
import { parseFilterParams } from "../../../players/filters/filter-params.ts";
import { Trophies } from "../../../trophies/trophies.tsx";
import { ViewSwitch } from "../board/header/view-switch.tsx";
import { useTeamView } from "../board/use-team-view.ts";
import { TeamSkeleton } from "../team-frame.tsx";
import styles from "./history.module.css";
import { HistoryBoard } from "./history-board.tsx";
import { TeamNotThere } from "./team-not-there.tsx";

/** Another user's team in a round, read-only. */
export const UserTeamScreen = () => {
	const { t } = useTranslation();
	const ids = useIds("roundId", "userId");
	const season = useSeason();
	const [search] = useSearchParams();
	const [view] = useTeamView();
	const params = ids ?? { roundId: 0, userId: 0 };
	const result = useQuietCall(showUserTeamHistory, { params }, { enabled: ids !== null });
	const error = result.data ? null : result.error;
	const reason = ids ? error && getErrorMessage(error, t) : t("history.noAddress");
	const isOnline = useOnline();

	const showError = useEffectEvent((message: string) => showProblem({ title: t("history.errorTitle"), message }));
	useEffect(() => {
		if (reason && isOnline) showError(reason);
	}, [reason, isOnline]);

	if (reason && !(error && isRetryable(error))) return <TeamNotThere reason={reason} />;
	if (season.state !== "ready" || !result.data)
		return <LoadingOrError of={[season, result]} skeleton={<TeamSkeleton />} />;
	const { teamHistory } = result.data;
	const round = findRound(season.value.rounds, teamHistory.roundId);
	const name = teamHistory.teamName || t("rankings.formerTeam");
	if (!round) return <TeamNotThere reason={t("history.noRound")} />;
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
