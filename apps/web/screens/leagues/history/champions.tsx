import type { HistorySeasonView } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import styles from "./history.module.css";
import type { HistoryNames } from "./use-history-names.ts";

interface Props {
	/** The league's present name. */
	readonly leagueName: string;
	readonly seasons: readonly HistorySeasonView[];
	readonly names: HistoryNames;
}

const getSeasonUrl = ({ isClosed, seasonId, leagueId }: HistorySeasonView) =>
	isClosed ? paths.pastLeague.to(seasonId, leagueId) : paths.league.to(leagueId, "ladder");

interface SeasonProps extends Omit<Props, "seasons"> {
	readonly season: HistorySeasonView;
}

const Season = ({ season, leagueName, names }: SeasonProps) => {
	const { t } = useTranslation();
	const { championId, runnerUpId, isReadable, seasonName, type, numTeams } = season;
	const champion = names.findManager(championId);
	const formerName = season.leagueName === leagueName ? [] : [season.leagueName];
	const facts = [...formerName, t(`leagues.${type}`), t("leagues.teams", { count: numTeams })];
	return (
		<li data-champion={champion !== undefined || undefined}>
			<div className={styles.season}>
				<h3>{isReadable ? <Link to={getSeasonUrl(season)}>{seasonName}</Link> : seasonName}</h3>
				<p>{facts.join(" · ")}</p>
			</div>
			{champion ? (
				<p className={styles.champion}>
					<ManagerAvatar manager={champion} size={44} />
					<span>
						<b>{names.getTeamName(championId)}</b>
						<span>{t("leagues.history.runnerUp", { team: names.getTeamName(runnerUpId) })}</span>
					</span>
				</p>
			) : (
				<p className={styles.quiet}>{t(`leagues.history.${season.isClosed ? "noChampion" : "underWay"}`)}</p>
			)}
		</li>
	);
};

/** The champion and the runner-up of each season, newest first. */
export const Champions = ({ seasons, ...props }: Props) => {
	const { t } = useTranslation();
	return (
		<section className={styles.section} aria-labelledby="champions">
			<h2 id="champions">{t("leagues.history.champions")}</h2>
			<ol className={styles.champions}>
				{seasons.map((season) => (
					<Season key={season.seasonId} season={season} {...props} />
				))}
			</ol>
		</section>
	);
};
