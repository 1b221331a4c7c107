import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { useTranslation } from "react-i18next";
import { removeDuplicateIds, usePages } from "../../../api/use-pages.ts";
import { Loading } from "../../../components/states/loading.tsx";
import frame from "../frame/frame.module.css";
import { MoreButton } from "../frame/league-list.tsx";
import styles from "./about.module.css";
import { ActivityEvent } from "./activity-event.tsx";

const PAGE_SIZE = 20;

/** The league's activity, newest first. */
export const LeagueActivity = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const result = usePages(listLeagueActivity, { params: { id: leagueId }, query: { limit: PAGE_SIZE } });
	const { data } = result;
	const events = removeDuplicateIds(data?.pages.flatMap((page) => page.events) ?? []);
	return (
		<section className={frame.card}>
			<h2>{t("leagues.about.activity")}</h2>
			{data ? null : <Loading queries={[result]} height="260px" />}
			{data && events.length === 0 ? <p className={styles.explanation}>{t("leagues.about.quiet")}</p> : null}
			<ol className={styles.activity}>
				{events.map((event) => (
					<ActivityEvent key={event.id} leagueId={leagueId} event={event} />
				))}
			</ol>
			<MoreButton pages={result} label={t("leagues.about.more")} />
		</section>
	);
};
