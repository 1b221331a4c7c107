import type { RankingRow } from "@first-bounce/contract/stats/rankings";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { useSeason } from "../../api/use-season.ts";
import { useUser } from "../../api/use-user.ts";
import { paths } from "../../app/paths.ts";
import { Button } from "../../components/button/button.tsx";
import { LiveLabel } from "../../components/live-label/live-label.tsx";
import { getPageOfRank } from "../../components/ranking-table/paging.ts";
import { RankingPages } from "../../components/ranking-table/ranking-pages.tsx";
import { RankingTable } from "../../components/ranking-table/ranking-table.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState, ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { OwnStanding } from "./own-standing.tsx";
import { RankMoves } from "./rank-moves.tsx";
import { RankingFilters } from "./ranking-filters.tsx";
import { hasFilters, NO_FILTERS } from "./ranking-view.ts";
import styles from "./rankings.module.css";
import { useRankings, useValidPage } from "./use-rankings.ts";

/** Scrolls to the user's row once its page has loaded. */
function useScrollToOwnRow(isReady: boolean) {
	const isRequested = useRef(false);
	useEffect(() => {
		if (!isReady || !isRequested.current) return;
		isRequested.current = false;
		const row = document.getElementById("own-row");
		row?.scrollIntoView({ block: "center" });
		row?.focus({ preventScroll: true });
	});
	return () => {
		isRequested.current = true;
	};
}

const Rankings = ({ season }: { readonly season: Season }) => {
	const { t } = useTranslation();
	const { view, change, result } = useRankings(season);
	const user = useUser();
	const hasNoTeam = user.state === "ready" && !user.value?.fantasyTeamName;
	useValidPage(view.page, result, change);
	const scrollToOwnRow = useScrollToOwnRow(result.isSuccess && !result.isPlaceholderData);
	const { data, error } = result;
	const ownRow = data?.currentUserRanking ?? null;
	const roundShown = view.roundId || (season.scored?.id ?? 0);
	const getUrl = ({ userId }: RankingRow) => (roundShown > 0 ? paths.userTeam.to(roundShown, userId) : undefined);
	const openOwnRow = () => {
		scrollToOwnRow();
		if (data && ownRow) change({ page: getPageOfRank(ownRow.rank, data.total, view.direction) });
	};
	return (
		<div className={styles.rankings}>
			<title>{t("app.title", { page: t("rankings.title") })}</title>
			<header className={styles.head}>
				<div className={styles.title}>
					<h1>{t("rankings.title")}</h1>
					{data?.isLive ? <LiveLabel>{t("rankings.live")}</LiveLabel> : null}
					<Link to={paths.pastSeasons.to()}>{t("pastSeasons.title")}</Link>
				</div>
				{hasNoTeam ? null : data && user.state !== "pending" ? (
					<OwnStanding
						own={ownRow}
						total={data.total}
						isLive={data.isLive}
						unranked={t(hasFilters(view) ? "rankings.filteredOut" : "rankings.unranked")}
						onJump={openOwnRow}
					/>
				) : error ? null : (
					<Skeleton width="min(420px, 100%)" height="58px" />
				)}
				{data && ownRow ? <RankMoves view={view} own={ownRow} total={data.total} getUrl={getUrl} /> : null}
			</header>
			<RankingFilters season={season} view={view} onChange={change} />
			{error && !data ? (
				<ErrorState reason={getErrorMessage(error, t)} onRetry={() => void result.refetch()} />
			) : data?.total === 0 ? (
				<EmptyState
					icon="rankings"
					title={t(hasFilters(view) ? "rankings.nobody" : "rankings.notYet")}
					text={t(hasFilters(view) ? "rankings.nobodyText" : "rankings.notYetText")}
				>
					{hasFilters(view) ? (
						<Button onPress={() => change(NO_FILTERS)}>{t("pool.reset")}</Button>
					) : user.state === "ready" && user.value ? (
						<Link to={paths.team.to()}>{t("team.title")}</Link>
					) : null}
				</EmptyState>
			) : (
				<>
					<RankingTable
						clubs={season.squads}
						view={view}
						onChange={change}
						data={data}
						isStale={result.isPlaceholderData}
						getUrl={getUrl}
					/>
					{data ? <RankingPages page={view.page} total={data.total} onPage={(page) => change({ page })} /> : null}
				</>
			)}
		</div>
	);
};

/** The rankings of all teams, by season or by round. */
export const RankingsScreen = () => {
	const season = useSeason();
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="60vh" />;
	return <Rankings season={season.value} />;
};
