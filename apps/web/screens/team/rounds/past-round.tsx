import { showTeamHistory } from "@first-bounce/contract/team/team-history";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCall } from "../../../api/use-call.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import type { PoolStat } from "../../../players/player-format.ts";
import { useTeamView } from "../board/use-team-view.ts";
import { HistoryBoard } from "./history-board.tsx";

interface Props {
	readonly round: Round;
	readonly season: Season;
	readonly stat: PoolStat;
}

/** The user's own team in a complete round. */
export const PastRound = ({ round, season, stat }: Props) => {
	const { t } = useTranslation();
	const [view] = useTeamView();
	const result = useCall(showTeamHistory, { params: { roundId: round.id } }, { staleTime: 60_000 });
	if (result.error && !result.data)
		return <ErrorState reason={getErrorMessage(result.error, t)} onRetry={() => void result.refetch()} />;
	if (!result.data) return <Skeleton height="min(730px, 150vw)" radius="var(--radius-xl)" />;
	return (
		<HistoryBoard history={result.data.teamHistory} round={round} season={season} view={view} stat={stat} hasHeader />
	);
};
