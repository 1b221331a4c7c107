import { type PastRankingRow, showPastRankings } from "@first-bounce/contract/stats/past-seasons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { callQuery } from "../../api/use-call.ts";
import { paths } from "../../app/paths.ts";
import { getLastPage, PAGE_SIZE } from "../../components/ranking-table/paging.ts";
import { RankingPages } from "../../components/ranking-table/ranking-pages.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import { ManagerCell } from "./manager-cell.tsx";
import styles from "./past-seasons.module.css";

interface Props {
	readonly season: { readonly id: number; readonly lastRound: number };
}

function usePastRankings(seasonId: number) {
	const [search, setSearch] = useSearchParams();
	const requested = search.get("page") ?? "";
	const page = /^[1-9]\d{0,5}$/.test(requested) ? Number(requested) : 1;
	const result = useQuery({
		...callQuery(showPastRankings, { params: { seasonId }, query: { page, limit: PAGE_SIZE } }),
		// The previous page stays visible while the next one loads.
		placeholderData: keepPreviousData,
		meta: { noErrorModal: true },
	});
	const setPage = (next: number) =>
		setSearch(next === 1 ? {} : { page: String(next) }, { replace: true, preventScrollReset: true });
	const { data, isPlaceholderData } = result;
	const last = data && !isPlaceholderData ? getLastPage(data.total) : page;
	const latest = useRef(setPage);
	useEffect(() => {
		latest.current = setPage;
	});
	// If the address names a page beyond the last one, the last page is shown.
	useEffect(() => {
		if (page > last) latest.current(last);
	}, [page, last]);
	return { page, result, setPage };
}

const Row = ({ row, season }: Props & { readonly row: PastRankingRow }) => (
	<tr data-own={row.isCurrentLeagueUser || undefined}>
		<td className={styles.strong}>{formatInteger(row.rank)}</td>
		<th scope="row">
			<ManagerCell
				manager={row}
				to={paths.pastSeasons.to(season.id, `team/${season.lastRound}/${row.userId}`)}
				isOwn={row.isCurrentLeagueUser}
			/>
		</th>
		<td className={styles.wide}>{formatPoints(row.highestRoundPoints)}</td>
		<td className={styles.strong}>{formatPoints(row.totalPoints)}</td>
	</tr>
);

/** The final rankings in pages. The user's own team is added at the bottom when it is on another page. */
export const PastRankings = ({ season }: Props) => {
	const { t } = useTranslation();
	const { page, result, setPage } = usePastRankings(season.id);
	const { data, error } = result;
	const ownRow = data?.currentUserRanking ?? null;
	const isOnOtherPage = ownRow !== null && data?.rankings.every(({ teamId }) => teamId !== ownRow.teamId);
	return (
		<section className={styles.card}>
			<h2>{t("pastSeasons.finalRankings")}</h2>
			{error && !data ? (
				<ErrorState reason={getErrorMessage(error, t)} onRetry={() => void result.refetch()} />
			) : !data ? (
				<Skeleton height="420px" />
			) : data.total === 0 ? (
				<p className={styles.facts}>{t("pastSeasons.nobody")}</p>
			) : (
				<>
					<table className={styles.table} data-ranked aria-busy={result.isPlaceholderData}>
						<caption className="spoken">{t("rankings.caption")}</caption>
						<thead>
							<tr>
								<th scope="col">{t("rankings.columns.rank")}</th>
								<th scope="col">{t("rankings.columns.team")}</th>
								<th scope="col" className={styles.wide}>
									{t("rankings.columns.highest")}
								</th>
								<th scope="col">{t("rankings.columns.total")}</th>
							</tr>
						</thead>
						<tbody>
							{data.rankings.map((row) => (
								<Row key={row.teamId} row={row} season={season} />
							))}
						</tbody>
						{isOnOtherPage ? (
							<tfoot>
								<Row row={ownRow} season={season} />
							</tfoot>
						) : null}
					</table>
					<RankingPages page={page} total={data.total} onPage={setPage} />
				</>
			)}
		</section>
	);
};
