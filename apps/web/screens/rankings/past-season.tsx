import type { SuccessOf } from "@first-bounce/contract/call";
import { listPastLeagues } from "@first-bounce/contract/leagues/past-leagues";
import { showPastRankings, showPastSeason } from "@first-bounce/contract/stats/past-seasons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { callQuery } from "../../api/use-call.ts";
import { removeDuplicateIds, usePages } from "../../api/use-pages.ts";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { useStatic } from "../../api/use-static.ts";
import { useIsVisitor, useUser } from "../../api/use-user.ts";
import { PastPageError } from "../../app/not-found/past-page-error.tsx";
import { paths } from "../../app/paths.ts";
import { IN_PLACE } from "../../app/search-params.ts";
import { Button } from "../../components/button/button.tsx";
import { LeagueCrest } from "../../components/league-crest/league-crest.tsx";
import { PAGE_SIZE } from "../../components/ranking-table/paging.ts";
import { RankingPages } from "../../components/ranking-table/ranking-pages.tsx";
import { RankingTable } from "../../components/ranking-table/ranking-table.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { QueryError } from "../../components/states/states.tsx";
import { buildNumberColumn, type Column, Table } from "../../components/table/table.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { OwnStanding } from "./own-standing.tsx";
import styles from "./past-season.module.css";
import { DEFAULT_VIEW, formatView, parseView } from "./ranking-view.ts";
import rankingStyles from "./rankings.module.css";
import { useValidPage } from "./use-rankings.ts";

/** A closed season with the user's rounds. */
type SeasonWithRounds = SuccessOf<typeof showPastSeason>;

/** The user's points and ranks by round, each with a link to the team as it was. */
const OwnRounds = ({ season, rounds }: SeasonWithRounds) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const user = useUser();
	const userId = user.state === "ready" ? user.value?.id : undefined;
	if (rounds.length === 0) return null;
	const columns: readonly Column<SeasonWithRounds["rounds"][number]>[] = [
		{
			id: "round",
			head: t("rankings.columns.round"),
			cell: ({ roundId }) => {
				const label = formatRoundLabel(roundId, season);
				if (userId === undefined) return label;
				return <Link to={paths.pastTeam.to(season.id, roundId, userId)}>{label}</Link>;
			},
		},
		buildNumberColumn("points", t("why.points"), ({ points }) => formatPoints(points)),
		buildNumberColumn("roundRank", t("report.roundRank"), ({ roundRank }) => formatInteger(roundRank)),
		buildNumberColumn("total", t("rankings.columns.total"), ({ totalPoints }) => formatPoints(totalPoints)),
		buildNumberColumn("rank", t("rankings.columns.rank"), ({ overallRank }) => formatInteger(overallRank)),
	];
	return (
		<section className={styles.card}>
			<h2>{t("pastSeasons.yourRounds")}</h2>
			<Table
				caption={t("pastSeasons.yourRounds")}
				className={styles.rounds}
				rows={rounds.toReversed()}
				getKey={({ roundId }) => roundId}
				columns={columns}
			/>
		</section>
	);
};

const FinalRankings = ({ season: { id: seasonId, lastRound } }: Pick<SeasonWithRounds, "season">) => {
	const { t } = useTranslation();
	const squads = useStatic("squads").data ?? [];
	const [search, setSearch] = useSearchParams();
	const { page } = parseView(search);
	const result = useQuery({
		...callQuery(showPastRankings, { params: { seasonId }, query: { page, limit: PAGE_SIZE } }),
		// The previous page stays visible while the next one loads.
		placeholderData: keepPreviousData,
		meta: { noErrorModal: true },
	});
	const change = (next: { readonly page: number }) => setSearch(formatView({ ...DEFAULT_VIEW, ...next }), IN_PLACE);
	useValidPage(page, result, change);
	const { data, error } = result;
	return (
		<section className={rankingStyles.rankings}>
			<h2>{t("pastSeasons.finalRankings")}</h2>
			<QueryError queries={[result]} />
			{data?.total === 0 ? <p>{t("pastSeasons.nobody")}</p> : null}
			{data?.total === 0 || (error && !data) ? null : (
				<RankingTable
					clubs={new Map(squads.map((squad) => [squad.id, squad]))}
					view={DEFAULT_VIEW}
					data={data}
					isStale={result.isPlaceholderData}
					getUrl={({ userId }) => paths.pastTeam.to(seasonId, lastRound, userId)}
				/>
			)}
			{data && data.total > 0 ? (
				<RankingPages page={page} total={data.total} onPage={(next) => change({ page: next })} />
			) : null}
		</section>
	);
};

const LEAGUES_PER_PAGE = 10;

/** The user's leagues of a closed season. */
const PastLeagues = ({ seasonId }: { readonly seasonId: number }) => {
	const { t } = useTranslation();
	const result = usePages(
		listPastLeagues,
		{ params: { seasonId }, query: { limit: LEAGUES_PER_PAGE } },
		{ meta: { noErrorModal: true } },
	);
	const leagues = removeDuplicateIds(result.data?.pages.flatMap((page) => page.leagues) ?? []);
	return (
		<section className={styles.card}>
			<h2>{t("pastSeasons.yourLeagues")}</h2>
			<QueryError queries={[result]} />
			{result.isPending ? <Skeleton height="64px" /> : null}
			{result.data && leagues.length === 0 ? <p>{t("pastSeasons.noLeagues")}</p> : null}
			<ul aria-label={t("pastSeasons.yourLeagues")}>
				{leagues.map((league) => (
					<li key={league.id}>
						<LeagueCrest league={league} size={40} />
						<div>
							<h3>
								<Link to={paths.pastLeague.to(seasonId, league.id)} className="plain-link">
									{league.name}
								</Link>
							</h3>
							<p>
								{t(`leagues.${league.type}`)} · {t("leagues.teams", { count: league.numTeams })}
							</p>
						</div>
						{league.rank === null ? null : (
							<p>
								{t("leagues.rank")} <b>{formatInteger(league.rank)}</b>
							</p>
						)}
					</li>
				))}
			</ul>
			{result.hasNextPage ? (
				<Button isPending={result.isFetchingNextPage} onPress={result.loadMore}>
					{t("leagues.more")}
				</Button>
			) : null}
		</section>
	);
};

/** A closed season: the user's result, her leagues and the final rankings. */
export const PastSeason = ({ seasonId }: { readonly seasonId: number }) => {
	const { t } = useTranslation();
	const isVisitor = useIsVisitor();
	const { data, error, refetch } = useQuietCall(showPastSeason, { params: { seasonId } });
	if (error && !data) return <PastPageError page="season" error={error} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	const { season } = data;
	return (
		<div className={rankingStyles.rankings}>
			<title>{t("app.title", { page: season.name })}</title>
			<header className={rankingStyles.head}>
				<div className={rankingStyles.title}>
					<h1>{season.name}</h1>
					<Link to={paths.pastSeasons.to()}>{t("pastSeasons.title")}</Link>
				</div>
				{isVisitor ? null : <OwnStanding own={season.own} total={season.teams} unranked={t("pastSeasons.noTeam")} />}
			</header>
			{isVisitor ? null : (
				<>
					<OwnRounds {...data} />
					<PastLeagues seasonId={seasonId} />
				</>
			)}
			<FinalRankings season={season} />
		</div>
	);
};
