import type { SuccessOf } from "@first-bounce/contract/call";
import { showPastSeason } from "@first-bounce/contract/stats/past-seasons";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { useIsVisitor, useUser } from "../../api/use-user.ts";
import { paths } from "../../app/paths.ts";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { OwnResult } from "./own-result.tsx";
import { PageError } from "./page-error.tsx";
import { PastLeagues } from "./past-leagues.tsx";
import { PastRankings } from "./past-rankings.tsx";
import styles from "./past-seasons.module.css";

type PastSeason = SuccessOf<typeof showPastSeason>;

/** The user's points and ranks by round, each with a link to the team as it was. */
const OwnRounds = ({ season, rounds }: PastSeason) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const user = useUser();
	const userId = user.state === "ready" ? user.value?.id : undefined;
	if (rounds.length === 0) return null;
	return (
		<section className={styles.card}>
			<h2>{t("pastSeasons.yourRounds")}</h2>
			<table className={styles.table}>
				<caption className="spoken">{t("pastSeasons.yourRounds")}</caption>
				<thead>
					<tr>
						<th scope="col">{t("rankings.columns.round")}</th>
						<th scope="col">{t("why.points")}</th>
						<th scope="col" className={styles.wide}>
							{t("report.roundRank")}
						</th>
						<th scope="col" className={styles.middle}>
							{t("rankings.columns.total")}
						</th>
						<th scope="col">{t("rankings.columns.rank")}</th>
					</tr>
				</thead>
				<tbody>
					{rounds.toReversed().map(({ roundId, points, roundRank, totalPoints, overallRank }) => {
						const label = formatRoundLabel(roundId, season);
						return (
							<tr key={roundId}>
								<th scope="row">
									{userId === undefined ? (
										label
									) : (
										<Link to={paths.pastSeasons.to(season.id, `team/${roundId}/${userId}`)}>{label}</Link>
									)}
								</th>
								<td className={styles.strong}>{formatPoints(points)}</td>
								<td className={styles.wide}>{formatInteger(roundRank)}</td>
								<td className={styles.middle}>{formatPoints(totalPoints)}</td>
								<td>{formatInteger(overallRank)}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</section>
	);
};

/** A closed season: the user's result, her leagues and the final rankings. */
export const SeasonPage = ({ seasonId }: { readonly seasonId: number }) => {
	const { t } = useTranslation();
	const isVisitor = useIsVisitor();
	const params = { seasonId };
	const { data, error, refetch } = useCall(showPastSeason, { params }, { meta: { noErrorModal: true } });
	if (error && !data) return <PageError page="season" error={error} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	const { season } = data;
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: season.name })}</title>
			<header className={styles.head}>
				<div>
					<Link className={styles.back} to={paths.pastSeasons.to()}>
						{t("pastSeasons.title")}
					</Link>
					<h1>{season.name}</h1>
				</div>
				{season.own ? (
					<OwnResult own={season.own} teams={season.teams} />
				) : isVisitor ? null : (
					<p className={styles.facts}>{t("pastSeasons.noTeam")}</p>
				)}
			</header>
			{isVisitor ? null : (
				<>
					<OwnRounds {...data} />
					<PastLeagues seasonId={seasonId} />
				</>
			)}
			<PastRankings season={season} />
		</div>
	);
};
