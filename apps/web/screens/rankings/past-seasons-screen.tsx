import { listPastSeasons, type PastSeasonSummary } from "@first-bounce/contract/stats/past-seasons";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { useIsVisitor, useUser } from "../../api/use-user.ts";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { paths } from "../../app/paths.ts";
import { useIds } from "../../app/use-ids.ts";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { EmptyState, QueryError } from "../../components/states/states.tsx";
import { Trophies } from "../../trophies/trophies.tsx";
import { OwnStanding } from "./own-standing.tsx";
import { PastSeason } from "./past-season.tsx";
import styles from "./rankings.module.css";

const SeasonItem = ({ season }: { readonly season: PastSeasonSummary }) => {
	const { t } = useTranslation();
	const isVisitor = useIsVisitor();
	return (
		<li className={styles.head}>
			<div>
				<h2>
					<Link to={paths.pastSeasons.to(season.id)}>{season.name}</Link>
				</h2>
				<p>{t("leagues.teams", { count: season.teams })}</p>
			</div>
			{isVisitor ? null : <OwnStanding own={season.own} total={season.teams} unranked={t("pastSeasons.noTeam")} />}
		</li>
	);
};

/** Every closed season, newest first. */
const PastSeasons = () => {
	const { t } = useTranslation();
	const user = useUser();
	const seasons = useQuietCall(listPastSeasons, {});
	return (
		<div className={styles.rankings}>
			<title>{t("app.title", { page: t("pastSeasons.title") })}</title>
			<header className={styles.head}>
				<h1>{t("pastSeasons.title")}</h1>
				<p>{t("pastSeasons.text")}</p>
			</header>
			<QueryError queries={[seasons]} />
			{seasons.isPending ? <Skeleton height="86px" radius="var(--radius-l)" /> : null}
			{seasons.data?.seasons.length === 0 ? (
				<EmptyState icon="rankings" title={t("pastSeasons.none")} text={t("pastSeasons.noneText")} />
			) : null}
			{user.state === "ready" && user.value ? <Trophies userId={user.value.id} /> : null}
			<ul className={styles.rankings} aria-label={t("pastSeasons.title")}>
				{seasons.data?.seasons.map((season) => (
					<SeasonItem key={season.id} season={season} />
				))}
			</ul>
		</div>
	);
};

/** The closed seasons or, with an id in the address, the final rankings of that season. */
export const PastSeasonsScreen = () => {
	const { seasonId } = useParams();
	const ids = useIds("seasonId");
	if (ids) return <PastSeason key={ids.seasonId} seasonId={ids.seasonId} />;
	return seasonId === undefined ? <PastSeasons /> : <NotFound />;
};
