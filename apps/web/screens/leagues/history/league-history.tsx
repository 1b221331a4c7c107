import { type HistorySeasonView, showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../../components/states/states.tsx";
import { useLeague } from "../league/use-league.ts";
import { AllTimeLadder } from "./all-time-ladder.tsx";
import styles from "./history.module.css";
import { PublicPage } from "./public-page.tsx";
import { Records } from "./records.tsx";
import { Rivalry } from "./rivalry.tsx";
import { type HistoryNames, type LeagueHistoryData, useHistoryNames } from "./use-history-names.ts";

interface ChampionsProps {
	/** The league's present name. */
	readonly leagueName: string;
	readonly seasons: readonly HistorySeasonView[];
	readonly names: HistoryNames;
}

const getSeasonUrl = ({ isClosed, seasonId, leagueId }: HistorySeasonView) =>
	isClosed ? paths.pastLeague.to(seasonId, leagueId) : paths.league.to(leagueId, "ladder");

interface SeasonProps extends Omit<ChampionsProps, "seasons"> {
	readonly season: HistorySeasonView;
}

const SeasonItem = ({ season, leagueName, names }: SeasonProps) => {
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
const Champions = ({ seasons, ...props }: ChampionsProps) => {
	const { t } = useTranslation();
	return (
		<section className={styles.section} aria-labelledby="champions">
			<h2 id="champions">{t("leagues.history.champions")}</h2>
			<ol className={styles.champions}>
				{seasons.map((season) => (
					<SeasonItem key={season.seasonId} season={season} {...props} />
				))}
			</ol>
		</section>
	);
};

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
	const query = useCall(showLeagueHistory, { params: { id: props.leagueId } }, { meta: { noErrorModal: true } });
	return query.data ? <History {...props} data={query.data} /> : <LoadingOrError of={[query]} height="60vh" />;
};

export const LeagueHistoryPage = () => {
	const { id, name } = useLeague();
	return <LeagueHistory leagueId={id} leagueName={name} />;
};
