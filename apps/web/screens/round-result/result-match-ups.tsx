import type { ResultElimination, ResultMatchUp, RoundResult } from "@first-bounce/contract/stats/round-result";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { formatAverage, formatPoints } from "../../i18n/format.ts";
import styles from "./round-result.module.css";

/** The round's head-to-head match-ups, one for each league. */
export const ResultMatchUps = ({
	matchUps,
	roundId,
	points,
}: {
	readonly matchUps: readonly ResultMatchUp[];
} & Pick<RoundResult, "roundId" | "points">) => {
	const { t } = useTranslation();
	if (matchUps.length === 0) return null;
	return (
		<section className={styles.card} aria-label={t("result.matchUps")}>
			<h2>{t("result.matchUps")}</h2>
			<ul className={styles.matchUps}>
				{matchUps.map((matchUp) => {
					// Its points are missing in the answer of an older release during an upgrade.
					const { leagueId, leagueName, index, outcome, opponent, average, median } = matchUp;
					const { points: own = points } = matchUp;
					const against = opponent?.points ?? average;
					return (
						<Fragment key={`${leagueId} ${index}`}>
							<li data-outcome={outcome}>
								<b>{t(`result.outcome.${outcome}`)}</b>
								<p>
									{opponent && index !== null ? (
										<Link to={paths.league.to(leagueId, `matchup/${roundId}/${index}`)}>
											{t("result.against", { name: opponent.teamName || t("rankings.formerTeam") })}
										</Link>
									) : average === undefined ? (
										t("result.noMatch")
									) : (
										<Link to={`${paths.league.to(leagueId, "fixtures")}?round=${roundId}`}>
											{t("result.leagueAverage")}
										</Link>
									)}
									<small>
										{leagueName}
										{matchUp.isGrandFinal ? ` · ${t("leagues.fixtures.grandFinal")}` : ""}
										{matchUp.isSemiFinal ? ` · ${t("leagues.fixtures.semiFinal")}` : ""}
										{matchUp.isConsolation ? ` · ${t("leagues.fixtures.consolation")}` : ""}
									</small>
								</p>
								{against === undefined ? null : (
									<span>
										{formatPoints(own)}–{formatPoints(against)}
									</span>
								)}
							</li>
							{median ? (
								<li data-outcome={median.outcome}>
									<b>{t(`result.outcome.${median.outcome}`)}</b>
									<p>
										{t("result.median")}
										<small>{leagueName}</small>
									</p>
									<span>
										{formatPoints(own)}–{formatAverage(median.points)}
									</span>
								</li>
							) : null}
						</Fragment>
					);
				})}
			</ul>
		</section>
	);
};

/** How the round ended in the elimination leagues in which the team was alive. */
export const ResultEliminations = ({
	// Missing in the answer of an older release during an upgrade.
	eliminations = [],
}: {
	readonly eliminations?: readonly ResultElimination[];
}) => {
	const { t } = useTranslation();
	if (eliminations.length === 0) return null;
	return (
		<section className={styles.card} aria-label={t("result.eliminations")}>
			<h2>{t("result.eliminations")}</h2>
			<ul className={styles.matchUps}>
				{eliminations.map(({ leagueId, leagueName, outcome, teamsLeft }) => (
					<li key={leagueId} data-outcome={outcome === "out" ? "lost" : "won"}>
						<b>{t(`result.elimination.${outcome}`)}</b>
						<p>
							<Link to={paths.league.to(leagueId, "ladder")}>{leagueName}</Link>
						</p>
						<span>{t("result.teamsLeft", { count: teamsLeft })}</span>
					</li>
				))}
			</ul>
		</section>
	);
};
