import { listPastLeagues } from "@first-bounce/contract/leagues/past-leagues";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { removeDuplicateIds, usePages } from "../../api/use-pages.ts";
import { paths } from "../../app/paths.ts";
import { Button } from "../../components/button/button.tsx";
import { LeagueCrest } from "../../components/league-crest/league-crest.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { QueryError } from "../../components/states/states.tsx";
import { formatInteger } from "../../i18n/format.ts";
import styles from "./past-season.module.css";

const PAGE_SIZE = 10;

/** The user's leagues of a closed season. */
export const PastLeagues = ({ seasonId }: { readonly seasonId: number }) => {
	const { t } = useTranslation();
	const result = usePages(
		listPastLeagues,
		{ params: { seasonId }, query: { limit: PAGE_SIZE } },
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
								<Link to={paths.pastLeague.to(seasonId, league.id)}>{league.name}</Link>
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
