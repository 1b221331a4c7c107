import { showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { type LeagueHistoryData, useHistoryNames } from "../history/use-history-names.ts";
import styles from "./clubroom.module.css";

const Marks = ({ leagueId, history }: { readonly leagueId: number; readonly history: LeagueHistoryData }) => {
	const { t } = useTranslation();
	const { getTeamName } = useHistoryNames(history);
	const [highest] = history.records.highest;
	const [run] = history.records.winningRun;
	if (!highest) return null;
	return (
		<section className={styles.corner}>
			<h2>{t("leagues.clubroom.records")}</h2>
			<p className={styles.place}>
				<b>{formatPoints(highest.points)}</b> {t("leagues.clubroom.highest", { team: getTeamName(highest.userId) })}
			</p>
			{run && run.length > 1 ? (
				<p>{t("leagues.clubroom.run", { count: run.length, team: getTeamName(run.userId) })}</p>
			) : null}
			<Link to={paths.league.to(leagueId, "history")}>{t("leagues.clubroom.allRecords")}</Link>
		</section>
	);
};

/** The league's marks to beat; nothing before the first round. */
export const BestMarks = ({ leagueId }: { readonly leagueId: number }) => {
	const { data } = useCall(showLeagueHistory, { params: { id: leagueId } }, { meta: { noErrorModal: true } });
	return data ? <Marks leagueId={leagueId} history={data} /> : null;
};
