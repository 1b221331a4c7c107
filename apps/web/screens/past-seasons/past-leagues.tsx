import { listPastLeagues } from "@first-bounce/contract/leagues/past-leagues";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { removeDuplicateIds, usePages } from "../../api/use-pages.ts";
import { paths } from "../../app/paths.ts";
import { Button } from "../../components/button/button.tsx";
import { LeagueCrest } from "../../components/league-crest/league-crest.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { formatInteger } from "../../i18n/format.ts";
import styles from "./past-seasons.module.css";

const PAGE_SIZE = 10;

const Leagues = ({ seasonId }: { readonly seasonId: number }) => {
	const { t } = useTranslation();
	const result = usePages(
		listPastLeagues,
		{ params: { seasonId }, query: { limit: PAGE_SIZE } },
		{ meta: { noErrorModal: true } },
	);
	const { data, error } = result;
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void result.refetch()} />;
	if (!data) return <Skeleton height="64px" />;
	const leagues = removeDuplicateIds(data.pages.flatMap((page) => page.leagues));
	if (leagues.length === 0) return <p className={styles.facts}>{t("pastSeasons.noLeagues")}</p>;
	return (
		<>
			<ul className={styles.leagues} aria-label={t("pastSeasons.yourLeagues")}>
				{leagues.map((league) => (
					<li key={league.id}>
						<LeagueCrest league={league} size={40} />
						<div>
							<h3>
								<Link to={paths.pastSeasons.to(seasonId, `leagues/${league.id}`)}>{league.name}</Link>
							</h3>
							<p className={styles.facts}>
								{t(`leagues.${league.type}`)} · {t("leagues.teams", { count: league.numTeams })}
							</p>
						</div>
						{league.rank === null ? null : (
							<p className={styles.rank}>
								<small>{t("leagues.rank")}</small>
								<b>{formatInteger(league.rank)}</b>
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
		</>
	);
};

/** The user's leagues of a closed season. */
export const PastLeagues = ({ seasonId }: { readonly seasonId: number }) => {
	const { t } = useTranslation();
	return (
		<section className={styles.card}>
			<h2>{t("pastSeasons.yourLeagues")}</h2>
			<Leagues seasonId={seasonId} />
		</section>
	);
};
