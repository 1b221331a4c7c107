import { listPastSeasons, type PastSeasonSummary } from "@first-bounce/contract/stats/past-seasons";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { useIsVisitor } from "../../api/use-user.ts";
import { paths } from "../../app/paths.ts";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { EmptyState, ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { OwnResult } from "./own-result.tsx";
import styles from "./past-seasons.module.css";

const SeasonItem = ({ season }: { readonly season: PastSeasonSummary }) => {
	const { t } = useTranslation();
	const isVisitor = useIsVisitor();
	return (
		<li className={styles.item}>
			<div>
				<h2>
					<Link to={paths.pastSeasons.to(season.id)}>{season.name}</Link>
				</h2>
				<p className={styles.facts}>{t("leagues.teams", { count: season.teams })}</p>
			</div>
			{season.own ? (
				<OwnResult own={season.own} teams={season.teams} />
			) : isVisitor ? null : (
				<p className={styles.facts}>{t("pastSeasons.noTeam")}</p>
			)}
		</li>
	);
};

const Seasons = () => {
	const { t } = useTranslation();
	const { data, error, refetch } = useCall(listPastSeasons, {}, { meta: { noErrorModal: true } });
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton height="86px" radius="var(--radius-l)" />;
	if (data.seasons.length === 0)
		return <EmptyState icon="rankings" title={t("pastSeasons.none")} text={t("pastSeasons.noneText")} />;
	return (
		<ul className={styles.list} aria-label={t("pastSeasons.title")}>
			{data.seasons.map((season) => (
				<SeasonItem key={season.id} season={season} />
			))}
		</ul>
	);
};

/** Every closed season, newest first. */
export const SeasonList = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t("pastSeasons.title") })}</title>
			<header className={styles.head}>
				<h1>{t("pastSeasons.title")}</h1>
				<p className={styles.facts}>{t("pastSeasons.text")}</p>
			</header>
			<Seasons />
		</div>
	);
};
