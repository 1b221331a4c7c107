import { showMyTeam } from "@first-bounce/contract/team/team";
import { memo, useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, NavLink, useLocation, useParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { useCall } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { useStatic } from "../../api/use-static.ts";
import { useIsVisitor } from "../../api/use-user.ts";
import { paths } from "../../app/paths.ts";
import { registerBottomBar } from "../../components/bottom-bar/bottom-bar.ts";
import { Button } from "../../components/button/button.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { useScrollIntoView } from "../../components/tab-row/use-scroll-into-view.ts";
import { filterPlayers } from "../../players/filters/player-filter.ts";
import { useFavourites } from "../../players/use-favourites.ts";
import { downloadCsv } from "../../sharing/download-file.ts";
import { findSortKey, sortRows } from "./columns.ts";
import { Comparison } from "./comparison.tsx";
import { formatCsv } from "./csv.ts";
import { DraftsPage } from "./ownership/drafts-page.tsx";
import { OwnershipPage } from "./ownership/ownership-page.tsx";
import styles from "./stats-centre.module.css";
import { buildStatsRows, type StatsRow } from "./stats-row.ts";
import { StatsToolbar } from "./stats-toolbar.tsx";
import { DEFAULT_VIEW, hasActiveFilters, STATS_PAGES, type StatsPage } from "./stats-view.ts";
import { PlayerTable } from "./table/player-table.tsx";
import { type StatsViewState, useStatsView } from "./use-stats-view.ts";

const buildPath = (page: StatsPage, search: URLSearchParams): string => {
	const path = paths.statsCentre.to(page === "fantasy" ? undefined : page);
	const query = search.toString();
	return query === "" ? path : `${path}?${query}`;
};

/** The filtered and sorted players. */
function useRows(season: Season, page: StatsPage, view: StatsViewState["view"]) {
	const totals = useStatic("player_totals");
	const isVisitor = useIsVisitor();
	const { ids: starred } = useFavourites();
	const { data: ownTeam } = useCall(showMyTeam, {}, { enabled: view.filter.price === "affordable" && !isVisitor });
	const all = useMemo(() => buildStatsRows(season, totals.data ?? []), [season, totals.data]);
	const { filter, sort, direction, measure } = useDeferredValue(view);
	const bank = ownTeam ? ownTeam.team.salaryCap - ownTeam.team.value : Number.POSITIVE_INFINITY;
	// A change of the sort order creates an equal filter, for which the players need not be filtered again.
	const filterKey = JSON.stringify(filter);
	const rows = useMemo(() => {
		const matchingIds = new Set(
			filterPlayers(season.players, JSON.parse(filterKey), { bank, starred }).map(({ id }) => id),
		);
		const order = findSortKey(page, sort);
		const matching = all.filter(({ player }) => matchingIds.has(player.id));
		return order ? sortRows(matching, order, direction, measure) : matching;
	}, [season, all, filterKey, sort, direction, measure, bank, starred, page]);
	return { all, rows };
}

/** What is counted across teams after each round. */
const COUNTED_PAGES = ["ownership", "drafts"] as const;
type CountedPage = (typeof COUNTED_PAGES)[number];

const NO_SEARCH = new URLSearchParams();

const Pages = ({ search, comparedCount }: { readonly search: URLSearchParams; readonly comparedCount: number }) => {
	const { t } = useTranslation();
	const pages = useScrollIntoView(useLocation().pathname);
	return (
		<nav ref={pages} className={styles.pages} aria-label={t("stats.pages")}>
			{STATS_PAGES.map((page) => (
				<NavLink key={page} to={buildPath(page, search)} end>
					{t(`stats.page.${page}`)}
					{page === "compare" && comparedCount > 0 ? <b>{comparedCount}</b> : null}
				</NavLink>
			))}
			{COUNTED_PAGES.map((page) => (
				<NavLink key={page} to={paths.statsCentre.to(page)}>
					{t(`stats.page.${page}`)}
				</NavLink>
			))}
			<Link to={paths.matchCentre.to()}>{t("matchCentre.title")}</Link>
		</nav>
	);
};

interface ListProps {
	readonly page: StatsPage;
	readonly season: Season;
	readonly rows: readonly StatsRow[];
	readonly state: StatsViewState;
}

const List = memo(({ page, season, rows, state }: ListProps) => {
	const { t } = useTranslation();
	const { view, change, search } = state;
	return (
		<>
			<StatsToolbar page={page} season={season} state={state} />
			<p className={styles.count}>
				<span role="status">{t("pool.count", { count: rows.length })}</span>
				{hasActiveFilters(view.filter) ? (
					<Button variant="quiet" onPress={() => change({ filter: DEFAULT_VIEW.filter })}>
						{t("pool.reset")}
					</Button>
				) : null}
			</p>
			{rows.length === 0 ? (
				<EmptyState icon="search" title={t("pool.none")} text={t("stats.noneText")} />
			) : (
				<PlayerTable page={page} season={season} rows={rows} state={state} />
			)}
			{view.comparedIds.length > 0 ? (
				<div ref={registerBottomBar} className={styles.bar} role="status">
					<Link to={buildPath("compare", search)}>{t("stats.compare", { count: view.comparedIds.length })}</Link>
					<Button variant="quiet" onPress={() => change({ comparedIds: [] })}>
						{t("stats.clear")}
					</Button>
				</div>
			) : null}
		</>
	);
});

const StatsCentre = ({ season, page }: { readonly season: Season; readonly page: StatsPage }) => {
	const { t } = useTranslation();
	const state = useStatsView(page);
	const { all, rows } = useRows(season, page, state.view);
	const { measure, comparedIds } = state.view;
	const shownRows = page === "compare" ? all.filter(({ player }) => comparedIds.includes(player.id)) : rows;
	// Pages that show no match stats save their totals.
	const savedMeasure = page === "matches" || page === "compare" ? measure : "total";
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t("stats.title") })}</title>
			<header className={styles.head}>
				<h1>{t("stats.title")}</h1>
				<Pages search={state.search} comparedCount={comparedIds.length} />
				<Button
					icon="download"
					isCompact
					isDisabled={shownRows.length === 0}
					onPress={() =>
						downloadCsv(`players-round-${season.current?.id ?? 0}.csv`, formatCsv(shownRows, savedMeasure))
					}
				>
					{t("stats.csv")}
				</Button>
			</header>
			{page === "compare" ? (
				<Comparison season={season} players={all} state={state} listPath={buildPath("fantasy", state.search)} />
			) : (
				<List page={page} season={season} rows={rows} state={state} />
			)}
		</div>
	);
};

const Counted = ({ season, page }: { readonly season: Season; readonly page: CountedPage }) => {
	const { t } = useTranslation();
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t(`stats.page.${page}`) })}</title>
			<header className={styles.head}>
				<h1>{t("stats.title")}</h1>
				<Pages search={NO_SEARCH} comparedCount={0} />
			</header>
			{page === "drafts" ? <DraftsPage season={season} /> : <OwnershipPage season={season} />}
		</div>
	);
};

/** All players of the season with their stats; its pages are sub-paths. */
export const StatsCentreScreen = () => {
	const { "*": child = "" } = useParams();
	const season = useSeason();
	const page =
		child === "" ? "fantasy" : STATS_PAGES.find((statsPage) => statsPage === child && statsPage !== "fantasy");
	const counted = COUNTED_PAGES.find((countedPage) => countedPage === child);
	if (!page && !counted) return <Navigate to={paths.statsCentre.to()} replace />;
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="70vh" />;
	if (counted) return <Counted season={season.value} page={counted} />;
	return <StatsCentre season={season.value} page={page ?? "fantasy"} />;
};
