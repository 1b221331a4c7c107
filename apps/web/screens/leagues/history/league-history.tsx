import { showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { useUser } from "../../../api/use-user.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { EmptyState, ErrorState, Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useLeague } from "../league/use-league.ts";
import { AllTimeLadder } from "./all-time-ladder.tsx";
import { Champions } from "./champions.tsx";
import styles from "./history.module.css";
import { PublicPage } from "./public-page.tsx";
import { Records } from "./records.tsx";
import { Rivalry } from "./rivalry.tsx";
import { type LeagueHistoryData, useHistoryNames } from "./use-history-names.ts";

interface Props {
	readonly leagueId: number;
	readonly leagueName: string;
}

const History = ({ leagueId, leagueName, data }: Props & { readonly data: LeagueHistoryData }) => {
	const { t } = useTranslation();
	const user = useUser();
	const ownUserId = user.state === "ready" ? (user.value?.id ?? 0) : 0;
	const names = useHistoryNames(data);
	const { seasons, ladder, records, page } = data;
	const rivals = ladder.filter(({ played }) => played > 0).map(({ userId }) => userId);
	const hasChampion = seasons.some(({ championId }) => championId !== null);
	if (ladder.length === 0 && !hasChampion)
		return <EmptyState icon="rankings" title={t("leagues.history.none")} text={t("leagues.history.noneText")} />;
	return (
		<div className={styles.history}>
			{hasChampion || seasons.length > 1 ? (
				<Champions leagueName={leagueName} seasons={seasons} names={names} />
			) : (
				<Notice tone="info">{t("leagues.history.firstSeason")}</Notice>
			)}
			{ladder.length > 0 ? (
				<AllTimeLadder
					rows={ladder}
					names={names}
					ownUserId={ownUserId}
					isPartial={seasons.some(({ isCounted }) => !isCounted)}
				/>
			) : null}
			<Records records={records} names={names} />
			{rivals.length > 1 ? <Rivalry leagueId={leagueId} userIds={rivals} ownUserId={ownUserId} names={names} /> : null}
			{page ? <PublicPage leagueId={leagueId} leagueName={leagueName} page={page} /> : null}
		</div>
	);
};

/** A league's champions, all-time ladder, records and rivalries over all its seasons. */
export const LeagueHistory = (props: Props) => {
	const { t } = useTranslation();
	const { data, error, refetch } = useCall(
		showLeagueHistory,
		{ params: { id: props.leagueId } },
		{ meta: { noErrorModal: true } },
	);
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton height="60vh" radius="var(--radius-l)" />;
	return <History {...props} data={data} />;
};

export const LeagueHistoryPage = () => {
	const { id, name } = useLeague();
	return <LeagueHistory leagueId={id} leagueName={name} />;
};
