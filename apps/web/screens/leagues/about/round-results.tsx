import type { LeagueEvent } from "@first-bounce/contract/leagues/league-activity";
import { isDrawWonByHome } from "@first-bounce/rules/head-to-head/finals";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./about.module.css";

type ResultsEvent = Extract<LeagueEvent, { kind: "results" }>;

/** A round's results, each winner first, and the league's best score. */
export const RoundResults = ({ event: { roundId, best, matches } }: { readonly event: ResultsEvent }) => {
	const { t } = useTranslation();
	const round = useRoundName()(roundId);
	const getName = ({ teamName }: { readonly teamName: string }) => teamName || t("rankings.formerTeam");
	const formatMatch = ({ home, away, ...stage }: ResultsEvent["matches"][number]) => {
		if (home.points === away.points && isDrawWonByHome(stage))
			return t("leagues.matchup.drawnFinal", { team: getName(home) });
		if (home.points === away.points)
			return t("leagues.activity.drew", {
				home: getName(home),
				away: getName(away),
				points: formatPoints(home.points),
			});
		const [winner, loser] = home.points > away.points ? [home, away] : [away, home];
		const points = { points: formatPoints(winner.points), other: formatPoints(loser.points) };
		return t("leagues.activity.beat", { winner: getName(winner), loser: getName(loser), ...points });
	};
	return (
		<>
			<h3>{t("leagues.activity.results", { round })}</h3>
			<ul className={styles.results}>
				{matches.map((match) => (
					<li key={`${match.home.teamId} ${match.away.teamId}`}>
						{match.isGrandFinal ? <b>{t("leagues.activity.grandFinal")} </b> : null}
						{match.isSemiFinal ? <b>{t("leagues.activity.semiFinal")} </b> : null}
						{match.isConsolation ? <b>{t("leagues.activity.consolation")} </b> : null}
						{formatMatch(match)}
					</li>
				))}
			</ul>
			<p className={styles.best}>
				{t("leagues.activity.best", { round, team: getName(best), points: formatPoints(best.points) })}
			</p>
		</>
	);
};
